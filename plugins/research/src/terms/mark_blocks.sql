-- Those that nobody changed since they were read.
UPDATE research_blocks SET indexed_as = {tokenizer:int64}
FROM {blocks:rows(id int64, version int64)} AS as_read
WHERE research_blocks.id = as_read.id AND research_blocks.version = as_read.version
RETURNING research_blocks.id
