"""The page in a real headless Chromium, opened from the disk as a reader opens it."""

import re

import pytest

from crm_gym.evaluation import evaluate
from crm_gym.evaluation.figures import headline, repeats
from crm_gym.report import load, write_report
from crm_gym.tasks.store import load_task
from crm_gym.types import Routed
from tests.report.conftest import some_tasks
from tests.report.odd import LONG, MARKUP, RIGHT_TO_LEFT, SCRIPT

WIDE, NARROW = (1440, 900), (390, 844)


@pytest.fixture(scope="module")
def runs(played):
    return load([played])


@pytest.fixture(scope="module")
def several(runs, tmp_path_factory):
    page = tmp_path_factory.mktemp("several") / "report.html"
    write_report(runs, page)
    return page


@pytest.fixture
def visit(browser):
    """Opens a page; at the end nothing may have been complained about or asked from anywhere."""
    contexts, complaints, requests = [], [], []

    def visit(file, address="", size=WIDE, dark=False):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"file://{file}{address}")
        page.wait_for_selector("html[data-ready]")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not re.match(r"file://.*report\.html|data:", url)] == []


def until(page, condition, given=None):
    """Waits for a condition. (The page's own policy forbids the driver to evaluate text inside it.)"""
    for _ in range(500):
        if page.evaluate(condition, given):
            return
        page.wait_for_timeout(10)
    pytest.fail(f"it never came true: {condition}")


def told(page):
    """How many episodes the table says that it shows."""
    return int(page.locator(".told").inner_text().split()[0].replace(",", ""))


def all_of(runs):
    return [(run.name, episode) for run in runs for episode in run.episodes]


def open_episode(page, task, trial=0, run=0):
    page.evaluate("key => { location.hash = `#episode/${key}`; }", f"{task}/{trial}/{run}")
    until(page, "task => document.querySelector('#episode h1')?.textContent.startsWith(task)", task)


# The report


def test_each_section_has_its_figures(visit, several):
    page = visit(several)
    titles = page.locator("#report h2").all_inner_texts()
    assert titles == [
        *("Success", "What breaks", "Policy", "Efficiency", "Repeated trials", "Episodes", "Run details"),
    ]
    assert page.locator("figure svg").count() >= 8
    assert page.locator("#nav a").all_inner_texts() == titles


def test_the_leaderboard_is_in_order_and_has_intervals(visit, several, runs):
    page = visit(several)
    bars = page.locator("#success figure").first
    names = bars.locator("text.name").all_text_contents()
    ranked = sorted(runs, key=lambda run: -headline(run.episodes).rate)
    assert names == [run.name for run in ranked]
    text = bars.locator("svg").text_content()
    for run in runs:
        low, high = headline(run.episodes).interval
        assert f"{low * 100:.1f}\u2013{high * 100:.1f}" in text
    bars.locator("summary").click()
    assert bars.locator("tbody tr").count() == len(runs)


def test_the_headline_of_one_run(visit, odd_page, odd):
    page = visit(odd_page)
    total = headline(odd[0].episodes)
    assert page.locator(".figure-number").inner_text().startswith(f"{total.rate * 100:.1f}")
    tiles = page.locator(".tiles").inner_text()
    assert f"{total.coverage * 100:.1f} %" in tiles
    assert f"{total.worst_case * 100:.1f} %" in tiles
    assert "infra failure" in tiles
    assert page.locator(".warnings li").count() == 3


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits_the_screen_and_the_theme(visit, several, size, dark):
    page = visit(several, size=size, dark=dark)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 200) == dark
    for svg in page.locator("figure svg").all():
        assert svg.bounding_box()["height"] > 20


def test_views_of_a_figure_change(visit, several):
    page = visit(several)
    figure = page.locator("#success figure").nth(1)
    before = figure.locator("svg").text_content()
    figure.get_by_role("button", name="Capability").click()
    assert figure.locator("svg").text_content() != before
    assert figure.get_by_role("button", name="Capability").get_attribute("aria-pressed") == "true"


