"""`crm-gym evaluate`: plays policies over tasks."""

import argparse
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from pydantic import ValidationError
from rich.console import Console

from crm_gym.baselines import POLICIES
from crm_gym.cli.list import add_filters, chosen, positive, table
from crm_gym.cli.models import Player, add_models, customer, judge, player, price_file
from crm_gym.cli.progress import Board
from crm_gym.contract import FAMILIES
from crm_gym.envs.crm_env import EXPOSURES
from crm_gym.evaluation import (
    Crew,
    Episode,
    Judge,
    Limits,
    RunFolder,
    RunStopped,
    evaluate,
    figures,
    read_run,
    rejudge,
    select,
    summary,
)
from crm_gym.evaluation.jobs import check_exposure
from crm_gym.evaluation.runner import judge_name, settings_of
from crm_gym.evaluation.storage import check_free, without_secrets
from crm_gym.llm import Misconfigured, prices
from crm_gym.tasks.store import load_task

STOPPED = 3
INTERRUPTED = 130
AGAIN = "the same command with --resume goes on from here"

ADVICE = {
    "unreachable": " (does the server run, and is its address right?)",
    "rate_limit": " (play fewer at once with --threads, then --resume)",
    "outage": " (try again later with --resume)",
    "timeout": " (allow more, like --agent-options '{\"timeout\": 120}', then --resume)",
    "seconds": " (`crm-gym show RUN EPISODE --review model` decides)",
}
"""What to do about a reason."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "evaluate",
        help="play policies over tasks and print their scores",
        description="Plays policies over released tasks. With --out, DIR gets run.json, episodes.jsonl, summary.json.",
        epilog="examples: crm-gym evaluate --policy oracle,random --trials 3 --workers 2 --out runs/first;"
        "  crm-gym evaluate --policy llm:gpt-5-mini --threads 16 --max-cost 5 --out runs/mini;"
        "  crm-gym evaluate --policy refuse --task payments-017",
    )
    parser.add_argument(
        "--policy",
        default="oracle",
        help=f"one or several of {', '.join(POLICIES)}, llm:MODEL, graph:MODEL, module:callable (default: oracle)",
    )
    parser.add_argument("--task", action="append", help="only this task; may be repeated")
    add_filters(parser)
    parser.add_argument("--limit", type=positive, help="only the first so many tasks")
    parser.add_argument("--trials", type=positive, default=1, help="episodes per task (default: 1)")
    parser.add_argument("--exposure", choices=EXPOSURES, default="all", help="routed: one node of the graph at a time")
    parser.add_argument("--seed", type=int, default=0, help="seed of the whole run (default: 0)")
    _add_engine(parser)
    _add_limits(parser)
    add_models(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="where to write the run; one directory for each policy")
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out")
    parser.add_argument(
        "--rejudge", type=Path, metavar="RUN", help="play nothing: judge a stored run again; with --out, write it there"
    )
    parser.set_defaults(run=run)


def _add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=positive, default=1, help="processes, for policies that compute (default: 1)")
    parser.add_argument("--threads", type=positive, default=1, help="threads, for policies that wait (default: 1)")
    parser.add_argument("--num-envs", type=positive, help="play so many trials side by side in each process")
    parser.add_argument("--engine", choices=("local", "ray"), default="local", help="ray: spread over a Ray cluster")


def _add_limits(parser: argparse.ArgumentParser) -> None:
    usual = Limits()
    limits = parser.add_argument_group("limits")
    limits.add_argument("--seconds", type=float, default=usual.seconds, help="of one trial (default: %(default)g)")
    limits.add_argument(
        "--agent-share",
        type=float,
        metavar="SHARE",
        help="a trial that runs out of time is the model's failure when the agent took this share of it; without it "
        "a person decides, with `crm-gym show --review`",
    )
    limits.add_argument("--max-cost", type=float, metavar="USD", help="of the whole run: agent, customer and judge")
    limits.add_argument("--max-tokens", type=int, metavar="N", help="of the whole run: agent, customer and judge")
    limits.add_argument(
        "--retries", type=int, default=usual.retries, help="after an infrastructure failure (default: %(default)s)"
    )
    limits.add_argument("--prices", type=price_file, metavar="FILE", help='JSON: {"MODEL": [USD in, USD out per 1M]}')


def run(args: argparse.Namespace, console: Console) -> int:
    """Plays, writes and prints; 3 when a check itself failed or the run had to stop, 130 after Ctrl-C."""
    if args.rejudge:
        return _judge_again(args, console)
    if args.resume and not args.out:
        raise ValueError("--resume goes on with a run directory: name it with --out DIR")
    try:
        players = _players(args)
    except ValueError as error:
        _say(console, str(error))
        return 2
    named = set(select(args.task)) if args.task else None
    ids = [task.id for task in chosen(args) if named is None or task.id in named][: args.limit]
    if not ids:
        console.print("no task passes these filters; `crm-gym list` shows what there is")
        return 2
    boards = [Board(console, one.name, len(ids) * args.trials) for one in players]
    code, message = 0, ""
    try:
        with Crew(args.workers) as crew:
            for one, board in zip(players, boards, strict=True):
                _play(one, ids, args, board, crew)
    except RunStopped as stopped:
        code, message = STOPPED, f"stopped: {stopped}"
    except KeyboardInterrupt:
        code, message = INTERRUPTED, "interrupted: what was in flight is not written"
    episodes = [
        board.episodes[key] for board in boards for key in product(ids, range(args.trials)) if key in board.episodes
    ]
    _report(episodes, args, console)
    if message:
        _say(console, f"{message}; {AGAIN}" if args.out else message)
    return code or (3 if any(episode.outcome == "evaluator_error" for episode in episodes) else 0)


def _players(args: argparse.Namespace) -> list[Player]:
    """Who is to play. Raises ValueError when one of them cannot, before anybody has."""
    players = [player(written, args) for written in args.policy.split(",")]
    names = [one.name for one in players]
    for one in players:
        if names.count(one.name) > 1:
            raise ValueError(f"{one.name} is there twice in --policy: name each one once")
        check_exposure(one.policy, one.exposure, one.name)
        judge(args, one.model)  # refuses who would judge itself
        out = _folder(one, args)
        if out is not None and not args.resume:
            check_free(out)
    return players


def _folder(one: Player, args: argparse.Namespace) -> Path | None:
    """Where a policy's run is kept; names of models may have characters that no file name has."""
    if args.out is None or "," not in args.policy:
        out: Path | None = args.out
        return out
    return Path(args.out, "".join(c if c.isalnum() or c in "-_." else "_" for c in one.name))


