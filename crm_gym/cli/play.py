"""`crm-gym play`: a person is the agent."""

import argparse
import json
from typing import Any

import gymnasium as gym
from rich.console import Console

from crm_gym.registration import suggest, task_ids
from crm_gym.tasks.store import UnknownTask

HELP = """You are the agent. Type a message to the customer, or a tool call:
  /find_party email="ines@mail.example"     a tool; values are JSON, bare words are text
  /policy     the instructions              /tools      the tools      /tool NAME   one tool
  /help       this text                     /quit       stop"""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "play",
        help="play a task yourself",
        description="You are the agent: talk with the customer and call tools in the terminal.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("task", help="a task id, like payments-017")
    parser.add_argument("--seed", type=int, default=0, help="the customer's wording (default: 0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Plays until the episode ends or the player leaves."""
    if args.task not in task_ids():
        raise UnknownTask(f"there is no task {args.task!r}{suggest(args.task, task_ids())}")
    env = gym.make(f"crm/{args.task}-v0", render_mode="human")
    console.print(HELP, markup=False, highlight=False)
    observation, info = env.reset(seed=args.seed)
    ended = False
    while not ended:
        action = _next_action(console, observation)
        if action is None:
            return 0
        observation, _, ended, _, info = env.step(action)
    _print_verdicts(console, info)
    return 0


def _next_action(console: Console, observation: dict[str, str]) -> str | dict[str, Any] | None:
    """What the player does next; None when they leave."""
    while True:
        try:
            line = input("you    > ").strip()
        except EOFError:
            return None
        if line == "/quit":
            return None
        if not line.startswith("/"):
            return line
        try:
            action = command(line, observation)
        except ValueError as error:
            action = str(error)
        if isinstance(action, dict):
            return action
        console.print(action, markup=False, highlight=False)


def command(line: str, observation: dict[str, str]) -> str | dict[str, Any]:
    """A tool call, or a text to show, from a line that starts with a slash. Raises ValueError."""
    name, _, rest = line[1:].partition(" ")
    tools = {tool["function"]["name"]: tool["function"] for tool in json.loads(observation["tools"])}
    match name:
        case "help":
            return HELP
        case "policy":
            return observation["instructions"]
        case "tools":
            return "\n".join(f"{tool['name']}: {tool['description']}" for tool in tools.values())
        case "tool":
            wanted = rest.strip()
            return json.dumps(tools[wanted], indent=1) if wanted in tools else _unknown(wanted, tools)
    return {"name": name, "arguments": arguments(rest)} if name in tools else _unknown(name, tools)


def _unknown(name: str, tools: dict[str, Any]) -> str:
    return f"there is no tool {name!r}{suggest(name, tools)}"


def arguments(text: str) -> dict[str, Any]:
    """Reads `name=value name=value`; a value is JSON, or a bare word. Raises ValueError."""
    found: dict[str, Any] = {}
    text = text.strip()
    while text:
        name, equals, rest = text.partition("=")
        if not equals or not name.strip().isidentifier():
            raise ValueError(f"cannot read {text!r}: write name=value, with texts of several words in double quotes")
        found[name.strip()], text = _value(rest.lstrip())
    return found


def _value(text: str) -> tuple[Any, str]:
    word, _, after = text.partition(" ")
    if word.isdigit() and len(word) > 4:
        return word, after.lstrip()
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError:
        return word, after.lstrip()
    whole = end == len(text) or text[end].isspace()
    return (value, text[end:].lstrip()) if whole else (word, after.lstrip())


def _print_verdicts(console: Console, info: dict[str, Any]) -> None:
    result = "success" if info["success"] else "failure"
    console.print(f"\n{result} (the episode ended with {info['end']})", markup=False)
    for check in json.loads(info["report"]):
        mark = {"holds": "+", "broken": "-", "error": "!"}[check["outcome"]]
        console.print(f" {mark} {check['family']:<10}{check['id']}: {check['why']}", markup=False, highlight=False)
