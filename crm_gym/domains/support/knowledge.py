"""Knowledge: what a report is about, what the articles say, and whether the service itself is down."""

import re
from collections import Counter
from typing import Annotated, Literal, get_args

from pydantic import Field

from crm_gym.domains.support.records import Article, Category, Incident, Product, ProductCode, Region, stems
from crm_gym.tools import Text, tool
from crm_gym.world import Refusal, World

MOST = 5
"""The most articles in one answer."""

Issue = Literal["safety", "billing", "technical", "account", "product"]

RegionName = Annotated[str, Field(max_length=40, description="The customer's region, like north.")]


def _any_of(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?<![\w-])(?:{words})(?![\w-])")


SAFETY = _any_of(r"smok(?:e|es|ed|ing|y)|burn(?:s|t|ed|ing)?|shocks?")

RULES: tuple[tuple[Issue, re.Pattern[str]], ...] = (
    ("safety", SAFETY),
    (
        "billing",
        _any_of(
            r"invoices?|bill(?:s|ed|ing)?|refund(?:s|ed)?|credit(?:s|ed)?|tariffs?|prices?|priced|pricing|discounts?"
            r"|pay(?:s|ing)?|payments?|paid|money|costs?|fees?|(?:over|double-)charged?|(?:double|duplicate) charges?"
            r"|charged? (?:me|us|twice|again|for)|(?:I|we)(?: was| were| got| have been|'ve been) charged"
        ),
    ),
    (
        "technical",
        _any_of(
            r"(?:not|isn't|doesn't|don't|stopped|nothing|won't) work(?:s|ing)?|broken?|dead|die[sd]|fault(?:s|y)?"
            r"|errors?|offline|wi-?fi|(?:dis|re)?connect(?:s|ed|ion|ing)?|router|apps?|log(?:ged|ging)?[ -]?in"
            r"|sign(?:ed|ing)?[ -]?in|locked out|passwords?|reset|batter(?:y|ies)|heat(?:ing)?|cold|temperature"
            r"|pair(?:s|ed|ing)?|firmware|blink(?:s|ing)?|freezes?|freezing|frozen|crash(?:es|ed|ing)?|unresponsive"
            r"|no (?:signal|picture|power)|false alarms?|repairs?|drop(?:s|ped|ping)|stuck"
            r"|jam(?:s|med)|(?:not|isn't|doesn't|won't) charg(?:e|ing)"
        ),
    ),
    (
        "account",
        _any_of(
            r"accounts?|e-?mail(?: address)?|phone number|postcode|address|passphrase|contacts?|mov(?:ed|ing)"
            r"|(?:new|change of) (?:name|number)|cancel(?:s|led|lation)?|authori[sz]ed?|closed? my"
        ),
    ),
)
"""The first rule of which a word occurs decides; a text without any is about a product."""


@tool()
def classify_issue(world: World, description: Text) -> dict[str, object]:
    """Say what a customer's report is about, by its words. Safety goes before everything else.

    Returns issue (safety, billing, technical, account or product), the category for a case, and the words found.
    """
    plain = description.replace("\u2019", "'")
    for issue, pattern in RULES:
        words = sorted({found.casefold() for found in pattern.findall(plain)})
        if words:
            return {"issue": issue, "category": "technical" if issue == "safety" else issue, "words": words}
    return {"issue": "product", "category": "product", "words": []}


@tool()
def search_articles(
    world: World, query: Text, category: Category | None = None, product_code: ProductCode | None = None
) -> list[Article]:
    """Search the knowledge base by words; the best five, best first. An empty list is an answer too.

    product_code keeps what is for this product or for all. Articles with audience internal are for staff only.
    """
    scores = _scores(world, query)
    found = [world.get(Article, id) for id in scores]
    fitting = [article for article in found if _fits(article, category, product_code)]
    fitting.sort(key=lambda article: (-scores[article.id] - (product_code in article.product_codes), article.id))
    return fitting[:MOST]


@tool()
def get_service_status(world: World, product_code: ProductCode, region: RegionName) -> dict[str, object]:
    """Show whether there is an active incident for a product in a region, with its eta, and which ones are over.

    full_days counts the whole days that a resolved incident took.
    """
    known = sorted(get_args(Region))
    where = region.strip().casefold()
    if where not in known:
        raise Refusal("UNKNOWN_REGION", f"there is no region {region!r}", known=known)
    product = world.get(Product, product_code)
    incidents = world.find(Incident, product_code=product_code, region=where)
    active = [incident for incident in incidents if incident.state == "active"]
    over = [incident for incident in incidents if incident.state == "resolved"]
    return {
        "product": product.name,
        "region": where,
        "status": "incident" if active else "normal",
        "active": active,
        "resolved": [{**incident.seen(), "full_days": incident.full_days} for incident in over],
    }


def is_dangerous(*texts: str) -> bool:
    """Whether one of the texts has a safety word."""
    return any(SAFETY.search(text) for text in texts)


def _scores(world: World, query: str) -> Counter[str]:
    """Articles with a keyword of the query: three points for each, one for each word that is in the title too."""
    scores: Counter[str] = Counter()
    for stem in stems(query):
        for article in world.lookup(Article, "keywords", stem):
            scores[article.id] += 3 + (stem in stems(article.title))
    return scores


def _fits(article: Article, category: str | None, product_code: str | None) -> bool:
    if category is not None and article.category != category:
        return False
    return product_code is None or not article.product_codes or product_code in article.product_codes
