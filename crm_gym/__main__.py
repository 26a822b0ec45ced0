"""The command line `crm-gym`."""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console

from crm_gym import __version__
from crm_gym.cli import check


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = argparse.ArgumentParser(prog="crm-gym", description="CRM tasks as Gymnasium environments.")
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(required=True, metavar="command")
    for command in (check,):
        command.add_parser(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; the exit code is 0 when all is well."""
    args = parser().parse_args(argv)
    code: int = args.run(args, Console())
    return code


if __name__ == "__main__":
    sys.exit(main())
