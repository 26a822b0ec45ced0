"""The command line `crm-gym`."""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console

from crm_gym import __version__
from crm_gym.cli import audit, check, compare, doctor, evaluate, export, freeze, list, pages, play, report, show, train
from crm_gym.registration import suggest
from crm_gym.tasks.store import UnknownTask

COMMANDS = (list, show, play, doctor, evaluate, compare, report, train, export, check, audit, freeze, pages)


class Parser(argparse.ArgumentParser):
    """Says which word was probably meant."""

    def error(self, message: str) -> None:  # type: ignore[override] # it exits, as argparse's does
        """Prints the message with the nearest known word."""
        word = message.split("invalid choice: ")[-1].split("'")[1] if "invalid choice: '" in message else ""
        known = message.rpartition("choose from ")[2].strip(") ").replace("'", "").split(", ")
        self.exit(2, f"{self.prog}: {message}{suggest(word, known) if word else ''}\ntry `{self.prog} --help`\n")


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = Parser(
        prog="crm-gym",
        description="CRM tasks as Gymnasium environments: a customer talks, an agent acts, a contract is judged.",
        epilog="start with: crm-gym list --domains;  crm-gym play payments-001;  crm-gym evaluate --policy oracle",
    )
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(required=True, metavar="command")
    for command in COMMANDS:
        command.add_parser(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command. Exit codes: 0 all is well, 2 wrong usage, 3 something falls short."""
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args, Console(emoji=False))
    except (UnknownTask, ValueError) as error:
        print(f"crm-gym: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())
