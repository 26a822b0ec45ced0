"""`crm-gym show`: one task as a page to read, or one episode of a run."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console

from crm_gym.evaluation import Episode, RunFolder, figures, read_run, review
from crm_gym.evaluation.comparing import listed
from crm_gym.evaluation.storage import RUN
from crm_gym.persona import Persona, Reaction
from crm_gym.registration import suggest
from crm_gym.tasks import scenarios
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_task
from crm_gym.transcript import line
from crm_gym.types import Say


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "show",
        help="one task as a page (user, facts, contract, solution), or one episode of a run",
        description="Shows everything about one task, also what agents never see; or an episode of a run directory: "
        "the conversation with its tool calls, and each check with the events that decided it.",
        epilog="examples: crm-gym show payments-017;  crm-gym show runs/first payments-017;"
        "  crm-gym show runs/first payments-017/2 (its trial 2)",
    )
    parser.add_argument("task", metavar="TASK|RUN", help="a task id, like payments-017, or a run directory")
    parser.add_argument("episode", nargs="?", help="with a run: the task whose episode is shown, or TASK/TRIAL")
    parser.add_argument(
        "--review",
        choices=("model", "infra"),
        help="decide about an episode that ran out of time: was it the model, or what is around it?",
    )
    parser.add_argument("--rows", action="store_true", help="also the rows that the task gives")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Prints the page."""
    if args.episode:
        episode = find_episode(args.task, args.episode)
        if args.review:
            episode = review(episode, model=args.review == "model", by="a person")
            with RunFolder(args.task) as folder:
                folder.amend(episode)
        text = episode_page(episode)
    elif Path(args.task, RUN).is_file():
        raise ValueError(f"{args.task} is a run: say which episode, like `crm-gym show {args.task} payments-017`")
    elif runs := sorted(str(file.parent) for file in Path(args.task).glob(f"*/{RUN}")):
        raise ValueError(f"{args.task} holds several runs: name one of them ({listed(runs)}), and an episode of it")
    else:
        text = page(load_task(args.task), rows=args.rows)
    console.print(text, markup=False, highlight=False, soft_wrap=True)
    return 0


def page(task: Task, *, rows: bool = False) -> str:
    """A task as text."""
    family = next(s for s in scenarios(task.domain) if s.family == task.family)
    cell = ", ".join(f"{axis}: {value}" for axis, value in task.cell.items())
    head = [
        f"{task.id}   {task.difficulty}   {', '.join(task.labels)}   ({', '.join(task.styles)})",
        f"family {task.family}: {family.about}",
        f"decided by {cell}" + (f"   twin: {task.twin}" if task.twin else ""),
    ]
    parts = [_part("USER", _user(task.persona)), _part("CONTRACT: success when all of these hold", _contract(task))]
    parts.append(_part("SOLUTION: one way to do it", _solution(task)))
    if rows:
        parts.append(_part("GIVEN ROWS", (f"{given.table}: {given.row}" for given in task.given)))
    return "\n\n".join(["\n".join(head), *parts])


def _part(title: str, lines: Iterable[str]) -> str:
    return "\n".join([title, *(f"  {line}" for line in lines)])


def _user(user: Persona) -> Iterator[str]:
    yield f"{user.name}. {user.voice}"
    yield user.story
    yield from (f"opens with: {text}" for text in user.opening)
    yield from (f"knows {slot}: {' / '.join(answers)}" for slot, answers in user.facts.items())
    if user.unknown:
        yield f"does not know: {', '.join(user.unknown)}"
    yield from (f"wants: {g.about}, settled by {' or '.join((*g.settled_by, *g.told))}" for g in user.goals)
    yield from (_reaction(reaction) for reaction in user.reactions)
    yield from (f"pushes after a refusal: {' / '.join(push)}" for push in user.pushes)
    yield f"leaves after {user.patience + 1} turns in a row without progress"


