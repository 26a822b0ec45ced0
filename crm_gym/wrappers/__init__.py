"""What a policy sees of an env, never what a task is: wrappers for language models and for measuring.

env = Chat(gym.make("CRMPayments-v0"))              # chat messages in OpenAI's form
env = HistoryWindow(env, messages=40)               # only the newest of them
env = TextAction(env)                               # a model's raw text instead of a message object
moment = env.get_wrapper_attr("save")()             # to branch: `restore(moment)` of the same, outermost env
envs = gym.make_vec("crm_gym:CRMPayments-v0", num_envs=8, vectorization_mode="sync", wrappers=[Chat])
"""

from crm_gym.wrappers.candidates import CandidateActions
from crm_gym.wrappers.chat import Chat, ChatAction
from crm_gym.wrappers.cost import RecordCost
from crm_gym.wrappers.limits import HistoryWindow, MaxLength
from crm_gym.wrappers.partial_credit import PartialCredit
from crm_gym.wrappers.text_action import TextAction

__all__ = [
    "CandidateActions",
    "Chat",
    "ChatAction",
    "HistoryWindow",
    "MaxLength",
    "PartialCredit",
    "RecordCost",
    "TextAction",
]
