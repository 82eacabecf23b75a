-- Those that nobody changed since they were read.
UPDATE research_pages SET indexed_as = {tokenizer:int64}
FROM {pages:rows(id int64, version int64)} AS as_read
WHERE research_pages.id = as_read.id AND research_pages.version = as_read.version
RETURNING research_pages.id
