"""`crm-gym freeze`: writes the release that the envs read."""

import argparse

from rich.console import Console

from crm_gym.registration import SUITES
from crm_gym.tasks.freeze import DATA, frozen_files


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "freeze",
        help="write the released tasks from their scenarios",
        description="Draws every cell of every scenario and writes tasks.json, numbers.json and index.json.",
        epilog="example: crm-gym freeze --check",
    )
    parser.add_argument("--domain", choices=SUITES, help="only this business (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 3 when a file is out of date")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Writes the files, or says which are out of date."""
    stale = [file for file in frozen_files([args.domain] if args.domain else list(SUITES)) if not file.fresh]
    for file in stale:
        console.print(
            f"{'out of date' if args.check else 'writing'}: {file.path.relative_to(DATA.parent)}", markup=False
        )
        if not args.check:
            file.path.write_text(file.text, encoding="utf-8")
    if not stale:
        console.print("the frozen tasks are up to date")
    elif args.check:
        console.print("run `crm-gym freeze` and commit the difference")
    return 3 if stale and args.check else 0
