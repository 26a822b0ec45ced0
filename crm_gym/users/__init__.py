"""Simulated users: scripted by default, or played by a language model from the same persona."""

from crm_gym.users.base import LEFT, SATISFIED, User, UserTurn, draw_wording
from crm_gym.users.played import LLMUser
from crm_gym.users.scripted import ScriptedUser

__all__ = ["LEFT", "SATISFIED", "LLMUser", "ScriptedUser", "User", "UserTurn", "draw_wording"]