def _reaction(reaction: Reaction) -> str:
    trigger = ", ".join(f"{k} {v}" for k, v in reaction.on.model_dump(exclude={"kind"}).items() if v is not None)
    return f"on {reaction.on.kind} ({trigger}): {' / '.join(reaction.says)}"


def _contract(task: Task) -> Iterator[str]:
    yield from (f"{check.family:<10}{check.sentence}" for check in task.contract)


def _solution(task: Task) -> Iterator[str]:
    for step in task.solution:
        if isinstance(step, Say):
            yield f"say   {step.text}"
        else:
            arguments = ", ".join(f"{name}={value!r}" for name, value in step.arguments.items())
            yield f"call  {step.name}({arguments})" + ("   -> refused" if step.expect == "refused" else "")


# Episodes


def find_episode(run: str, name: str) -> Episode:
    """The last attempt at a trial of a run, named by TASK or TASK/TRIAL. Raises ValueError."""
    task, _, trial = name.partition("/")
    found = [episode for episode in figures.last_attempts(read_run(run).episodes) if episode.task == task]
    if not found:
        played = {episode.task for episode in read_run(run).episodes}
        raise ValueError(f"{run} has no episode of {task!r}{suggest(task, played)}")
    for episode in found:
        if not trial or trial == str(episode.trial):
            return episode
    raise ValueError(f"{run} has no trial {trial!r} of {task}; it has {', '.join(str(e.trial) for e in found)}")


def episode_page(episode: Episode) -> str:
    """An episode as text: each event with the checks that it decided, then the checks."""
    tokens = episode.spent.agent
    head = [
        f"{episode.task}   trial {episode.trial}   attempt {episode.attempt}   seed {episode.seed}   {episode.policy}",
        f"{episode.outcome} {episode.reason}   ended with {episode.end or 'nothing'}   {episode.steps} steps",
        f"{episode.seconds.total:.2f} s (agent {episode.seconds.agent:.2f}, customer {episode.seconds.simulator:.2f}, "
        f"judge {episode.seconds.judge:.2f})   tokens {tokens.prompt} in, {tokens.completion} out   cost "
        + ("n/a" if episode.cost is None else f"${episode.cost:.4f}"),
    ]
    return "\n\n".join(
        [
            "\n".join(head),
            _part("CONVERSATION", _conversation(episode)),
            _part("CHECKS: + holds, - broken, ! could not be judged", _verdicts(episode)),
            _part("CHANGES", _changes(episode)),
        ]
    )


MARKS = {"holds": "+", "broken": "-", "error": "!"}


def _conversation(episode: Episode) -> Iterator[str]:
    decided: dict[int, list[str]] = {}
    for verdict in episode.verdicts:
        for number in verdict.evidence:
            decided.setdefault(number, []).append(f"{MARKS[verdict.outcome]}{verdict.id}")
    for number, event in enumerate(episode.events):
        badges = f"   [{' '.join(decided[number])}]" if number in decided else ""
        first, *rest = line(event).splitlines()
        yield f"{number:>3} {first}{badges}"
        yield from (f"    {other}" for other in rest)


def _verdicts(episode: Episode) -> Iterator[str]:
    opinions = {verdict.id: verdict for verdict in episode.opinions}
    for verdict in episode.verdicts:
        where = f" (events {', '.join(map(str, verdict.evidence))})" if verdict.evidence else ""
        yield f"{MARKS[verdict.outcome]} {verdict.family:<10}{verdict.id}: {verdict.why}{where}"
        if verdict.id in opinions:
            other = opinions[verdict.id]
            yield f"  second opinion: {MARKS[other.outcome]} {other.why}"
    if not episode.verdicts:
        yield "nothing was judged"


def _changes(episode: Episode) -> Iterator[str]:
    for change in episode.changes:
        before, after = change.before or {}, change.after or {}
        fields = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        what = "added" if change.before is None else "removed" if change.after is None else "changed"
        differences = ", ".join(f"{name}: {before.get(name)!r} -> {after.get(name)!r}" for name in fields)
        yield f"{what} {change.table} {change.key}  {differences}"
    if not episode.changes:
        yield "none"
