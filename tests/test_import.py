import subprocess
import sys

import gymnasium as gym

import crm_gym
from crm_gym.registration import SUITES, index, suggest, task_ids

_HEAVY = "import sys, crm_gym; print([m for m in sys.modules if m.startswith('crm_gym.') or m in ('rich', 'openai')])"


def test_importing_loads_nothing_but_the_ids():
    done = subprocess.run([sys.executable, "-c", _HEAVY], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "['crm_gym.registration']"


def test_evaluate_stays_a_function_whoever_imports_its_module():
    from crm_gym.evaluation import evaluate

    assert crm_gym.evaluate is evaluate


def test_ids_are_opaque_and_grouped_in_one_namespace():
    assert all(id == f"{domain}-{id[-3:]}" for domain in SUITES for id in task_ids(domain))
    assert {gym.spec(f"crm/{id}-v0").namespace for id in task_ids()} == {"crm"}
    assert index().keys() == SUITES.keys()


def test_entry_points_are_strings_and_kwargs_are_json():
    for id in ("CRMPayments-v0", f"crm/{task_ids()[0]}-v0"):
        spec = gym.spec(id)
        assert isinstance(spec.entry_point, str)
        assert all(isinstance(value, str) for value in spec.kwargs.values())


def test_near_names_are_suggested():
    assert suggest("payment", SUITES) == "; did you mean 'payments'?"
    assert suggest("zzz", SUITES) == ""
