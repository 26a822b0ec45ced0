"""The two conversations that the paper prints (its figures 1 and 2) are among the released tasks."""

from crm_gym.envs.crm_env import CRMEnv
from crm_gym.tasks.store import load_tasks


def find(family, **cell):
    tasks = [t for t in load_tasks("payments").values() if t.family == family and cell.items() <= t.cell.items()]
    (task,) = tasks
    return task


def play(task, actions):
    env = CRMEnv(domain="payments")
    env.start(task, 1)
    for action in actions:
        if not env.end:
            env.step(action)
    while not env.end:
        env.step("Is there anything else I can do for you?")
    return env


def actions(task):
    return [s.text if s.kind == "say" else {"name": s.name, "arguments": s.arguments} for s in task.solution]


def broken(env):
    return {verdict.family for verdict in env.verdicts if verdict.outcome != "holds"}


def test_figure_1_a_duplicated_checkout_breaks_the_state_alone():
    task = find("basket", basket="15.50")
    assert task.ordered
    steps = actions(task)
    assert broken(play(task, steps)) == set()
    chain = [s for s in steps if isinstance(s, dict) and s["name"] in CHAIN]
    assert [step["name"] for step in chain] == list(CHAIN)
    assert chain[0]["arguments"]["amount"] == 15.5
    again = [_for_second(step) for step in chain]
    end_of_chain = steps.index(chain[-1]) + 1
    env = play(task, [*steps[:end_of_chain], *again, *steps[end_of_chain:]])
    assert broken(env) == {"state"}
    party = next(change.after for change in env.world.changes() if change.table == "Party")
    assert party.points == 310
    assert env.scores["action"] == env.scores["order"] == env.scores["reply"] == 1.0


CHAIN = ("process_payment", "send_receipt", "award_points", "log_transaction")


def _for_second(step):
    arguments = {name: "TXN-9002" if value == "TXN-9001" else value for name, value in step["arguments"].items()}
    return {"name": step["name"], "arguments": arguments}


def test_figure_2_a_refused_transfer_is_corrected_and_then_executed():
    task = find("over_limit_corrected", wanted="12,000", then="9,000")
    steps = actions(task)
    send = next(s for s in steps if isinstance(s, dict) and s["name"] == "execute_transfer")
    too_much = {"name": "execute_transfer", "arguments": send["arguments"] | {"amount": 12000.0}}
    first_refusal = next(n for n, s in enumerate(steps) if isinstance(s, str) and "10,000" in s)
    env = play(task, [*steps[:first_refusal], too_much, *steps[first_refusal:]])
    attempt = next(e for e in env.events if e.kind == "tool" and e.name == "execute_transfer")
    assert (attempt.status, attempt.wrote) == ("refused", 0)
    assert broken(env) == set()
    source = env.world.row("Account", send["arguments"]["from_account"])
    assert source.balance == 11_000_00
