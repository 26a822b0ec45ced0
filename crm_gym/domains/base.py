"""What a business is: its records, tools, seed world, policy and graph."""

import hashlib
import importlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, ClassVar, NamedTuple, Self

from crm_gym.domains.background import Background
from crm_gym.text import Lexicon
from crm_gym.tools import Toolbox
from crm_gym.types import Call, Value
from crm_gym.world import Record, Rows

COMMON = "common"
"""The part of a policy before its first node section: visible everywhere."""


class Session(Record):
    """Who is being served, and how far they have proved who they are."""

    key: ClassVar[str] = "session_id"
    bookkeeping: ClassVar[bool] = True

    session_id: str = "session"
    actor_id: str | None = None
    role: str = "customer"
    verified_id: str | None = None
    verified_level: int = 0
    channel: str = "chat"
    failed_attempts: dict[str, int] = {}
    """Wrong answers so far, by the id that they were given for."""


class Node(Value):
    """A capability of the reference graph: what it is for, the tools it exposes, and where it may go."""

    about: str
    tools: tuple[str, ...]
    edges: tuple[str, ...]


ROUTER = "router"
"""The node where each turn of the customer starts."""
ROUTE = "route_to_"
"""What the names of route calls begin with."""


class Exposure(NamedTuple):
    """What an agent sees at one node, or of the whole business."""

    instructions: str
    tools_json: str
    tools: frozenset[str]
    """Names of the tools that can be called from here."""


class SharedRows(Rows):
    """A seed world: all envs of a process share it, and another process finds its own by name."""

    def __init__(self, domain: str, records: Iterable[Record]) -> None:
        super().__init__(records)
        self._domain = domain

    def __reduce__(self) -> tuple[Any, ...]:
        return _rows_of, (self._domain, 1)


class SharedBackground(Background):
    """A seed world many times, shared in the same way."""

    def __init__(self, domain: "Domain", scale: int) -> None:
        super().__init__(domain.rows, domain.copied, scale)
        self._domain = domain.name
        self._times = scale

    def __reduce__(self) -> tuple[Any, ...]:
        return _rows_of, (self._domain, self._times)


class SharedLexicon(Lexicon):
    """A domain's words: compiled once per process, copied and pickled by name."""

    domain: str

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _lexicon_of, (self.domain,)


class Domain:
    """One simulated business. Its files are `data/<name>/world.json`, `policy.md`, `graph.json` and `lexicon.json`."""

    def __init__(
        self,
        name: str,
        *,
        title: str,
        now: datetime,
        labels: tuple[str, ...],
        records: tuple[type[Record], ...],
        tools: Toolbox,
        hand_over: tuple[Call, ...],
        copied: tuple[type[Record], ...] = (),
    ) -> None:
        self.name = name
        self.title = title
        """The company's name, as customers know it."""
        self.now = now
        self.labels = labels
        """The four capability labels."""
        self.records: Mapping[str, type[Record]] = {kind.__name__: kind for kind in records}
        self.toolbox = tools
        self.copied = copied
        """What belongs to customers: the tables that a larger world has more of."""
        self._larger: dict[int, Rows] = {}
        self.hand_over = hand_over
        """Calls that give the case away at once, one for each reason: what the `transfer` baseline tries."""

    def rows_at(self, scale: int) -> Rows:
        """The seed world, or a background of so many times its size around it; made once per process."""
        if scale == 1:
            return self.rows
        if scale not in self._larger:
            self._larger[scale] = SharedBackground(self, scale)
        return self._larger[scale]

    def text(self, file: str) -> str:
        """One of the domain's data files."""
        return files("crm_gym").joinpath("data", self.name, file).read_text(encoding="utf-8")

    def parse(self, table: str, row: Mapping[str, Any]) -> Record:
        """A row of a file as a record; money there is in major units."""
        return self.records[table].model_validate_json(json.dumps(row))

    @cached_property
    def rows(self) -> Rows:
        """The seed world."""
        world: dict[str, list[dict[str, Any]]] = json.loads(self.text("world.json"))
        return SharedRows(self.name, (self.parse(table, row) for table, rows in world.items() for row in rows))

    @cached_property
    def policy(self) -> str:
        """The whole policy text."""
        return self.text("policy.md")

    @cached_property
    def sections(self) -> Mapping[str, str]:
        """The policy by graph node; `common` is the part before the first node."""
        parts: dict[str, list[str]] = {COMMON: []}
        current = COMMON
        for line in self.policy.splitlines():
            heading = line.removeprefix("## ").strip()
            if line.startswith("## ") and heading in self.graph:
                current = heading
            parts.setdefault(current, []).append(line)
        return {node: "\n".join(lines).strip() for node, lines in parts.items()}

    @cached_property
    def graph(self) -> Mapping[str, Node]:
        """The reference graph by node name; `router` is where each user turn starts."""
        return {name: Node.model_validate(node) for name, node in json.loads(self.text("graph.json")).items()}

    @cached_property
    def lexicon(self) -> Lexicon:
        """The domain's words: slots that can be asked for and topics that can have an outcome."""
        return SharedLexicon.model_validate(json.loads(self.text("lexicon.json")) | {"domain": self.name})

    @cached_property
    def tools_json(self) -> str:
        """All tool schemas as JSON text, in OpenAI's function form."""
        return json.dumps([tool.schema for tool in self.toolbox.tools.values()], ensure_ascii=False)

    @cached_property
    def everything(self) -> Exposure:
        """The whole policy and all tools."""
        return Exposure(self.policy, self.tools_json, frozenset(self.toolbox.tools))

    @cached_property
    def exposures(self) -> Mapping[str, Exposure]:
        """What each node shows: the common policy and its own part, its tools, and the ways on."""
        return {name: self._exposure(name, node) for name, node in self.graph.items()}

    def _exposure(self, name: str, node: Node) -> Exposure:
        schemas = [self.toolbox.tools[tool].schema for tool in node.tools]
        schemas += [_route_schema(edge, self.graph[edge]) for edge in node.edges]
        parts = [self.sections.get(COMMON, ""), self.sections.get(name, "")]
        instructions = "\n\n".join(part for part in parts if part) + "\n"
        return Exposure(instructions, json.dumps(schemas, ensure_ascii=False), frozenset(node.tools))

    @cached_property
    def reachable(self) -> frozenset[str]:
        """Tools of the nodes to which some way leads from the router."""
        found, ahead = {ROUTER}, [ROUTER]
        while ahead:
            new = [edge for edge in self.graph[ahead.pop()].edges if edge not in found]
            found.update(new)
            ahead += new
        return frozenset(tool for node in found for tool in self.graph[node].tools)

    @cached_property
    def data_hash(self) -> str:
        """Identifies the seed world: an episode can only be judged again over the same one."""
        return hashlib.sha256(self.text("world.json").encode()).hexdigest()[:16]


def _route_schema(name: str, node: Node) -> dict[str, Any]:
    """A way to another node, in OpenAI's function form."""
    function = {
        "name": ROUTE + name,
        "description": f"Go on to {name}. {node.about}",
        "parameters": {"type": "object", "properties": {}, "additionalProperties": False},
    }
    return {"type": "function", "function": function}


def _rows_of(domain: str, scale: int) -> Rows:
    return load_domain(domain).rows_at(scale)


def _lexicon_of(domain: str) -> Lexicon:
    return load_domain(domain).lexicon


@cache
def load_domain(name: str) -> Domain:
    """The domain with this slug, like `payments`."""
    domain: Domain = importlib.import_module(f"crm_gym.domains.{name}").DOMAIN
    return domain
