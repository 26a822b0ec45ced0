"""What is read from plain words, policies and records: amounts, days, names, states."""

from datetime import date

import pytest

from crm_gym.wrappers.candidates import moves, reading, telling, wording
from crm_gym.wrappers.candidates.figures import Figure, Priced, combined, ruled
from crm_gym.wrappers.candidates.memory import Memory
from crm_gym.wrappers.candidates.quoting import described, further, spans

TODAY = date(2026, 8, 3)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("850 euros, current to savings", [850.0]),
        ("€1,150.00 and 15.5 more", [1150.0, 15.5]),
        ("twelve thousand five hundred", [12500.0]),
        ("nine hundred and fifty", [950.0]),
        ("12k at once", [12000.0]),
        ("the code is 287055", []),
        ("QS-4471, tok_k3vq9", []),
        ("two of them", []),
        ("It's +44 20 7946 0958, or 0161 496 0123.", []),
        ("(020) 7946 0958 and account 8120 4471 0032", []),
        ("between 1000 - 2000 EUR, 10 000 at most", [1000.0, 2000.0, 10000.0]),
        ("0.50 more", [0.5]),
    ],
)
def test_amounts(text, values):
    assert list(reading.amounts(text)) == values


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on 1 September", "2026-09-01"),
        ("the first of september", "2026-09-01"),
        ("September 21st", "2026-09-21"),
        ("the twenty first of July", "2026-07-21"),
        ("tomorrow", "2026-08-04"),
        ("on Friday", "2026-08-07"),
        ("2026-12-31", "2026-12-31"),
        ("born on 8 October 1960", "1960-10-08"),
        ("October 8, 1960", "1960-10-08"),
        ("8/10/1960", "1960-10-08"),
    ],
)
def test_days(text, day):
    assert date.fromisoformat(day) in reading.days(text, TODAY)


@pytest.mark.parametrize(
    ("text", "time"), [("at 16:30", "16:30"), ("9 am", "09:00"), ("3 pm", "15:00"), ("from three o'clock on", "15:00")]
)
def test_times(text, time):
    assert reading.times(text) == (time,)


def test_no_day_is_made_up():
    assert reading.days("the 31st of February, or so", TODAY) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It's Stellan Moreau.", "Stellan Moreau"),
        ("Please pay Quigley & Hartmann Catering today", "Quigley & Hartmann Catering"),
        ("My name is Ines", "Ines"),
        ("a laptop off Samira Ainsley. Could you", "Samira Ainsley"),
    ],
)
def test_names(text, name):
    assert name in reading.names(text)


def test_a_word_that_only_begins_a_sentence_is_no_name():
    assert reading.names("Her bill, please. You know Ines. Bashir. Plumber wants it, Samira") == (
        "Ines",
        "Bashir",
        "Samira",
    )


@pytest.mark.parametrize(
    ("text", "there", "ruled_out"),
    [
        ("The one first paid in May, not the other one from this June", "may", "june"),
        ("The other is a friend, that was June. I mean Ines", "ines", "june"),
        ("Cancel the nursery, please, the rent stays", "nursery", "rent"),
        ("all but the train, I do not know it", "know", "train"),
        ("the 25.60 from Friday last week", "2026-07-24", "2026-07-23"),
        ("It was on 1 July", "2026-07-01", "2026-07-02"),
    ],
)
def test_what_is_meant_and_what_is_ruled_out(text, there, ruled_out):
    meant = reading.meant(text, TODAY)
    assert there in meant
    assert ruled_out not in meant


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("Yes, go ahead.", True),
        ("That's exactly right, please do!", True),
        ("Yes, but 20 less", False),
        ("No, don't do that", False),
        ("Hang on, is that the right one?", False),
        ("It is 12.50.", False),
    ],
)
def test_a_plain_yes(text, agrees):
    assert reading.agrees(text) is agrees


def test_a_day_is_called_by_its_month():
    assert reading.words_of_day("2026-05-14") == ("2026-05-14", "may")


def test_today_stands_in_the_first_line():
    assert reading.today_of("It is Monday 3 August 2026, 13:00.\n\n# Policy") == TODAY


@pytest.mark.parametrize(
    "text",
    [
        "I was given paper candle for this.",
        "I wrote it down: paper candle.",
        "Let me think... paper candle.",
        'It reads "paper candle", I believe.',
    ],
)
def test_an_open_answer_is_found_at_an_end(text):
    assert "paper candle" in reading.endings(text)