def test_a_cell_leads_to_its_episodes(visit, several, runs):
    page = visit(several)
    figure = page.locator("#success figure").nth(1)
    figure.get_by_role("button", name="Domain", exact=True).click()
    figure.locator("svg g.link").first.click()
    domain = figure.locator("svg .heading").first.text_content()
    mine = [episode for name, episode in all_of(runs) if name == "oracle" and episode.domain == domain]
    assert told(page) == len(mine)
    assert page.get_by_label("Domain", exact=True).input_value() == domain


# The table


@pytest.mark.parametrize(
    ("filter", "value", "wanted"),
    [
        ("Run", "2", lambda name, episode: name == "refuse"),
        ("Domain", "payments", lambda name, episode: episode.domain == "payments"),
        ("Difficulty", "hard", lambda name, episode: episode.difficulty == "hard"),
        ("Outcome", "success", lambda name, episode: episode.success),
        ("Broken", "order", lambda name, episode: episode.checks.get("order", 1) < 1),
        ("Broken", "state", lambda name, episode: episode.checks.get("state", 1) < 1),
    ],
)
def test_filters_show_the_episodes_that_they_name(visit, several, runs, filter, value, wanted):
    page = visit(several)
    page.get_by_label(filter, exact=True).select_option(value)
    number = sum(wanted(name, episode) for name, episode in all_of(runs))
    assert 0 < number < len(all_of(runs))
    assert told(page) == number


def test_boxes_and_reset(visit, several, runs):
    page = visit(several)
    constrained = sum(episode.policy_constrained for _, episode in all_of(runs))
    page.get_by_role("checkbox", name="Policy-constrained").check()
    assert told(page) == constrained
    page.get_by_role("checkbox", name="Flips only").check()
    flips = {(run.name, task) for run in runs for task in repeats(run.episodes).flips}
    assert told(page) == sum((name, e.task) in flips and e.policy_constrained for name, e in all_of(runs))
    page.get_by_role("button", name="Reset").click()
    assert told(page) == len(all_of(runs))


def test_filters_are_in_the_address(visit, several, runs):
    page = visit(several, "#episodes?domain=payments&outcome=success")
    assert told(page) == sum(e.success and e.domain == "payments" for _, e in all_of(runs))
    page.get_by_label("Difficulty", exact=True).select_option("easy")
    assert "difficulty=easy" in page.url
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert told(page) == sum(e.success and e.domain == "payments" and e.difficulty == "easy" for _, e in all_of(runs))


def test_search_finds_tasks_and_what_was_said(visit, several, runs):
    page = visit(several)
    search = page.get_by_label("Search")
    task = runs[0].episodes[0].task
    search.fill(task)
    until(page, "() => !document.querySelector('.told').dataset.reading")
    assert told(page) == sum(episode.task == task for _, episode in all_of(runs))
    search.fill("I have to DECLINE")
    said = sum("i have to decline" in str(episode.events).lower() for _, episode in all_of(runs))
    assert 0 < said == told(page)
    search.fill("nothing says this")
    assert told(page) == 0


def test_a_click_on_a_column_sorts_by_it(visit, several, runs):
    page = visit(several)
    most = max(episode.tool_calls for _, episode in all_of(runs))
    heads = page.locator(".row.head")
    first = page.locator(".rows .row").first.locator(".calls")
    heads.get_by_role("button", name="calls").click()
    assert first.inner_text() == "0"
    heads.get_by_role("button", name="calls").click()
    assert first.inner_text() == str(most)
    assert heads.locator("[aria-sort=descending]").inner_text().startswith("calls")


def test_only_rows_in_view_are_in_the_document(visit, several, runs):
    page = visit(several)
    assert page.locator(".rows .row").count() < len(all_of(runs))
    page.locator(".port").evaluate("port => { port.scrollTop = port.scrollHeight; }")
    last = all_of(runs)[-1][1]
    until(page, "task => [...document.querySelectorAll('.rows .task')].at(-1).textContent === task", last.task)


