-- The hashes that the chains have now at these numbers.
-- within 3 seconds
SELECT chain_id, block_number, concat('0x', lower(hex(block_hash))) AS block_hash
FROM block_hashes FINAL
WHERE (chain_id, block_number) IN arrayZip({chain_ids:uint64[]}, {block_numbers:uint64[]})
LIMIT 1000
