"""The audit of one task."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from crm_gym.audit import benign, lazy, static
from crm_gym.audit.findings import CheckFate, Fate, Finding, Row, Tally, TaskAudit, in_order, reviewed_waivers, waive
from crm_gym.audit.isolation import fingerprint_of, shared_rows
from crm_gym.audit.mutants import Mutant, mutants_of_steps
from crm_gym.audit.plays import Stage, play, replay
from crm_gym.audit.replies import mutants_of_replies
from crm_gym.audit.spoils import mutants_of_contract
from crm_gym.audit.wording import WORDINGS
from crm_gym.contract import NeverSays
from crm_gym.tasks.spec import Task
from crm_gym.tasks.validate import problems

SEEDS = 3
"""Customer seeds with which each solution is replayed."""


class Examination:
    """One task under audit: what was tried so far and what was found."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.tallies: dict[Row, Tally] = {}
        self.benign: dict[str, Tally] = {}
        self.findings: list[Finding] = []
        self.fates: list[Fate] = []
        self.checks: list[CheckFate] = []

    def note(self, audit: Row, right: bool, what: str, why: str = "") -> bool:
        """Counts a trial; one that is not as it must be is a finding."""
        self.tallies[audit] = self.tallies.get(audit, Tally(right=0, total=0)) + Tally(right=int(right), total=1)
        if not right:
            self.findings.append(Finding(task=self.task.id, audit=audit, what=what, why=why or what))
        return right

    def note_all(self, audit: Row, found: Iterable[str]) -> bool:
        """Counts one trial, with a finding for everything that is wrong."""
        wrong = list(found)
        self.tallies[audit] = self.tallies.get(audit, Tally(right=0, total=0)) + Tally(right=int(not wrong), total=1)
        self.findings += [Finding(task=self.task.id, audit=audit, what=one, why=one) for one in wrong]
        return not wrong

    def result(self) -> TaskAudit:
        """Everything that was found out, with the reviewed waivers."""
        return TaskAudit(
            task=self.task.id,
            domain=self.task.domain,
            family=self.task.family,
            tallies=self.tallies,
            benign=self.benign,
            mutants=tuple(self.fates),
            checks=tuple(self.checks),
            findings=waive(self.task, self.findings, reviewed_waivers()),
        )


def audit_task(task: Task, seeds: int = SEEDS) -> TaskAudit:
    """Everything that the audit finds out about one task by itself; twins are compared apart."""
    seen = Examination(task)
    if seen.note_all("loader", problems(task)) and _solution(seen, seeds):
        events = tuple(play(task, "oracle", 0).events)
        rows, first = shared_rows(task.domain), fingerprint_of(task, 0)
        stage = Stage(task, events)
        _static(seen, stage)
        _lazy(seen, stage)
        _mutants(seen, stage)
        _benign(seen, stage)
        seen.note("isolation", fingerprint_of(task, 0) == first, "the same episode differs after others were played")
        seen.note("isolation", shared_rows(task.domain) == rows, "rows that all episodes share were changed")
    return seen.result()


def _solution(seen: Examination, seeds: int) -> bool:
    """Whether the solution earns the reward, whatever the customer's wording."""
    for seed in range(seeds):
        wrong = replay(seen.task, "oracle", seed)
        if not seen.note("solution", not wrong, f"seed {seed}", "; ".join(wrong)):
            return False
    return True


def _static(seen: Examination, stage: Stage) -> None:
    found = chain.from_iterable(static.unsourced(stage, play(seen.task, "oracle", seed).events) for seed in range(2))
    seen.note_all("provenance", dict.fromkeys(found))
    seen.note_all("exposure", static.unexposed(stage))
    seen.note_all("leaks", static.leaks(stage, 4))
    if static.stateless(stage):
        seen.note("mutants", False, "no state check", "the solution writes records, and no check looks at them")


def _lazy(seen: Examination, stage: Stage) -> None:
    for audit, (what, passes) in lazy.lazy_plays(stage):
        seen.note(audit, not passes, f"{audit}: {what}", f"{what} earns the reward")
    silent_passes = not stage.broken(stage.perform(lazy.silent(stage)))
    must_fail = lazy.must_speak(stage)
    why = "silence passes though words are asked for" if must_fail else "silence fails though no word is asked for"
    seen.note("act", silent_passes != must_fail, "act", why)
    _dump(seen, stage)
    if must_fail:
        _all_outcomes(seen, stage)


