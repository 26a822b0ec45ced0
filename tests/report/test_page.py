import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

import pytest

from crm_gym.__main__ import main
from crm_gym.evaluation import figures
from crm_gym.report import load, report_html
from crm_gym.report.measures import comparison, measures
from crm_gym.report.page import SCRIPTS

PAGE = files("crm_gym.report") / "page"


@pytest.fixture(scope="module")
def runs(played):
    return load([played])


@pytest.fixture(scope="module")
def html(runs):
    return report_html(runs)


def hash_of(text):
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_the_page_may_load_nothing_and_run_only_its_own_script(html):
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)[1]
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)[1]
    script = re.search(r"<script>(.*?)</script>", html, re.DOTALL)[1]
    assert "default-src 'none'" in policy
    assert f"script-src {hash_of(script)};" in policy
    assert f"style-src {hash_of(style)};" in policy


def test_the_page_names_no_other_address(html):
    assert set(re.findall(r"https?://[^\s\"'<`]+", html)) == {"http://www.w3.org/2000/svg"}


def test_no_script_turns_text_into_markup():
    code = "".join((PAGE / name).read_text("utf-8") for name in SCRIPTS)
    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser", code)
        == []
    )
    assert "</" not in code, "would end the script"


def test_every_script_of_the_page_is_used():
    assert {file.name for file in PAGE.iterdir() if file.name.endswith(".js")} == set(SCRIPTS)


def test_a_name_with_markup_is_text_in_the_title(odd):
    title = re.search(r"<title>(.*?)</title>", report_html(odd))[1]
    assert title == "&lt;script&gt;window.stolen = 1&lt;/script&gt; · crm-gym report"


def test_the_same_runs_give_the_same_page(runs, html):
    assert report_html(runs) == html


# Contrast


def themes():
    """The colours of the light and of the dark theme."""
    css = (PAGE / "style.css").read_text("utf-8")
    light = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", re.search(r":root \{(.*?)\}", css, re.DOTALL)[1]))
    dark = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', css, re.DOTALL)[1]
    auto = re.search(r':root\[data-theme="auto"\] \{(.*?)\}', css, re.DOTALL)[1]
    assert re.findall(r"--[\w-]+:\s*\S+;", dark) == re.findall(r"--[\w-]+:\s*\S+;", auto)
    return {"light": light, "dark": dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", dark))}


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_text_has_the_contrast_of_wcag_aa(theme):
    colours = themes()[theme]
    grounds = ("page", "surface", "tint", "accent-tint", "mark")
    pairs = [("ink", ground) for ground in (*grounds, "good-tint", "bad-tint", "other-tint", "heat", "heat-bad")]
    pairs += [("soft", ground) for ground in grounds[:4]]
    pairs += [(name, ground) for name in ("accent", "good", "bad", "other") for ground in ("page", "surface")]
    pairs += [(name, f"{name}-tint") for name in ("good", "bad", "other")]
    weak = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


# Figures


def test_measures_are_those_of_the_figures(runs):
    for run in runs:
        found = measures(run)
        total = figures.headline(run.episodes, scheduled=run.info.scheduled)
        assert found["strict"]["rate"] == total.rate
        assert found["strict"]["interval"] == total.interval
        assert {name: cells["all"]["successes"] for name, cells in found["groups"]["domain"].items()} == {
            summary.name: summary.successes for summary in figures.summarise(run.episodes, figures.by_domain)
        }
        assert found["waterfall"][-1]["rate"] == total.rate
        assert sum(found["failures"].values()) == total.scored - total.successes
        json.dumps(found, allow_nan=False)


def test_cells_of_a_domain_add_up(runs):
    for cells in measures(runs[0])["groups"]["domain"].values():
        assert sum(cell["scored"] for name, cell in cells.items() if name != "all") == cells["all"]["scored"]


def test_one_run_is_compared_with_nothing(runs):
    assert comparison(runs[:1]) == {}


def test_runs_side_by_side_are_paired_with_the_next_better(runs):
    paired = comparison(runs)["paired"]
    assert len(paired) == 2
    second = next(pair for pair in paired.values() if pair["against"] == "oracle")
    assert second["losses"] + second["ties"] + second["wins"] == len(runs[0].episodes)
    assert second["wins"] == 0


def test_a_run_without_its_tasks_is_still_reported(played):
    (run,) = load([played / "oracle"])
    html = report_html([run._replace(known=frozenset())])
    assert "part-0" in html


def test_the_measures_of_unscored_trials_are_json(odd):
    json.dumps([measures(run) for run in odd], allow_nan=False)


# The command


def run_command(capsys, *argv):
    code = main(["report", *map(str, argv)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_page_of_a_run_is_written_beside_it(capsys, played):
    code, out, _ = run_command(capsys, played / "oracle")
    assert code == 0
    assert "oracle: 100.0% strict" in out
    assert (played / "oracle" / "report.html").read_text("utf-8").startswith("<!doctype html>")


def test_several_runs_go_where_they_are_told_to(capsys, played, tmp_path):
    code, out, _ = run_command(capsys, played, "--out", tmp_path / "new" / "all.html", "--rejudge")
    assert code == 0
    assert "written: " in out
    assert "3 runs side by side" in (tmp_path / "new" / "all.html").read_text("utf-8")


def test_a_wrong_place_says_what_to_name(capsys, tmp_path):
    code, _, err = run_command(capsys, tmp_path)
    assert code == 2
    assert "name a directory that `crm-gym evaluate --out` has written" in err


def test_help_has_an_example(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["report", "--help"])
    assert stop.value.code == 0
    assert "examples: crm-gym report runs/first" in capsys.readouterr().out
