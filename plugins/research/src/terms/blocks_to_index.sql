-- column attrs json
SELECT block.id, block.page_id, block.version, block.body, block.attrs
FROM research_blocks AS block WHERE block.indexed_as < {tokenizer:int64}
ORDER BY block.indexed_as, block.id
LIMIT {most:int64}