def _all_outcomes(seen: Examination, stage: Stage) -> None:
    """Who makes the right calls must still not state every outcome; one order of them that passes is a finding."""
    at_once, in_turn = list(lazy.outcomes_at_once(stage)), list(lazy.outcomes_in_turn(stage))
    for audit, passing in (("outcomes at once", at_once), ("outcomes in turn", in_turn)):
        why = f"{audit}: every outcome, amount and id stated passes, {', '.join(passing)}"
        seen.note(audit, not passing, audit, why)


def _dump(seen: Examination, stage: Stage) -> None:
    """Each disclosure check must see everything read out."""
    broken = {verdict.id for verdict in stage.broken(stage.perform(lazy.dumped(stage)))}
    for check in stage.task.contract:
        if isinstance(check, NeverSays):
            why = f"{check.id}: the agent never sees {', '.join(check.phrases)}, so it cannot give it away"
            seen.note("dump", check.id in broken, f"dump: {check.id}", why)


# Mutants


def _mutants(seen: Examination, stage: Stage) -> None:
    declared = {check.family for check in stage.task.contract}
    for mutant in _all_mutants(stage):
        if mutant.families & declared:
            fate = fate_of(stage, mutant)
            seen.fates.append(fate)
            why = f"{fate.kind} ({fate.what}): " + _saw(fate)
            seen.note("mutants", fate.outcome == "killed", f"{fate.kind}: {fate.what}", why)
    seen.checks += _fates_of_checks(stage, seen.fates)
    idle = dict(static.idle_checks(stage))
    for check in seen.checks:
        why = idle.get(check.id, "" if check.kills else "no mutant breaks this check")
        seen.note("unkilled", not why, f"{check.id}", f"{check.id} ({check.kind}): {why}")


def _all_mutants(stage: Stage) -> Iterator[Mutant]:
    seen: set[tuple[str, str]] = set()
    for mutant in chain(mutants_of_steps(stage), mutants_of_contract(stage), mutants_of_replies(stage)):
        if (mutant.kind, mutant.what) not in seen:
            seen.add((mutant.kind, mutant.what))
            yield mutant


def fate_of(stage: Stage, mutant: Mutant) -> Fate:
    """Plays a mutant and looks which checks break."""
    broken = stage.broken(stage.perform(mutant.moves))
    rightly = any(verdict.family in mutant.families for verdict in broken)
    return Fate(
        kind=mutant.kind,
        what=mutant.what,
        families=in_order(mutant.families),
        broken=tuple(verdict.id for verdict in broken),
        outcome="killed" if rightly else "elsewhere" if broken else "survived",
    )


def _saw(fate: Fate) -> str:
    if fate.outcome == "survived":
        return "no check sees it"
    return f"seen by {', '.join(fate.broken)} only, not by {' or '.join(fate.families)}"


def _fates_of_checks(stage: Stage, fates: Sequence[Fate]) -> list[CheckFate]:
    return [
        CheckFate(
            id=check.id,
            kind=check.kind,
            family=check.family,
            kills=sum(check.id in fate.broken for fate in fates),
            alone=sum(fate.broken == (check.id,) for fate in fates),
        )
        for check in stage.task.contract
    ]


# Variants that are as right


def _benign(seen: Examination, stage: Stage) -> None:
    for variant in benign.variants(stage):
        wrong = [f"{verdict.id}: {verdict.why}" for verdict in benign.trouble(stage, variant)]
        _count(seen, variant.kind, variant.what, wrong)
    if any(check.family == "reply" for check in stage.task.contract):
        for form in range(WORDINGS):
            _count(seen, benign.PLAYED, f"wording {form + 1}", benign.played_trouble(stage, form, form))


def _count(seen: Examination, kind: str, what: str, wrong: Sequence[str]) -> None:
    right = seen.note("benign", not wrong, f"{kind}: {what}", f"{kind} ({what}) fails: {'; '.join(wrong)}")
    seen.benign[kind] = seen.benign.get(kind, Tally(right=0, total=0)) + Tally(right=int(right), total=1)
