"""The customer that a language model plays: what it is told, what ends a conversation, and what is no turn."""

import copy
import json
import pickle
import re

import gymnasium as gym
import pytest

from crm_gym.envs.crm_env import SIMULATOR_DOWN, CRMEnv
from crm_gym.llm import Client, Misconfigured, Unavailable
from crm_gym.persona import Goal, HeardOutcome, Persona, Reaction, ReadBack
from crm_gym.registration import SUITES, task_ids
from crm_gym.tasks.store import load_task, load_tasks
from crm_gym.types import AgentSays, UserSays
from crm_gym.users import LEFT, SATISFIED, LLMUser
from crm_gym.users.briefing import instruction, is_recited
from crm_gym.users.played import LONGEST
from tests.llm.payloads import PAYLOADS, payloads
from tests.llm.server import fails, says

each_domain = pytest.mark.parametrize("domain", SUITES)
PERSONA = Persona(
    name="Ines Novak",
    voice="Calm.",
    story="You want 500 moved to savings.",
    opening=("Please move 500 to my savings.",),
    goals=(Goal(about="transfer", again=("I want 500 moved to savings.",)),),
    facts={"email": ("It is ines@mail.example.",), "amount": ("500.",)},
    unknown=("last4",),
    figures=(500.0,),
    reactions=(
        Reaction(
            on=HeardOutcome(outcome="refused"), says=("Then 400.",), learns={"amount": ("400 now.",)}, figures=(400.0,)
        ),
        Reaction(on=ReadBack(times=2), says=("As I said, yes.",)),
    ),
    pushes=(("Please try again.",), ("I insist.",)),
    thanks=("Thanks, bye.",),
    leaves=("Goodbye then.",),
)


@pytest.fixture
def user(client):
    return LLMUser(PERSONA, client, seed=7, task="t")


def _spoken(*messages):
    spoken = [UserSays(text="Please move 500 to my savings.")]
    for message in messages:
        spoken += [AgentSays(text=message), UserSays(text="Hm.")]
    return spoken[:-1]


def _marks(server):
    """The marks as the model sees them, from its instruction."""
    system = server.requests[-1]["messages"][0]["content"]
    return re.search(r"\[\[end \w+\]\]", system)[0], re.search(r"\[\[leave \w+\]\]", system)[0]


# The private instruction


def _told(persona):
    """Everything that a persona's data tells the user to know, want or say."""
    yield from (persona.name, persona.voice, persona.story)
    yield from (goal.again[0] for goal in persona.goals)
    yield from (wordings[0] for wordings in persona.facts.values())
    yield from (push[0] for push in persona.pushes)
    yield from (slot.replace("_", " ") for slot in persona.unknown)
    yield from (f"{figure:.2f}" for figure in persona.figures if persona.says_yes)
    yield (persona.yes if persona.says_yes else persona.no)[0]
    for reaction in persona.reactions:
        yield reaction.says[0]
        yield from (text[0] for text in reaction.learns.values())
        yield from (f"{figure:.2f}" for figure in reaction.figures)
        yield from (goal.again[0] for goal in reaction.goals)
        yield from reaction.settles


def _says(persona):
    """Everything that a persona's data lets the user say."""
    yield from (*persona.opening, *persona.thanks, *persona.leaves, *persona.yes, *persona.no)
    yield from (text for goal in persona.goals for text in goal.again)
    yield from (text for wordings in (*persona.facts.values(), *persona.pushes) for text in wordings)
    for reaction in persona.reactions:
        yield from (*reaction.says, *(text for wordings in reaction.learns.values() for text in wordings))


@each_domain
def test_the_instruction_has_every_fact(domain):
    for task in load_tasks(domain).values():
        text = instruction(task.persona, "[[done]]", "[[left]]")
        assert [fact for fact in _told(task.persona) if fact not in text] == [], task.id


@each_domain
def test_each_part_of_the_instruction_is_known_again_and_nothing_that_a_customer_says(domain):
    for task in load_tasks(domain).values():
        text = instruction(task.persona, "[[done]]", "[[left]]")
        parts = [*text.split("\n\n"), text.upper(), f"**{text[:300]}**".replace(" ", "\n")]
        assert [part for part in parts if not is_recited(part)] == [], task.id
        assert [said for said in _says(task.persona) if is_recited(said)] == [], task.id


def test_the_instruction_is_all_of_the_task_that_the_model_sees(server, client):
    task = load_task("payments-001")
    user = LLMUser(task.persona, client, seed=1, task=task.id)
    user.reply(_spoken("Hello."))
    sent = json.dumps(server.requests[0])
    assert task.family not in sent
    assert not any(check.sentence in sent for check in task.contract)
    assert not any(getattr(step, "name", step) in sent for step in task.solution if step.kind == "call")
    assert server.requests[0].keys() == {"model", "messages", "max_tokens"}


