"""Solutions under routed exposure: the same steps, with the ways through the graph between them."""

from collections.abc import Iterator, Mapping, Sequence

from crm_gym.domains.base import ROUTE, ROUTER, Node
from crm_gym.types import Call, Say


def routed(steps: Sequence[Say | Call], graph: Mapping[str, Node]) -> list[Say | Call]:
    """The steps with the shortest ways to the tools that they call; after each message the router comes first."""
    return list(_routed(steps, graph))


def _routed(steps: Sequence[Say | Call], graph: Mapping[str, Node]) -> Iterator[Say | Call]:
    node = ROUTER
    for step in steps:
        if isinstance(step, Say):
            node = ROUTER
        elif step.name not in graph[node].tools:
            way = shortest_way(graph, node, step.name)
            yield from (Call(name=ROUTE + stop) for stop in way)
            node = way[-1]
        yield step


def shortest_way(graph: Mapping[str, Node], start: str, tool: str) -> list[str]:
    """The nodes on the way to the nearest one that exposes a tool, without the start; raises LookupError."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        if tool in graph[way[-1]].tools:
            return way[1:]
        new = [edge for edge in graph[way[-1]].edges if edge not in seen]
        seen.update(new)
        ways += [[*way, edge] for edge in new]
    raise LookupError(f"no way leads from {start} to {tool}")
