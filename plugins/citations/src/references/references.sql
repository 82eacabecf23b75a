-- The citations of the caller's active space, the newest first.
-- column cited json
-- column as_of, verified_at, created_at timestamp
SELECT citation.id, figure.value, citation.hash, figure.kind, citation.label, citation.space_id, figure.row_count, figure.as_of,
    figure.as_of_block, figure.canonical AS cited, figure.verification_state, figure.derived_value, figure.verified_at, citation.created_at
FROM {scope.spaces} AS mine
JOIN space_citations AS citation ON citation.space_id = mine.tenant
JOIN cited_figures AS figure ON figure.hash = citation.hash
WHERE mine.is_active
  AND {after(id:int64 desc)}
ORDER BY citation.id DESC
LIMIT {page.limit}