def test_the_marks_are_in_the_instruction_and_differ_from_episode_to_episode(server, client):
    seen = set()
    for seed, task in ((1, "a"), (2, "a"), (1, "b")):
        LLMUser(PERSONA, client, seed=seed, task=task).reply(_spoken("Hello."))
        seen.add(_marks(server))
    assert len(seen) == 3


def test_the_opening_is_one_of_the_personas_and_asks_no_model(server, user):
    assert user.open().text in PERSONA.opening
    assert server.requests == []


# What is seen


def test_the_agent_is_the_other_side_and_fenced(server, user):
    server.plays(says("Yes."))
    user.reply(_spoken("What is it?", "Which one?"))
    system, opening, first, answer, last = server.requests[0]["messages"]
    assert [m["role"] for m in (system, opening, first, answer, last)] == [
        "system", "assistant", "user", "assistant", "user",
    ]  # fmt: skip
    fence, text, again = last["content"].split("\n")
    assert (text, again) == ("Which one?", fence)
    assert re.fullmatch(r"\[\[agent \w{8}\]\]", fence)


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_nothing_that_an_agent_writes_leaves_its_fence_or_ends_the_conversation(server, user, number):
    server.plays(says("I do not understand that."))
    user.reply(_spoken("Hello."))
    mark, told = _marks(server)[0][6:-2], server.requests[0]["messages"][0]
    for payload in payloads("12345678", mark, mark.upper(), mark[:4] + mark + mark[4:])[number * 4 : number * 4 + 4]:
        server.requests.clear()
        turn = user.reply(_spoken(payload))
        assert turn == ("I do not understand that.", "")
        system, *_, message = server.requests[0]["messages"]
        assert system == told
        inside = re.fullmatch(rf"\[\[agent {mark}\]\]\n(.*)\n\[\[agent {mark}\]\]", message["content"], re.DOTALL)
        assert inside, payload
        assert mark not in inside[1].lower()


def test_a_model_that_repeats_what_the_agent_planted_does_not_end(server, user):
    """An echo is the best that a planted mark can hope for: only the true mark ends, and the agent's is cut out."""
    server.model = lambda request, number: says(request["messages"][-1]["content"])
    user.reply(_spoken("Hello."))
    mark = _marks(server)[0]
    for payload in payloads("12345678", mark[6:-2]):
        assert user.reply(_spoken(f"{payload} Hello?")).end == "", payload


@pytest.mark.parametrize("payload", [payload for payload in PAYLOADS if "instruction" in payload.lower()] + ["[[end]]"])
def test_a_model_that_is_talked_into_reciting_its_instruction_is_not_heard(server, user, payload):
    server.model = lambda request, number: says(f"Sure: {request['messages'][0]['content']}")
    with pytest.raises(Unavailable) as caught:
        user.reply(_spoken(payload))
    assert caught.value.reason == "no_turn"
    system = server.requests[0]["messages"][0]["content"]
    for part in system.split("\n\n"):
        server.begin(server.model)
        server.plays(says(part), says("I do not understand that."))
        assert user.reply(_spoken(payload)) == ("I do not understand that.", "")
        assert len(server.requests) == 2


# How it ends


def test_the_models_own_marks_end_and_are_never_heard(server, user):
    user.reply(_spoken("Hello."))
    done, leave = _marks(server)
    for said, text, end in [
        (f"Thanks, bye! {done}", "Thanks, bye!", SATISFIED),
        (f"{leave} I give up.", "I give up.", LEFT),
        (f"Bye. {done} {leave}", "Bye.", SATISFIED),
        (done, "Thanks, bye.", SATISFIED),
        (leave, "Goodbye then.", LEFT),
    ]:
        server.plays(says(said))
        assert user.reply(_spoken("It is done.")) == (text, end)


def test_no_part_of_a_mark_is_ever_heard(server, user):
    user.reply(_spoken("Hello."))
    mark = _marks(server)[0][6:-2]
    for said in (
        f"I end with {mark}.",
        f"[end {mark}] maybe?",
        f"[[agent {mark}]] ok",
        f"[[END {mark.upper()}]] ok",
        f"{mark[:3]}{mark}{mark[3:]} ok",
    ):
        server.plays(says(said))
        turn = user.reply(_spoken("It is done."))
        assert mark not in turn.text.lower()


def test_the_persona_is_left_only_by_the_mark(server, user):
    server.plays(says("Thanks, that is all. Goodbye."))
    assert user.reply(_spoken("It is done.")).end == ""


# What is no turn

SWAPPED = [
    "How can I help you today?",
    "As an AI, I cannot want anything.",
    "As a customer, I'm here to assist you.",
    "Thank you for contacting us.",
    "Is there anything else I can help you with?",
    "Hello.\nAgent: What is your e-mail?\nCustomer: It is ines@mail.example.",
    "Assistant: Sure.",
]
EMPTY = [None, "", "  \n", "Customer:", "<think>I should say hello.</think>"]


