-- What a file does not say is null, in the store as in answers. Zeros and empty texts that were loaded before stay as they
-- are: nobody can tell any more which of them were said. `quarry withdraw blocks` and loading the file again make them null.
-- Hashes of zero bytes go on meaning "unknown", since rows are found and compared by them.
ALTER TABLE blocks {{on_cluster}}
    MODIFY COLUMN miner Nullable(FixedString(20)) COMMENT 'fee recipient',
    MODIFY COLUMN gas_limit Nullable(UInt64),
    MODIFY COLUMN gas_used Nullable(UInt64),
    MODIFY COLUMN extra_data Nullable(String);

ALTER TABLE transactions {{on_cluster}}
    MODIFY COLUMN nonce Nullable(UInt64),
    MODIFY COLUMN from_address Nullable(FixedString(20)) COMMENT 'null where only the receipt is known',
    MODIFY COLUMN to_address Nullable(FixedString(20)) COMMENT 'null for a contract creation, and where the file does not say',
    MODIFY COLUMN value Nullable(UInt256) COMMENT 'wei; null where only the receipt is known',
    MODIFY COLUMN gas_limit Nullable(UInt64),
    MODIFY COLUMN input Nullable(String),
    ADD COLUMN IF NOT EXISTS creates_contract Nullable(UInt8) COMMENT 'null where the file has no recipients' AFTER to_address;

ALTER TABLE tokens {{on_cluster}}
    MODIFY COLUMN symbol Nullable(String),
    MODIFY COLUMN name Nullable(String);

-- Amounts may pass 2^256 - 1 together; there is no sum of them then.
ALTER TABLE price_bars {{on_cluster}}
    MODIFY COLUMN volume_token0_raw Nullable(UInt256) COMMENT 'swapped in both directions, raw units; null past 2^256 - 1',
    MODIFY COLUMN volume_token1_raw Nullable(UInt256) COMMENT 'swapped in both directions, raw units; null past 2^256 - 1';
