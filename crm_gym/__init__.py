"""CRM tasks as Gymnasium environments: a customer talks, an agent acts, a contract is judged.

>>> import gymnasium as gym, crm_gym
>>> env = gym.make("CRMPayments-v0")
>>> observation, info = env.reset(seed=7)
>>> sorted(observation)
['content', 'instructions', 'role', 'tools']
"""

from typing import TYPE_CHECKING, Any

from crm_gym.registration import register_crm_envs

if TYPE_CHECKING:
    from crm_gym.evaluation import evaluate

__all__ = ["evaluate", "register_crm_envs"]
__version__ = "0.1.0"

register_crm_envs()


def __getattr__(name: str) -> Any:
    """Loads the evaluation only when it is asked for, so that importing the package stays cheap."""
    if name == "evaluate":
        from crm_gym.evaluation import evaluate

        return evaluate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
