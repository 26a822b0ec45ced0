"""The text env as a discrete one: a numbered list of things to do next, made of observations alone."""

from crm_gym.wrappers.candidates.dialogue import Dialogue
from crm_gym.wrappers.candidates.moves import Move
from crm_gym.wrappers.candidates.wrapper import CandidateActions, observed

__all__ = ["CandidateActions", "Dialogue", "Move", "observed"]