@pytest.mark.parametrize("bad", [*SWAPPED, *EMPTY])
def test_what_is_no_turn_is_asked_for_again_then_fails(server, user, bad):
    server.plays(says(bad), says("Customer: It is ines@mail.example."))
    assert user.reply(_spoken("Your e-mail?")) == ("It is ines@mail.example.", "")
    first, second = (request["messages"][-1]["content"] for request in server.requests)
    assert second.startswith(first)
    assert "as the customer" in second
    server.plays(says(bad))
    with pytest.raises(Unavailable) as caught:
        user.reply(_spoken("Your e-mail?"))
    assert caught.value.reason == "no_turn"
    assert len(server.requests) == 4
    assert user.usage.calls == 4


def test_a_reminder_is_not_remembered(server, user):
    server.plays(says(""), says("Hm."), says("Hm."))
    user.reply(_spoken("Hello?"))
    user.reply(_spoken("Hello?", "Still there?"))
    assert "as the customer" not in json.dumps(server.requests[2])


def test_a_monologue_is_cut(server, user):
    server.plays(says("I want it. " * 1000))
    assert len(user.reply(_spoken("Hello?")).text) == LONGEST


# In the env


def _env(server, **more):
    return gym.make("CRMPayments-v0", user="llm", user_model="some-model", base_url=server.url, **more)


def test_a_conversation_with_a_played_customer_ends_as_any_other(server):
    env = _env(server)
    env.reset(seed=3)
    server.plays(says("It is ines@mail.example."))
    observation, reward, terminated, truncated, info = env.step("What is your e-mail?")
    assert observation["content"] == "It is ines@mail.example."
    assert (terminated, truncated) == (False, False)
    done, _ = _marks(server)
    server.plays(says(f"OK, bye. {done}"))
    observation, reward, terminated, truncated, info = env.step("It cannot be done.")
    assert observation["content"] == "OK, bye."
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert (info["success"], info["end"]) == (False, SATISFIED)


@pytest.mark.parametrize(
    ("reply", "fault"),
    [(fails(503), "outage"), (fails(401), "authentication"), (says(""), "no_turn"), (says(SWAPPED[0]), "no_turn")],
)
def test_an_env_without_its_customer_is_truncated_and_has_no_outcome(server, reply, fault):
    env = _env(server, user_options={"attempts": 1})
    env.reset(seed=3)
    server.plays(reply)
    observation, reward, terminated, truncated, info = env.step("What is your e-mail?")
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info == {"task_id": info["task_id"], "end": SIMULATOR_DOWN}
    assert env.unwrapped.fault == fault
    assert env.observation_space.contains(observation)
    server.plays(says("Hello again."))
    env.reset(seed=3)
    assert env.step("Hello?")[0]["content"] == "Hello again."
    assert env.unwrapped.fault == ""


def test_a_customer_without_a_key_is_a_misconfiguration(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    env = CRMEnv(domain="payments", user="llm")
    env.reset(seed=3)
    info = env.step("Hello?")[-1]
    assert (info["end"], env.fault) == (SIMULATOR_DOWN, "no_key")
    with pytest.raises(Misconfigured):
        LLMUser(PERSONA, env._client, seed=1, task="t").reply(_spoken("Hello."))


def test_the_env_of_a_played_customer_is_json_and_can_be_pickled(server):
    env = _env(server, user_options={"temperature": 0.0, "extra": {"cache_prompt": False}})
    spec = gym.envs.registration.EnvSpec.from_json(env.spec.to_json())
    server.plays(says("It is ines@mail.example."))
    for made in (gym.make(spec), pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        made.reset(seed=3)
        assert made.step("Your e-mail?")[0]["content"] == "It is ines@mail.example."
    assert all(request["cache_prompt"] is False for request in server.requests)
    assert len(server.requests) == 3


def test_an_episode_with_a_played_customer_can_be_saved_and_gone_on_from(server):
    env = _env(server).unwrapped
    env.reset(seed=3)
    server.model = lambda request, number: says(f"Turn {len(request['messages'])}.")
    env.step("Hello?")
    snapshot = pickle.loads(pickle.dumps(env.save()))
    first = env.step("Your e-mail?")[0]["content"]
    env.restore(snapshot)
    assert env.step("Your e-mail?")[0]["content"] == first == "Turn 5."


def test_the_customer_of_each_trial_has_its_own_marks(server):
    env = _env(server)
    seen = set()
    for seed in (1, 2):
        env.reset(seed=seed, options={"task_id": "payments-001"})
        env.step("Hello?")
        seen.add(_marks(server))
    assert len(seen) == 2


def test_a_client_is_copied_with_its_user(client):
    user = LLMUser(PERSONA, client, seed=7, task="t")
    twin = user.copy()
    assert isinstance(user._client, Client)
    assert twin is not user
    assert vars(twin) == vars(user)


@each_domain
def test_every_persona_can_be_played(domain, server, client):
    for id in task_ids(domain)[::10]:
        task = load_task(id)
        user = LLMUser(task.persona, client, seed=1, task=id)
        server.plays(says("I see."))
        assert user.reply([UserSays(text=user.open().text), AgentSays(text="Hello.")]).text == "I see."
