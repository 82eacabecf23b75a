-- Citations of the guard's space, with their figures.
SELECT citation.id, citation.label, figure.value, citation.hash, figure.verification_state, figure.derived_value,
    figure.kind, figure.dataset
FROM space_citations AS citation
JOIN cited_figures AS figure ON figure.hash = citation.hash
WHERE citation.space_id = {guard.tenant:int64} AND citation.id IN ({ids:int64[]})
ORDER BY citation.id
