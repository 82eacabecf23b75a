INSERT INTO research_terms (space_id, term, page_id, field, occurrences)
SELECT page.space_id, new.term, page.id, new.field, new.occurrences
FROM {terms:rows(page_id int64, field text, term text, occurrences int64)} AS new
JOIN research_pages AS page ON page.id = new.page_id
