INSERT INTO research_terms (space_id, term, page_id, block_id, field, occurrences)
SELECT {guard.tenant:int64}, new.term, {page_id:int64}, new.block_id, 'body', new.occurrences
FROM {terms:rows(block_id int64, term text, occurrences int64)} AS new
