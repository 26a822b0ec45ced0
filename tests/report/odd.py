"""Episodes that must not disturb the page: markup, scripts, endless and right-to-left text, and unscored outcomes."""

from crm_gym.contract import Verdict
from crm_gym.types import AgentSays, Routed, ToolUse, UserSays

SCRIPT = "<script>window.stolen = 1</script><img src=x onerror='window.stolen = 1'></script><!--"
MARKUP = "<b>bold</b> &amp; <a href='https://example.org'>a link</a> [x](javascript:window.stolen=1) @@SCRIPT@@"
LONG = "All work and no play. " * 4_600
RIGHT_TO_LEFT = "\u202eשלום, הזמנה O-1001 בוטלה\nمرحبا، تم الإلغاء"  # noqa: RUF001 - these are the letters
NAUGHTY = [SCRIPT, MARKUP, LONG, RIGHT_TO_LEFT]

EVENTS = (
    UserSays(text=f"Hello {SCRIPT}"),
    *(AgentSays(text=text) for text in NAUGHTY),
    ToolUse(name=SCRIPT[:60], arguments={MARKUP: [SCRIPT, {"deep": LONG[:3000]}]}, status="unknown", result="no {json"),
    Routed(node=MARKUP, status="not_exposed", result=SCRIPT),
    AgentSays(text=""),
)


def odd_episodes(episodes):
    """The first episodes in another guise each; the rest as they were."""
    first, second, third, fourth, fifth, *rest = episodes
    return [
        first.model_copy(update=_failed() | {"events": EVENTS, "journal": (), "verdicts": (_verdict(first, 3),)}),
        _unscored(second, "infra_failure", "infra.agent.rate_limit"),
        third.model_copy(update={"outcome": "timeout_unreviewed", "reason": "limit.seconds", "end": "seconds"}),
        _unscored(fourth, "evaluator_error", "evaluator.check"),
        fifth.model_copy(
            update={"opinions": (fifth.verdicts[0].model_copy(update={"outcome": "broken", "why": SCRIPT}),)}
        ),
        *rest,
    ]


def _failed():
    return {"outcome": "model_failure", "reason": "model.checks", "checks": {"reply": 0.0}}


def _verdict(episode, event):
    id = episode.verdicts[0].id
    return Verdict(id=id, family="reply", kind="mentions", outcome="broken", why=SCRIPT, evidence=(event, event, 99))


def _unscored(episode, outcome, reason):
    return episode.model_copy(update={"outcome": outcome, "reason": reason, "verdicts": (), "checks": {}, "end": ""})
