-- column cited json
-- column as_of, verified_at, created_at timestamp
SELECT citation.id, figure.value, citation.hash, figure.kind, citation.label, citation.space_id, figure.row_count, figure.as_of,
    figure.as_of_block, figure.canonical AS cited, figure.verification_state, figure.derived_value, figure.verified_at, citation.created_at
FROM space_citations AS citation JOIN cited_figures AS figure ON figure.hash = citation.hash
WHERE citation.space_id = {guard.tenant:int64} AND citation.hash = {hash:bytes}
