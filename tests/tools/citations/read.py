"""Reads {"csl", "prov"} from standard input with citeproc-py and prov, and says what they found."""

import json
import sys

from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON
from prov.model import ProvActivity, ProvAgent, ProvDocument, ProvEntity

given = json.load(sys.stdin)
items = json.loads(given["csl"])
style = CitationStylesStyle("harvard1", validate=False)
bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatter.plain)
bibliography.register(Citation([CitationItem(items[0]["id"])]))
document = ProvDocument.deserialize(content=given["prov"], format="json")
found = {
    "bibliography": "\n".join(str(item) for item in bibliography.bibliography()),
    "entities": len(list(document.get_records(ProvEntity))),
    "activities": len(list(document.get_records(ProvActivity))),
    "agents": len(list(document.get_records(ProvAgent))),
}
json.dump(found, sys.stdout)
