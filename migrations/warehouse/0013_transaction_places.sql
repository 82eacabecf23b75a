-- Where each transaction stands, by its hash: the raw tables are ordered by block. Logs name their transaction too, so one
-- whose own row was never loaded is found by its logs. `source` and the place are part of the key: a tombstone of one
-- block or dataset then never hides what another one knows. A hash of zeros ("the file did not say") has no place.
CREATE TABLE IF NOT EXISTS transaction_places {{on_cluster}} (
    transaction_hash FixedString(32),
    chain_id UInt64,
    block_number UInt64,
    transaction_index UInt32,
    source Enum8('transactions' = 1, 'logs' = 2),
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted)
ORDER BY (transaction_hash, chain_id, block_number, transaction_index, source)
-- A lookup reads one granule of each part.
SETTINGS index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS place_transactions {{on_cluster}} TO transaction_places AS
SELECT transaction_hash, chain_id, block_number, transaction_index, 1 AS source, version, is_deleted
FROM transactions
WHERE transaction_hash != toFixedString('', 32);

CREATE MATERIALIZED VIEW IF NOT EXISTS place_transactions_of_logs {{on_cluster}} TO transaction_places AS
SELECT DISTINCT transaction_hash, chain_id, block_number, transaction_index, 2 AS source, version, is_deleted
FROM logs
WHERE transaction_hash != toFixedString('', 32);

-- What was loaded before.
INSERT INTO transaction_places (transaction_hash, chain_id, block_number, transaction_index, source, version, is_deleted)
SELECT transaction_hash, chain_id, block_number, transaction_index, 1, version, is_deleted
FROM transactions
WHERE transaction_hash != toFixedString('', 32);

INSERT INTO transaction_places (transaction_hash, chain_id, block_number, transaction_index, source, version, is_deleted)
SELECT DISTINCT transaction_hash, chain_id, block_number, transaction_index, 2, version, is_deleted
FROM logs
WHERE transaction_hash != toFixedString('', 32);
