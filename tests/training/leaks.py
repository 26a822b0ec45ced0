"""Whether training tasks are ever released ones, and how many different ones there are.

`python -m tests.training.leaks payments 100000` draws so many and prints what it found.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Iterable

from crm_gym.tasks import training_split
from crm_gym.tasks.names import RELEASED, TRAINED
from crm_gym.tasks.spec import Task
from crm_gym.tasks.store import load_tasks

_NAMES = {name for pool in (RELEASED, TRAINED) for name in (*pool.first, *pool.last)}
_ENTITY = re.compile(
    r"[\w.+-]+@[\w.-]+"  # mailboxes
    r"|\+\d[\d ]+\d"  # phones
    r"|\b[A-Z]{2,4}-\d+\b"  # ids
    r"|\b\d{4,}\b(?!-\d\d)(?!\.\d)"  # codes and account numbers, but no years of dates and no amounts
    r"|\b(?:" + "|".join(sorted(map(re.escape, _NAMES))) + r")\b"
)


def fingerprint(task: Task) -> str:
    """What decides a task (rows, facts, contract), with entities numbered in the order in which they come."""
    numbers: dict[str, str] = {}
    parts = [*(given.model_dump_json() for given in task.given), repr(sorted(task.persona.facts.items()))]
    parts += [check.model_dump_json() for check in task.contract]
    return _ENTITY.sub(lambda match: numbers.setdefault(match[0], f"#{len(numbers)}"), "\n".join(parts))


def drawn(domain: str, numbers: Iterable[int]) -> Iterable[Task]:
    """Training tasks by number."""
    split = training_split(domain)
    return (split.draw(number) for number in numbers)


def foreign_names(task: Task) -> set[str]:
    """People of the released pool, by full name or mailbox, in a training task."""
    first, last = "|".join(map(re.escape, RELEASED.first)), "|".join(map(re.escape, RELEASED.last))
    people = re.compile(rf"\b(?:{first})[ .](?:{last})\b", re.I)
    return set(people.findall(task.model_dump_json()))


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Draws many training tasks and compares them with the released ones."""
    domain, count = sys.argv[1], int(sys.argv[2])
    released = {fingerprint(task): task.id for task in load_tasks(domain).values()}
    seen: Counter[int] = Counter()
    hits, named = [], Counter[str]()
    started = time.process_time()
    for task in drawn(domain, range(count)):
        print_ = fingerprint(task)
        seen[hash(print_)] += 1
        named.update(foreign_names(task))
        hits += [(task.id, released[print_])] if print_ in released else []
    _tell(f"{count} training tasks of {domain}, {time.process_time() - started:.0f} CPU seconds")
    _tell(f"same as a released task: {len(hits)} {hits[:5]}")
    _tell(f"different fingerprints: {len(seen)} ({len(seen) / count:.1%}); names of the released pool: {dict(named)}")


if __name__ == "__main__":
    main()
