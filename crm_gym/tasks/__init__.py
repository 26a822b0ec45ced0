"""The tasks: scenarios that are drawn, and the frozen release."""

import importlib
from functools import cache

from crm_gym.tasks.builder import Scenario
from crm_gym.tasks.spec import Task


@cache
def scenarios(domain: str) -> tuple[Scenario, ...]:
    """The scenario families of a domain, in the order of its module."""
    families: tuple[Scenario, ...] = importlib.import_module(f"crm_gym.tasks.{domain}").SCENARIOS
    return families


def draw_training_task(domain: str, number: int) -> Task:
    """A task of the training split; the same number is the same task everywhere."""
    families = [family for family in scenarios(domain) if not family.held_out]
    family = families[number % len(families)]
    cell = family.cells[number // len(families) % len(family.cells)]
    return family.draw(cell, str(number), id=f"{domain}-train-{number}", split="train")
