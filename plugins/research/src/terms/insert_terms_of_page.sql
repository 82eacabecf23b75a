INSERT INTO research_terms (space_id, term, page_id, field, occurrences)
SELECT {guard.tenant:int64}, new.term, {page_id:int64}, new.field, new.occurrences
FROM {terms:rows(field text, term text, occurrences int64)} AS new
