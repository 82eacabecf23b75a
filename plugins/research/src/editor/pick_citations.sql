SELECT citation.id, COALESCE(citation.label, figure.kind) AS label, figure.value AS detail
FROM space_citations AS citation JOIN cited_figures AS figure ON figure.hash = citation.hash
WHERE citation.space_id = {guard.tenant:int64} AND (lower(COALESCE(citation.label, figure.kind)) LIKE {part:text} ESCAPE '!' OR COALESCE(citation.label, figure.kind) LIKE {exact:text} ESCAPE '!')
ORDER BY CASE WHEN lower(COALESCE(citation.label, figure.kind)) LIKE {beginning:text} ESCAPE '!' THEN 0 ELSE 1 END, citation.id DESC
LIMIT 20
