-- The citation of the page's space that a block shows, with its record's text.
SELECT figure.hash, figure.canonical, figure.row_count, figure.verification_state
FROM space_citations AS citation JOIN cited_figures AS figure ON figure.hash = citation.hash
WHERE citation.space_id = {guard.tenant:int64} AND citation.id = {citation_id:int64}