def _play(one: Player, ids: Sequence[str], args: argparse.Namespace, board: Board, crew: Crew) -> None:
    with board:
        evaluate(
            one.policy,
            ids,
            name=one.name,
            trials=args.trials,
            seed=args.seed,
            exposure=one.exposure,
            user=customer(args),
            judge=judge(args, one.model),
            judge_beside=args.judge == "both",
            workers=crew,
            threads=args.threads,
            num_envs=args.num_envs,
            engine=args.engine,
            limits=_limits(args),
            prices=prices(args.prices),
            out=_folder(one, args),
            resume=args.resume,
            progress=board,
        )


def _limits(args: argparse.Namespace) -> Limits:
    """The limits that are given. Raises ValueError for those that make no sense."""
    try:
        return Limits(
            seconds=args.seconds,
            agent_share=args.agent_share,
            cost=args.max_cost,
            tokens=args.max_tokens,
            retries=args.retries,
        )
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        raise ValueError(f"limit {problem['loc'][0]!r}: {problem['msg']}") from None


def _report(episodes: Sequence[Episode], args: argparse.Namespace, console: Console) -> None:
    if not episodes:
        return
    console.print("", scores(episodes), "", families(episodes), "", sep="\n")
    policies = list(dict.fromkeys(episode.policy for episode in episodes))
    if len(policies) == 1:
        console.print(_by_family(episodes), "", sep="\n")
    if args.trials > 1:
        console.print(_repeats(episodes), "", sep="\n")
    for policy in policies if args.judge == "both" else ():
        _say(console, *_agreement(policy, [episode for episode in episodes if episode.policy == policy]))
    for reason, number in figures.reasons(e for e in episodes if not e.scored).items():
        _say(console, f"not scored: {number} for {reason}{ADVICE.get(reason.rpartition('.')[2], '')}")
    if args.out:
        where = f"{args.out}/*/episodes.jsonl" if len(policies) > 1 else args.out
        _say(console, f"written: {where}; `crm-gym report {args.out}` makes a page of it")


