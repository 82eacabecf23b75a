INSERT INTO research_terms (space_id, term, page_id, block_id, field, occurrences)
SELECT block.space_id, new.term, block.page_id, block.id, 'body', new.occurrences
FROM {terms:rows(block_id int64, term text, occurrences int64)} AS new
JOIN research_blocks AS block ON block.id = new.block_id
