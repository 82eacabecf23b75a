"""What no schema can say of a good request; the document says it in words, which schemathesis cannot read.

Only requests that are meant to be good are changed. Those that are meant to be bad keep made-up cursors, ranges that end
before they begin and pools that nobody tracks, and must be refused as documented.
"""

import json
import os

import schemathesis

# Where refusals are noted, a line each, for the test that holds their words against those of people.
REFUSALS = os.environ.get("QUARRY_TEST_REFUSALS")

# The refusals that were noted, each once.
NOTED = set()

# The pool that the document's example compares with: a made-up address is no pool, and 422.
COMPARED_POOL = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8"

# What a reference to be resolved looks like: 64 digits are an event where `as` says so, and a transaction elsewhere.
EVENT = "0x" + "1c" * 32

# Charts of one pool; the others have none.
CHARTS_OF_A_POOL = ("prices", "volume")

# What applies to one source of charts alone, and is 422 at the others.
CHART_PARAMETERS = {
    "prices": {"pool", "from", "to", "events"},
    "volume": {"pool", "from", "to", "events"},
    "liquidations": {"protocol", "deployment", "from", "to", "events"},
    "absorptions": {"deployment", "from", "to", "events"},
    "health_factors": {"protocol", "block"},
    "events": {"from", "to", "category"},
}
SOMETIMES = {"pool", "protocol", "deployment", "block", "from", "to", "category", "events"}

# Words that rows of the sample carry: another is 422, which names those that are there.
WORDS = {"protocol": "aave_v3", "deployment": "aave-v3", "market": "compound-v3-usdc"}

# Bodies that mean something: a schema cannot say which columns a dataset has, nor which members a kind of citation takes.
GOOD_BODIES = {
    ("POST", "/citations"): {"kind": "computed_figure", "dataset": "liquidations", "aggregate": "count"},
    ("POST", "/datasets/{key}/requests"): {"name": "Everything", "formats": ["csv"]},
}

# The query of the request that was answered with a cursor, by cursor: it belongs to those filters.
FILTERS_BY_CURSOR = {}


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    body = GOOD_BODIES.get((case.method.upper(), case.operation.path))
    if body is not None:
        case.body = body
        # A key that comes again with another body is 422.
        (case.headers or {}).pop("Idempotency-Key", None)
    query = dict(case.query or {})
    # A part that the file does not have is 422.
    query.pop("part", None)
    cursor = query.pop("cursor", None)
    if cursor in FILTERS_BY_CURSOR:
        # A link was followed: it goes on with the filters of the page before, as the document says.
        query = {**FILTERS_BY_CURSOR[cursor], "cursor": cursor}
    for end, begin in (("to", "from"), ("block_to", "block_from"), ("date_to", "date_from"), ("max_hf", "min_hf")):
        if begin in query and end in query:
            # A range that ends before it begins is 422.
            del query[end]
    for place in ("before", "after"):
        # Both are cursors, which nobody can make up; and a page lies on one side of a place.
        query.pop(place, None)
    if "block" in query:
        # Chains count their own blocks: with a block goes the chain that it is of.
        query["chain"] = "ethereum"
    if case.operation.path.startswith("/public/explorer/"):
        # An address or an event that is on several chains is asked for on one of them.
        query.setdefault("chain", "ethereum")
    if case.operation.path == "/public/resolve":
        query["q"] = EVENT
    for name, word in WORDS.items():
        if name in query:
            query[name] = word
    if case.operation.path == "/charts/{source}":
        query.pop("pool", None)
        source = (case.path_parameters or {}).get("source")
        for name in SOMETIMES - CHART_PARAMETERS.get(source, SOMETIMES):
            query.pop(name, None)
        if source in CHARTS_OF_A_POOL:
            query["pool"] = COMPARED_POOL
            query["chain"] = "ethereum"
    if "compare" in query:
        query["compare"] = [COMPARED_POOL]
    case.query = query


@schemathesis.hook
def after_call(context, case, response):
    if REFUSALS and 400 <= response.status_code < 500:
        note_refusal(case, response)
    if response.status_code == 200 and b'"next_cursor":"' in response.content:
        # The documents have it in their examples.
        cursor = response.json().get("next_cursor")
        if not cursor:
            return
        FILTERS_BY_CURSOR[cursor] = {name: value for name, value in (case.query or {}).items() if name != "cursor"}


def note_refusal(case, response):
    """Adds a line for a refusal whose sentences were not noted yet; the answer to a HEAD has none."""
    try:
        refusal = json.loads(response.content)
    except ValueError:
        return
    if not isinstance(refusal, dict):
        return
    said = {name: refusal[name] for name in ("detail", "fields") if name in refusal}
    line = json.dumps({"operation": f"{case.method.upper()} {case.operation.path}", "said": said}, sort_keys=True)
    if line not in NOTED:
        NOTED.add(line)
        with open(REFUSALS, "a", encoding="utf-8") as noted:
            noted.write(line + "\n")
