"""A message cut into sentences and clauses, each with its mood."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple, TypeVar

from crm_gym.text.english import (
    AUXILIARIES,
    BARE_QUESTIONS,
    FILLERS,
    MODALS,
    NEGATIONS,
    SPELLINGS,
    STATED,
    TAGS,
    WH,
)
from crm_gym.text.plain import uniform

T = TypeVar("T")

LONGEST_READ = 4_000
"""Characters of a long message that a customer reads: its beginning and its end."""
LONGEST_CLAUSE = 60
"""Words of a clause that are read."""
MOST_CLAUSES = 150
"""Clauses that are read: no real message of that length has as many."""


class Clause(NamedTuple):
    """A part of a sentence with at most one statement."""

    text: str
    """As it is written, without markup."""
    own: str
    """The text without the words of others that it quotes."""
    words: tuple[str, ...]
    question: bool = False
    condition: bool = False
    """It says when something would be so, not that it is."""
    consequent: bool = False
    """It says what follows under a condition named before."""
    item: bool = False
    """It stands in a list."""
    sentence: int = 0
    """Number of its sentence in the message."""


_QUOTE = re.compile(r'"[^"\n]{1,300}"|(?<!\w)\'[^\'\n]{3,200}\'(?!\w)')
_MARKUP = re.compile(r"\*{1,3}|~~|(?<!\w)_{1,2}|_{1,2}(?!\w)|<[^<>\n]{0,80}>")
_MARKED = re.compile(r"[*_~<]")
_BULLET = re.compile(r"[ \t]*(?:[-*+\u2022\u00b7\u25cf]|\(?\d{1,2}[.)]|[a-h][.)]|#{1,6})(?:[ \t]+|$)", re.I)
_RULE_LINE = re.compile(r"[\s|:=_-]*$")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|approx|incl|excl|acct|tel|inc|ltd|co|bros)|(?<!')\b[a-z])\.$", re.I
)
_BEFORE_NUMBERS = re.compile(r"\b(?:no|nr|ref|max|min|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)\.$", re.I)
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\u231a-\u23ff\U0001f000-\U0001faff"
_SENTENCE_END = re.compile(f"[.!?\u2026]+[\"')\\]]*(?=\\s|$)|[{_EMOJI}][\ufe0f\u200d{_EMOJI}]*")
_PLAIN_END = re.compile(r"[.!?]+[\"')\]]*(?=\s|$)")
"""The same for plain ASCII."""
_STARTS = (
    r"i|we|you|it|they|he|she|that|the|your|our|a|an|this|these|those|there|here|nobody|nothing|no|none|neither|once|if|as|when|"
    r"until|unless|please|could|can|shall|would|should|may|do|does|did|is|are|was|has|have|will|what|which|who|whose|whom|"
    r"how|where|why|just|tell|let|give|send|but|however|though|although|so|because|and|or|then|while|yet|since|sorry|"
    r"unfortunately|sadly|anything|something|want|need|ok|okay|yes|correct|right|agreed|maybe|perhaps|its|her|his|their|"
    r"before|after|in|for|on|from|with|reason|freeze|cancel|pay|charge|proceed|submit|go|still|good|fine|happy|i'\w+|it's|that's|we've|they've|they'll|you'll|what's|who's"
)
_AND_STARTS = (
    r"i|we|you|it|they|he|she|the|your|our|that|there|nobody|nothing|no|what|which|who|whose|how|where|when|why|can|could|"
    r"shall|may|please|is|are|has|have|was|do|does|then|if|after|tell|let|send|give|copy|paste|enter|type|share|provide|"
    r"reply|state|pick|choose|read|write|describe|i'\w+|it's|that's|they'\w+|we'\w+|you'\w+"
)
_OR_STARTS = (
    r"i|we|you|it|they|he|she|what|which|who|how|where|when|why|can|could|shall|should|may|is|are|has|was|do|does|did|"
    r"tell|let|if"
)
_PARTICIPLE = r"(?:(?:e-)?[a-z]{2,}ed|sent|made|paid|put|set|frozen|given|taken|told|handed|resent|left|kept)"
_CUT = re.compile(
    rf"""(?=[\s;:,()|])(?<!\bat)\s*(?:
      [;()|] | (?<=\s)\s(?=[A-Z]) | \s\+\s(?=[a-z]) | :(?=\s|$)
    | ,(?=\s+(?:(?:{_STARTS})\b|\d(?!\d{{3}}\b)|(?:[a-z]+\s)?{_PARTICIPLE}\b))
    | \s(?=[-/abiostuw])(?<!\bhundred\s)(?<!\bthousand\s)(?:-+(?:\s|$) | /\s | ->\s | (?=
          (?:but|because|although|though|whereas|unless|once|if|as\ soon\ as|so\ that|in\ case|whether)\b
        | so\s(?!that\b|far\b|much|many|long|soon|on\b|as\b|well|sorry|i\ (?:can|could|may)\b(?!\ ?no?t|'t))
        | (?:when|before|after|while|until)\s(?:i|we|you|it|the|your|they|she|he|that|its|our)\b
        | and\s(?:(?:also\s|then\s)?{_PARTICIPLE}\b | (?:{_AND_STARTS})\b
          | (?:[^\s,;]+\s){{1,3}}(?:has|have|is|are|was|were|will)\b)
        | or\s(?:{_OR_STARTS})\b
      ))
    )\s*""",
    re.I | re.X,
)
_CONDITION = re.compile(
    r"""(?:(?:and|but|or|so|then|only|even)\ |,\ ?)*(?:
      if | once | unless | as\ soon\ as | as\ long\ as | provided | in\ case | whenever | assuming | suppose | supposing
    | so\ that | while\ (?:an?|the|your|it|you) | until\ (?:i|we|you|it|the|your|they|she|he|that)\ \w
    | should\ (?:you|the|this|that|it|your) | had\ (?:you|the|it) | were\ (?:you|the|it|i)
    | (?:when|before|after)(?=\s+\w)(?!\ (?:i|we)\ (?:tried|checked|looked|pressed|ran|asked|entered)\b)
      (?!\ (?:should|would|did|do|is|was|were|shall|will|are|can|could|may|does|has|have)\b)
    )\b""",
    re.I | re.X,
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+|-\d[\w-]*|_\w*|\d[\w.,:/-]*)?|\d[\w.,:/-]*|[%@]")
_PLAIN_WORD = re.compile(_WORD.pattern.replace(r"[^\W\d_]", "[a-z]"))
"""The same for plain lower-case ASCII, in half the time."""
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}")
_SPELLINGS = {**SPELLINGS, **dict.fromkeys(FILLERS, ())}
_ENDINGS = {"ll": "will", "ve": "have", "re": "are", "d": "would", "m": "am"}
_BEFORE_IS = frozenset(
    "it that what who he she there here where how when everything nothing everyone nobody which this one".split()
)
"""Words before which `'s` is "is"; elsewhere it may as well be a possessive, and is left out."""


def clauses(message: str) -> tuple[str, ...]:
    """The clauses of a message as they are written, without markup."""
    return tuple(clause.text for clause in read(message))


def read(message: str) -> tuple[Clause, ...]:
    """The clauses of a message with words and mood."""
    sentences = read_sentences(message, cut)
    return tuple([clause._replace(sentence=n) for n, sentence in enumerate(sentences) for clause in sentence])


def read_sentences(message: str, clauses_of: Callable[[str, bool], tuple[T, ...]]) -> list[tuple[T, ...]]:
    """The clauses sentence by sentence, as they are made of a sentence that may begin an item of a list."""
    found: list[tuple[T, ...]] = []
    room = MOST_CLAUSES
    for line, item in _lines(_shortened(message)):
        for number, sentence in enumerate(_sentences(line)):
            clauses = clauses_of(sentence, item and number == 0)
            if len(clauses) >= room:
                return [*found, clauses[:room]]
            room -= len(clauses)
            if clauses:
                found.append(clauses)
    return found


def words_of(text: str) -> tuple[str, ...]:
    """The words as phrases are written: lower case, without contractions, numbers as `#`, ids as `txn-#`."""
    found: list[str] = []
    lower = text.lower().replace("e-mail", "email")
    if "@" in lower:
        lower = _ADDRESS.sub(" @ ", lower)
    words: list[str] = (_PLAIN_WORD if lower.isascii() else _WORD).findall(lower)
    if _SPELLINGS.keys().isdisjoint(words) and "".join(words).isalpha():
        return tuple(words)
    for word in words:
        if word in _SPELLINGS:
            found += _SPELLINGS[word]
        elif word.isalpha():
            found.append(word)
        elif "'" in word:
            found += _apart(word)
        elif word[:1].isalpha() and "-" in word:
            found.append(word.split("-")[0] + "-#")
        else:
            found.append("tok" if word.startswith("tok_") else "#")
    return tuple(found)


def _apart(word: str) -> tuple[str, ...]:
    """A contraction as two words."""
    stem, _, ending = word.partition("'")
    if ending == "t" and stem.endswith("n"):
        return (stem[:-1], "not")
    if ending == "s":
        return (stem, "is") if stem in _BEFORE_IS else (stem,)
    return (stem, _ENDINGS[ending]) if ending in _ENDINGS else (stem + ending,)


def _shortened(message: str) -> str:
    text = uniform(message)
    half = LONGEST_READ // 2
    return text if len(text) <= LONGEST_READ else f"{text[:half]}\n{text[-half:]}"


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Lines without markup, and whether they are an item of a list or of a table."""
    for raw in text.splitlines():
        line = raw.strip()
        if not line or line.startswith(">") or _RULE_LINE.match(line):
            continue
        item = False
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            line = ": ".join(cell for cell in cells if cell)
        elif bullet := _BULLET.match(line):
            line, item = line[bullet.end() :], True
        yield (_MARKUP.sub("", line) if _MARKED.search(line) else line), item


def _sentences(line: str) -> Iterator[str]:
    """Sentences with their end marks; what is quoted stays in one piece."""
    start = 0
    quotes = [match.span() for match in _QUOTE.finditer(line)] if '"' in line or "'" in line else []
    for match in (_PLAIN_END if line.isascii() else _SENTENCE_END).finditer(line):
        at = match.start()
        if quotes and any(a < at < b - 1 and match.end() < b for a, b in quotes):
            continue
        if match[0] == "." and match.end() < len(line) and _goes_on(line, start, at):
            continue
        sentence = line[start : match.end()].strip()
        if sentence[:1].isalnum() or any(map(str.isalnum, sentence)):
            yield sentence
        start = match.end()
    if rest := line[start:].strip():
        yield rest


def _goes_on(line: str, start: int, at: int) -> bool:
    """Whether a full stop ends an abbreviation ("Mr. Abara", "J. Marsh") or an ordinal ("the 4. of August")."""
    if _ABBREVIATION.search(line, max(start, at - 8), at + 1):
        return _NEW_SENTENCE.match(line, at + 1) is None
    following = line[at + 1 : at + 3].strip()
    more = following[:1].isdigit() or following[:1].islower()
    if more and _BEFORE_NUMBERS.search(line, max(start, at - 8), at + 1):
        return True
    return (
        line[at - 1 : at].isdigit()
        and following[:1].islower()
        and _ORDINAL.search(line, max(start, at - 4), at) is not None
    )


_NEW_SENTENCE = re.compile(
    r"(?<!\bMr\.)(?<!\bDr\.)\s+(?:Which|What|Who|When|Where|How|Why|Is|Are|Shall|Should|Would|Could|Can|Do|Does|May|Please|"
    r"You|Your|I|We|The|It|That|This|There|If|And|But|So)\s"
)
_ORDINAL = re.compile(r"(?<![\d,.])(?:[12]?\d|3[01])$")


def cut(sentence: str, item: bool) -> tuple[Clause, ...]:
    """The clauses of a sentence, not numbered."""
    own = _QUOTE.sub(_unquoted, sentence) if '"' in sentence or "'" in sentence else sentence
    spans = [(a, b, words[:LONGEST_CLAUSE]) for a, b in _spans(own) if (words := words_of(own[a:b]))]
    asks = _asking_from(sentence, [words for _, _, words in spans])
    found: list[Clause] = []
    for place, (a, b, words) in enumerate(spans):
        condition = _CONDITION.match(own, a, b) is not None
        if condition and words[0] == "should" and len(spans) == 1 and place >= asks:
            condition = False
        after = bool(found) and (found[0].condition or found[-1].consequent) and not condition
        after = after and words[0] != "so" and not ("while" in found[0].words[:2] and words[0] in ("i", "we"))
        after = after and not _has_happened(words)
        if found and _BARE_PARTICIPLE.match(own, a, b):
            words = (*_auxiliaries(found[-1].words), *words)
        found.append(Clause(sentence[a:b], own[a:b], words, place >= asks, condition, after, item))
    return tuple(found)


_REASON = re.compile(
    r"(?:but |and |so )?(?:as|since|given that|because|while) "
    r"(?:it|the|your|this|that|there|you|they)\b[^,;:.?!()]{3,70}?"
    r"(?= (?:i|we)(?:'m|'re|'ve|'ll| (?:can(?:'t|not)?|could(?:n't)?|am|are|will|won't|have|had|must))\b)",
    re.I,
)
"""A reason that stands before what follows from it."""
_REASONS = frozenset("aAbBsS\u017fgGwW")
"""What such a clause begins with, which is quick to see."""
_BARE_PARTICIPLE = re.compile(rf"(?:and\ )?(?:also\ |then\ )?{_PARTICIPLE}\b", re.I)
_PARTICIPLE_WORD = re.compile(rf"{_PARTICIPLE}$")
_HELPS = MODALS | STATED | NEGATIONS


def _has_happened(words: tuple[str, ...]) -> bool:
    """Whether it tells what we have done, whatever stands before: "so that we keep it in sight, I've opened ..."."""
    done = words[2:3] if words[2:3] not in (("now",), ("already",), ("also",), ("just",)) else words[3:4]
    return words[:2] in _WE_HAVE and bool(done) and _PARTICIPLE_WORD.match(done[0]) is not None


_WE_HAVE = (("i", "have"), ("we", "have"))


def _auxiliaries(words: tuple[str, ...]) -> tuple[str, ...]:
    """What a participle of the next clause shares: "has been" of "the card has been frozen and replaced"."""
    at = next((at for at, word in enumerate(words) if _PARTICIPLE_WORD.match(word)), 0)
    shared = tuple(word for word in words[max(0, at - 5) : at] if word in _HELPS)
    return shared if shared and (shared[-1] in STATED or shared[-1] in NEGATIONS) else ()


def _spans(sentence: str) -> Iterator[tuple[int, int]]:
    """From where to where each clause goes; one is cut in two behind a reason: "as it is not paid yet | I cannot"."""
    start = 0
    for end, following in [*[cut.span() for cut in _CUT.finditer(sentence)], (len(sentence), 0)]:
        if sentence[start : start + 1] in _REASONS and (reason := _REASON.match(sentence, start, end)):
            yield start, reason.end()
            start = reason.end() + 1
        yield start, end
        start = following


def interrogative(words: tuple[str, ...]) -> bool:
    """Whether the words have the form of a question."""
    core = words[1:] if words[:1] and words[0] in _JOINING and len(words) > 1 else words
    if not core:
        return False
    if core[0] in AUXILIARIES or core[0] in BARE_QUESTIONS or not WH.isdisjoint(core[:3]):
        return True
    if WH.isdisjoint(core):
        return False
    return any(word in WH and following in AUXILIARIES for word, following in pairwise(core))


_JOINING = frozenset("and or so then ok but now hmm well oh first".split())


def _asking_from(sentence: str, words: list[tuple[str, ...]]) -> int:
    """The number of the first clause that asks; without a question mark only an outright question does."""
    mark = sentence.rstrip("\"')] ")[-2:]
    if "?" not in mark:
        if mark[-1:] in (".", "!", ":", "\u2026"):
            return len(words)
        return next((n for n, part in enumerate(words) if _outright(part)), len(words))
    last = len(words) - 1
    for n, part in enumerate(words):
        if (interrogative(part) and (n == last or len(part) > 1)) or (n and set(part) <= TAGS):
            return n
    return 0


def _outright(words: tuple[str, ...]) -> bool:
    """Whether a clause is a question beyond doubt, also without its mark: "shall i", "what is"."""
    while len(words) > 1 and words[0] in _JOINING:
        words = words[1:]
    return words[0] in _ASKING_WORDS or (words[0] in AUXILIARIES and words[1:2] != () and words[1] in _PERSONS)


_ASKING_WORDS = WH - {"when"}
_PERSONS = frozenset("i we you it he she they that this there".split())


def _unquoted(match: re.Match[str]) -> str:
    """A quote of one word stays (the agent names what to type), and what a team decided; the rest are others' words."""
    if " " not in match[0].strip("\"' .!?"):
        return match[0]
    before = match.string[max(0, match.start() - 60) : match.start()].lower()
    if match[0].count(" ") < _LABEL and _LABELLED.search(before) and not _SPEAKING.search(before):
        return match[0]
    told = re.search(
        r"\b(?:team|bank|shop|merchant|they|desk|committee)\b.*\b(?:said|says|answered|replied|back with)\b", before
    )
    return match[0] if told and "you" not in before else "\x00" * len(match[0])


_LABEL = 4
"""Words of the longest label of a button."""
_LABELLED = re.compile(
    r"\b(?:tap|taps|click|press|choose|select|pick|open|hit|under|button|menu|tab|link|option|field|page|screen|labelled|"
    r"called|marked|go to|find|see|named|via|on|in|at|with|use|follow)\b[^\"]{0,20}$"
)
_SPEAKING = re.compile(
    r"\b(?:you|said|says|say|wrote|write|asked|told|claims?|replied|answered|mean|thinks?|message|whether)\b"
)
