"""How well `listen` hears labelled messages: `python -m tests.corpus.score FILE`."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from crm_gym import text

LEXICON = Path(text.__file__).parents[1] / "data" / "payments" / "lexicon.json"

Labels = dict[str, object]
"""What is heard, per act, in a form that compares: sets, and booleans."""


class Result(NamedTuple):
    """One line: what is expected and what was heard."""

    id: str
    customer: str
    agent: str
    expected: Labels
    heard: Labels

    @property
    def wrong(self) -> list[str]:
        """The acts that differ."""
        return [act for act in self.expected if self.expected[act] != self.heard[act]]


def load_lexicon() -> text.Lexicon:
    """The words of the payments business."""
    return text.Lexicon.model_validate_json(LEXICON.read_text(encoding="utf-8"))


def results(path: Path) -> list[Result]:
    """Every line of a corpus file with what was heard."""
    lexicon = load_lexicon()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [_result(line, lexicon) for line in lines]


def accuracy(outcome: Sequence[Result]) -> float:
    """The share of lines in which everything is right."""
    return sum(not result.wrong for result in outcome) / len(outcome)


def report(outcome: Sequence[Result]) -> str:
    """The wrong lines, and the accuracy overall and per act."""
    shown = [_shown(result) for result in outcome if result.wrong]
    acts = outcome[0].expected
    rates = {act: sum(act not in result.wrong for result in outcome) / len(outcome) for act in acts}
    shown += [f"{act:12} {rate:7.2%}" for act, rate in rates.items()]
    return "\n".join([*shown, f"{'all right':12} {accuracy(outcome):7.2%} of {len(outcome)}"])


def _result(line: dict[str, object], lexicon: text.Lexicon) -> Result:
    customer, agent = str(line["customer"]), str(line["agent"])
    heard = text.listen(agent, lexicon, before=customer)._asdict()
    heard["outcomes"] = [{"kind": outcome.kind, "about": outcome.about} for outcome in heard["outcomes"]]
    expected = {act: _comparable(line[act]) for act in heard}
    return Result(str(line["id"]), customer, agent, expected, {act: _comparable(heard[act]) for act in heard})


def _comparable(label: object) -> object:
    """Lists as sets."""
    if isinstance(label, list | tuple):
        return frozenset(f"{item['kind']} {item['about']}" if isinstance(item, dict) else item for item in label)
    return label


def _shown(result: Result) -> str:
    lines = [f"{result.id}  customer: {result.customer}", f"  agent: {result.agent}"]
    for act in result.wrong:
        expected, heard = result.expected[act], result.heard[act]
        pair = [sorted(x) if isinstance(x, frozenset) else x for x in (expected, heard)]
        lines.append(f"  {act}: expected {pair[0]}, heard {pair[1]}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(report(results(Path(sys.argv[1]))) + "\n")
