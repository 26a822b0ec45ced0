"""What a run may take, and when it stops."""

from collections.abc import Mapping

from pydantic import Field

from crm_gym.evaluation.episode import Episode
from crm_gym.evaluation.jobs import SECONDS
from crm_gym.llm import Price, Usage, cost
from crm_gym.types import Value


class RunStopped(Exception):
    """The run has ended before all trials were played; the message says why and what to do.

    `episodes` has those that were played. With a run directory they are also there, and `resume=True` goes on.
    """

    def __init__(self, message: str, episodes: list[Episode]) -> None:
        super().__init__(message)
        self.episodes = episodes


class Limits(Value):
    """What a trial and a run may take."""

    seconds: float = Field(default=SECONDS, gt=0)
    """Seconds of one trial (`Seconds.total`), checked between steps. Trials beside it take nothing of them."""
    agent_share: float | None = Field(default=None, gt=0, le=1)
    """The rule for trials that run out of time: from this share of their seconds on that the agent took, it was the
    model's failure (`model.timeout`). None: a person decides, with `crm-gym show --review`."""
    cost: float | None = Field(default=None, gt=0)
    """US dollars of the whole run: agent, simulator and judge together. What is in flight is finished."""
    tokens: int | None = Field(default=None, gt=0)
    """Tokens of the whole run, prompts and completions of all three together."""
    retries: int = Field(default=1, ge=0)
    """How often a trial is played again after an infrastructure failure."""


class Meter:
    """Adds up what a run has used, attempts that failed too."""

    def __init__(self, limits: Limits, prices: Mapping[str, Price], *, simulator: str = "", judge: str = "") -> None:
        """`simulator` and `judge` are the models' names; '' for none."""
        self._limits = limits
        self._prices = prices
        self._simulator, self._judge = simulator, judge
        self.cost = 0.0
        self.tokens = 0

    def add(self, episode: Episode) -> str:
        """Counts an episode; says why the run must stop, or ''."""
        parts = [
            (episode.spent.agent, episode.model),
            (episode.spent.simulator, self._simulator),
            (episode.spent.judge, self._judge),
        ]
        for usage, model in parts:
            if usage == Usage():
                continue
            self.tokens += usage.prompt + usage.completion
            if (fault := self._pay(usage, model)) and self._limits.cost is not None:
                return fault
        return self._reached()

    def _pay(self, usage: Usage, model: str) -> str:
        price = cost(usage, model, self._prices)
        if price is not None:
            self.cost += price
            return ""
        if not usage.known:
            return f"the endpoint of {model!r} does not say how many tokens it uses, so a limit of cost cannot be kept"
        return (
            f"the price of {model!r} is unknown, so a limit of cost cannot be kept: give a price table or limit tokens"
        )

    def _reached(self) -> str:
        limits = self._limits
        if limits.cost is not None and self.cost >= limits.cost:
            return f"the run has cost ${self.cost:.2f}, and may cost ${limits.cost:.2f}"
        if limits.tokens is not None and self.tokens >= limits.tokens:
            return f"the run has used {self.tokens:,} tokens, and may use {limits.tokens:,}"
        return ""
