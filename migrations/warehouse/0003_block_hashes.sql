-- The hash under which each block was last loaded, from whichever file named it. Ingest compares a file with this table:
-- the same number under another hash is a reorganisation, and what the old hash had brought is tombstoned first.
CREATE TABLE IF NOT EXISTS block_hashes {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64,
    block_hash FixedString(32),
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number);

CREATE MATERIALIZED VIEW IF NOT EXISTS block_hashes_from_blocks {{on_cluster}} TO block_hashes AS
SELECT chain_id, block_number, block_hash, version, is_deleted
FROM blocks
WHERE is_deleted = 0 AND block_hash != toFixedString('', 32);

CREATE MATERIALIZED VIEW IF NOT EXISTS block_hashes_from_transactions {{on_cluster}} TO block_hashes AS
SELECT DISTINCT chain_id, block_number, block_hash, version, is_deleted
FROM transactions
WHERE is_deleted = 0 AND block_hash != toFixedString('', 32);

CREATE MATERIALIZED VIEW IF NOT EXISTS block_hashes_from_logs {{on_cluster}} TO block_hashes AS
SELECT DISTINCT chain_id, block_number, block_hash, version, is_deleted
FROM logs
WHERE is_deleted = 0 AND block_hash != toFixedString('', 32);