POLICY = "Plans: basic 9.99, grand 14.99. 1/30 of the line for each full day. A fee of 2 % is due."


def test_the_policy_says_what_is_too_much():
    bill = Priced(frozenset({"basic", "plan"}), [Figure(129.88, "amount")], [])
    assert Figure(10.0, "amount - policy") in ruled(POLICY, [bill])
    assert Figure(2.6, "amount percentage") in ruled(POLICY, [bill])


def test_days_of_a_month_are_shared_out():
    assert Figure(1.5, "amount share") in ruled(POLICY, [Priced(frozenset(), [Figure(14.99, "amount")], [3])])


def test_without_rules_nothing_is_computed():
    assert list(ruled("Be kind.", [Priced(frozenset({"basic"}), [Figure(14.99, "amount")], [3])])) == []


def test_what_is_missing():
    assert Figure(370.0, "said - balance") in combined([Figure(690.0, "said")], [Figure(320.0, "balance")])


def test_a_code_in_two_pieces_is_found():
    assert reading.found(reading.SPACED, "No: it's AB1 2CD. I take 2 of them") == ("AB1 2CD",)


HALL = """It is Monday 3 August 2026, 13:00.

For seven days after any move of a stall nothing can be moved again. Give the date.

- `rebate`: once a quarter; 90 whole days must lie between two.
- The hall has people Monday to Friday, 09:00 to 17:00.
- `waiting`: the fee falls due later, when the office has answered.
"""


def shown(**result):
    memory = Memory("Please move my stall.", HALL)
    memory.read(result)
    return memory


def test_the_policy_names_spans_of_days():
    assert [span.days for span in spans(HALL)] == [7, 91]


def test_days_follow_from_records_and_the_policy():
    memory = shown(stall_id="ST-01", moved_on="2026-07-30", status="open")
    days = {due.day.isoformat() for due in telling.due(memory, frozenset())}
    assert days == {"2026-08-06", "2026-08-10", "2026-10-29", "2026-11-02"}
    assert "6 August 2026" in moves.day(telling.due(memory, frozenset())[0]).effect.words()


def test_no_day_that_is_over_follows():
    memory = shown(stall_id="ST-01", moved_on="2026-01-05", status="open")
    assert all(due.day > TODAY for due in telling.due(memory, frozenset()))


def test_the_state_of_a_record_is_told():
    (entry,) = telling.stated(
        shown(stall_id="ST-01", status="open", owner_team="north", heated=False, size="Two by two")
    )
    words = moves.state(entry, touched=False).effect.words()
    assert words == "The stall ST-01: open status, north team, not heated, size Two by two. It stays as it is."
    assert "stays" not in moves.state(entry, touched=True).effect.words()


def test_what_has_no_key_is_a_part():
    notes = [{"author": "hall", "body": "The stall is moved at noon on 8 August."}]
    memory = shown(stall_id="ST-01", notes=notes, helpers=[{"name": "Ines Bashir", "may_open": False}])
    told = {moves.part(part).effect.words() for part in memory.parts}
    assert told == {"The stall is moved at noon on 8 August.", "Ines Bashir may not open."}


def test_the_first_of_each_kind_are_shown():
    stalls = [{"stall_id": f"ST-{n:02}", "status": "open"} for n in range(12)]
    keys = [entry.key for entry in telling.shown(shown(stalls=stalls))]
    assert {"ST-11", "ST-00"} <= set(keys)
    assert len(keys) == len(set(keys)) < len(stalls)


OPEN = "The hall has people Monday to Friday, 09:00 to 17:00."
LATER = "the fee falls due later, when the office has answered."


def test_hours_and_states_can_be_quoted():
    assert further(HALL, frozenset(), frozenset()) == (OPEN,)
    assert further(HALL, frozenset({"waiting"}), frozenset()) == (OPEN, LATER)


def test_a_tool_describes_a_state():
    description = "Ask the office for a rebate. The outcome is granted or waiting (for a day or two)."
    assert described(description, frozenset({"waiting"})) == ("The outcome is granted or waiting (for a day or two).",)


def test_what_is_left_is_told_with_a_failure():
    assert wording.failure("the word is wrong", {"attempts_left": 1}) == "the word is wrong. 1 attempt left"
    assert wording.failure("too little", {"balance": 20.0}) == "too little. Balance: 20.0"