# The keyboard


def test_j_k_enter_and_escape(visit, several):
    page = visit(several)
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    marked = page.locator(".row.marked")
    assert marked.get_attribute("aria-rowindex") == "3"
    task, trial = marked.locator(".task").inner_text(), marked.locator(".trial").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_selector("#episode .events")
    assert page.locator("#episode h1").inner_text().startswith(task)
    assert f"trial {trial}" in page.locator("#episode header").inner_text()
    assert "2 of " in page.locator(".top").inner_text()
    before = page.url
    page.keyboard.press("j")
    until(page, "url => location.href !== url", before)
    until(page, "() => document.querySelector('.top').textContent.includes('3 of ')")
    page.keyboard.press("Escape")
    assert page.locator("#report").is_visible()
    assert page.locator(".row.marked").get_attribute("aria-rowindex") == "4"


def test_slash_goes_to_search_and_letters_stay_letters_there(visit, several):
    page = visit(several)
    page.keyboard.press("/")
    page.keyboard.type("jk/t?")
    assert page.get_by_label("Search").input_value() == "jk/t?"
    assert page.locator(".row.marked").count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#keys").is_visible()


def test_t_changes_the_theme_and_it_stays(visit, several):
    page = visit(several)
    page.keyboard.press("t")
    page.keyboard.press("t")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_the_browsers_own_way_back_works(visit, several):
    page = visit(several, "#episodes?outcome=success")
    shown = told(page)
    page.locator(".rows .row").first.click()
    page.wait_for_selector("#episode .events")
    page.go_back()
    page.wait_for_selector("#report:not([hidden])")
    assert told(page) == shown
    page.go_forward()
    page.wait_for_selector("#episode:not([hidden])")


# An episode


def test_steps_carry_the_checks_that_they_are_evidence_for(visit, several, runs):
    place, run = next((place, run) for place, run in enumerate(runs) if run.name == "random")
    episode = next(e for e in run.episodes if any(v.outcome == "broken" and v.evidence for v in e.verdicts))
    page = visit(several)
    open_episode(page, episode.task, episode.trial, place)
    assert page.locator(".event").count() == len(episode.events)
    for number in range(len(episode.events)):
        badges = page.locator(f"#event-{number} .badge").all_inner_texts()
        wanted = [("✓ " if v.outcome == "holds" else "✕ ") + v.id for v in episode.verdicts if number in v.evidence]
        assert badges == wanted


def test_the_contract_says_what_was_expected_and_observed_and_where(visit, several, runs):
    run = runs[0]
    episode = next(e for e in run.episodes if sum(bool(v.evidence) for v in e.verdicts) > 2)
    page = visit(several)
    open_episode(page, episode.task, episode.trial)
    sentences = {check.id: check.sentence for check in load_task(episode.task).contract}
    contract = page.locator(".contract")
    for verdict in episode.verdicts:
        check = contract.locator(".check", has=page.locator(f".who span:text-is('{verdict.id}')"))
        assert sentences[verdict.id] in check.inner_text()
        assert verdict.why in check.inner_text()
        assert check.locator(".jump").all_inner_texts() == [f"#{n}" for n in dict.fromkeys(verdict.evidence)]
    jump = contract.locator(".jump").last
    jump.click()
    assert page.locator(f"#event-{jump.inner_text()[1:]}.marked").count() == 1


def test_changes_are_told_apart(visit, several, runs):
    place, run = next((place, run) for place, run in enumerate(runs) if run.name == "random")
    broken = next(
        e for e in run.episodes if any(v.kind == "only_changed" and v.outcome == "broken" for v in e.verdicts)
    )
    right = next(
        e for e in runs[0].episodes if any(v.kind == "row" and v.outcome == "holds" for v in e.verdicts) and e.changes
    )
    page = visit(several)
    open_episode(page, broken.task, broken.trial, place)
    assert page.locator(".role.violating .record").count() > 0
    assert page.locator(".journal tbody tr").count() == len(broken.journal)
    open_episode(page, right.task, right.trial)
    assert page.locator(".role.expected .record").count() > 0
    assert page.locator(".role.violating").count() == 0
    assert "✓ as demanded" in page.locator(".role.expected").inner_text()


