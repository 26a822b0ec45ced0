"""Runs that were really played, the page of them, and a real browser."""

import shutil

import pytest

from crm_gym.evaluation import StoredRun, evaluate, read_run
from crm_gym.registration import SUITES, task_ids
from crm_gym.report import named, write_report
from tests.report.odd import odd_episodes

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TRIALS = 2


def some_tasks():
    """Every fifth task of each suite, at most six: easy and hard ones, with and without forbidden checks."""
    return [task for domain in SUITES for task in task_ids(domain)[::5][:6]]


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A folder with the runs of three policies, as `crm-gym evaluate` writes them."""
    folder = tmp_path_factory.mktemp("runs")
    for policy in ("oracle", "random", "refuse"):
        evaluate(policy, some_tasks(), trials=TRIALS, out=folder / policy)
    return folder


@pytest.fixture(scope="session")
def odd(played):
    """A run under an odd name, with everything that a conversation, a tool or a judge can do to a page."""
    stored = read_run(played / "oracle")
    info = stored.info.model_copy(update={"policy": "<script>window.stolen = 1</script>"})
    return named([("odd", StoredRun(info, odd_episodes(stored.episodes)))])


@pytest.fixture(scope="session")
def odd_page(odd, tmp_path_factory):
    """The report of the odd run."""
    page = tmp_path_factory.mktemp("odd") / "report.html"
    write_report(odd, page)
    return page


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium from the system; the tests that need it are skipped where there is none."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    path = next((found for found in map(shutil.which, CHROMIUMS) if found), None)
    if path is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with driver.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path)
        yield chromium
        chromium.close()