def scores(episodes: Sequence[Episode]) -> object:
    """Strict success for each policy, with what it says and what it cost."""
    rows = []
    for found in figures.summarise(episodes, figures.by_policy):
        rows.append(
            (
                found.name,
                str(found.episodes),
                f"{found.rate:.1%}" if found.scored else "n/a",
                f"{found.interval.low:.1%}-{found.interval.high:.1%}",
                f"{found.coverage:.1%}",
                f"{found.worst_case:.1%}",
                _cost(figures.efficiency(e for e in episodes if e.policy == found.name)),
            )
        )
    return table(("policy", "episodes", "strict success", "95 % interval", "coverage", "worst case", "cost"), rows)


def _cost(found: figures.Efficiency) -> str:
    if not found.model_calls and found.total_cost is None:
        return "-"
    return "n/a" if found.total_cost is None else f"${found.total_cost:.2f}"


def families(episodes: Sequence[Episode]) -> object:
    """For each policy how often each check family holds where it is declared."""
    rows = []
    for policy in dict.fromkeys(episode.policy for episode in episodes):
        shares = figures.family_shares(e for e in episodes if e.policy == policy)
        rows.append((policy, *(f"{shares[family]:.0%}" if family in shares else "-" for family in FAMILIES)))
    return table(("policy", *FAMILIES), rows)


def _by_family(episodes: Sequence[Episode]) -> object:
    found = figures.summarise(episodes, lambda episode: f"{episode.domain}  {episode.family}")
    return table(
        ("domain  family", "episodes", "strict success"), [(s.name, str(s.episodes), f"{s.rate:.1%}") for s in found]
    )


def _repeats(episodes: Sequence[Episode]) -> object:
    """What several trials show, for each policy."""
    policies = dict.fromkeys(episode.policy for episode in episodes)
    found = {policy: figures.repeats(e for e in episodes if e.policy == policy) for policy in policies}
    k = max(len(repeats.pass_k) for repeats in found.values())
    rows = [
        (
            policy,
            f"{repeats.mean:.1%}" if repeats.rates else "n/a",
            "n/a" if repeats.deviation is None else f"{repeats.deviation:.1%}",
            f"{repeats.pass_k[k - 1]:.1%}" if len(repeats.pass_k) == k > 0 else "n/a",
            str(len(repeats.flips)),
        )
        for policy, repeats in found.items()
    ]
    return table(("policy", "mean of trials", "standard deviation", f"pass^{k}", "tasks that flip"), rows)


def _agreement(policy: str, episodes: Sequence[Episode]) -> list[str]:
    """What two judges of replies show."""
    found = figures.agreement(episodes)
    if not sum(found):
        return []
    kappa = "n/a" if found.kappa is None else f"{found.kappa:.2f}"
    return [f"{policy}: the judges agree on {found.share:.1%} of {sum(found)} reply checks, kappa {kappa}"]


def _say(console: Console, *lines: str) -> None:
    for line in lines:
        console.print(without_secrets(line), markup=False, highlight=False, soft_wrap=True)


# Judging again


def _judge_again(args: argparse.Namespace, console: Console) -> int:
    """Judges a stored run with the contracts and checks as they are now."""
    stored = read_run(args.rejudge)
    before = figures.last_attempts(stored.episodes)
    make = judge(args, next((episode.model for episode in before), ""))
    beside = args.judge == "both"
    try:
        after = [_judged_again(episode, make, beside=beside) for episode in before]
    except Misconfigured as error:
        _say(console, f"stopped: the judge's model cannot be asked ({error.reason}): {error}")
        return STOPPED
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one.outcome != other.outcome]
    for one, other in changed:
        _say(console, f"{one.task} trial {one.trial}: {one.outcome} -> {other.outcome} {other.reason}".rstrip())
    console.print(scores(after), "", families(after), "", sep="\n")
    _say(console, f"{len(changed)} of {len(after)} outcomes changed")
    if args.out:
        update = {"judge": judge_name(make, beside=beside), "judge_settings": settings_of(make)}
        info = stored.info.judged_again().model_copy(update=update)
        with RunFolder(args.out) as folder:
            folder.begin(info)
            for episode in after:
                folder.add(episode)
            folder.conclude(summary(info, after))
        _say(console, f"written: {args.out}")
    return 0


def _judged_again(episode: Episode, make: Judge | None, *, beside: bool) -> Episode:
    replies = make(load_task(episode.task).persona.story) if make else None
    return rejudge(episode, replies, beside=beside)