def test_an_unknown_episode_in_the_address_shows_the_report(visit, several):
    page = visit(several, "#episode/payments-999/0/0")
    assert page.locator("#report").is_visible()


# What agents may say


@pytest.fixture
def odd_episode(visit, odd_page, odd):
    page = visit(odd_page)
    open_episode(page, odd[0].episodes[0].task)
    return page


def test_whatever_is_said_stays_text(odd_episode):
    page = odd_episode
    prose = page.locator(".event.agent .prose")
    texts = prose.evaluate_all("nodes => nodes.map(node => node.textContent)")
    assert texts[0] == SCRIPT
    assert texts[1] == MARKUP
    assert texts[3] == RIGHT_TO_LEFT
    assert page.evaluate("window.stolen") is None
    assert page.locator("#episode").locator("script, img, b:not(caption b):not(.what b), a[href*=example]").count() == 0
    assert page.locator(".event.route code").inner_text() == MARKUP


def test_long_text_is_whole_when_it_is_asked_for(odd_episode):
    page = odd_episode
    long = page.locator(".event.agent .prose").nth(2)
    assert len(long.inner_text()) < 2_000
    long.get_by_role("button", name=f"Show all {len(LONG):,} characters").click()
    assert long.evaluate("node => node.textContent") == LONG
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_right_to_left_text_runs_from_right_to_left_and_turns_nothing_else(odd_episode):
    page = odd_episode
    text = page.locator(".event.agent .prose").nth(3)
    assert text.get_attribute("dir") == "auto"
    # The override at its start may not reach the label beside it.
    label = page.locator(".event.agent .who").nth(3)
    assert label.bounding_box()["x"] < page.viewport_size["width"] / 2
    assert label.inner_text() == "Agent"


def test_a_policy_with_markup_in_its_name_is_named_so(visit, odd_page):
    page = visit(odd_page)
    assert page.locator("h1").first.inner_text() == "<script>window.stolen = 1</script>"
    assert page.evaluate("window.stolen") is None


def test_trials_without_a_score_have_a_page_too(visit, odd_page, odd):
    page = visit(odd_page)
    second = odd[0].episodes[1]
    open_episode(page, second.task, second.trial)
    assert "infra failure" in page.locator("#episode h1").inner_text()
    assert "was not judged" in page.locator(".contract").inner_text()
    fifth = odd[0].episodes[4]
    open_episode(page, fifth.task, fifth.trial)
    assert SCRIPT in page.locator(".check .differs").inner_text()


def test_paper_has_the_figures_and_not_the_filters(visit, several):
    page = visit(several)
    page.emulate_media(media="print")
    assert page.locator("figure svg").first.is_visible()
    assert not page.locator(".filters").is_visible()
    assert not page.locator("#nav").is_visible()


# Unusual runs


def test_a_run_without_any_score_has_a_report(visit, odd, tmp_path):
    failed = odd[0].episodes[1]
    write_report([odd[0]._replace(episodes=[failed])], tmp_path / "report.html")
    page = visit(tmp_path / "report.html")
    assert page.locator(".figure-number").inner_text().startswith("0.0")
    assert told(page) == 1
    page.locator(".rows .row").click()
    page.wait_for_selector("#episode:not([hidden])")


def test_ways_through_the_graph_are_steps_too(visit, tmp_path):
    evaluate("oracle", some_tasks()[:2], exposure="routed", out=tmp_path / "run")
    (run,) = load([tmp_path / "run"])
    write_report([run], tmp_path / "report.html")
    page = visit(tmp_path / "report.html")
    open_episode(page, run.episodes[0].task)
    nodes = [event.node for event in run.episodes[0].events if isinstance(event, Routed)]
    assert nodes
    assert page.locator(".event.route code").all_inner_texts() == nodes
