-- How far each chain that is followed over JSON-RPC is. One row a chain, replaced by every look at its head and every range
-- that was loaded. Blocks from first_block up to, and without, next_block are loaded, but for those that
-- completeness_gaps lists. What lies between next_block and touched_before may be half loaded: a range is noted there
-- before it is loaded, and removed when following begins again.
CREATE TABLE IF NOT EXISTS followed_chains {{on_cluster}} (
    chain_id UInt64,
    first_block UInt64 COMMENT 'where following began',
    next_block UInt64 COMMENT 'the lowest block that is still to be loaded',
    touched_before UInt64 COMMENT 'no row of this block or a higher one was ever tried',
    head_block UInt64 COMMENT 'the newest block of the server',
    head_at DateTime('UTC') COMMENT 'when that block was made',
    head_seen_at DateTime('UTC') COMMENT 'when the server named it',
    finality_depth UInt64 COMMENT 'blocks below the head that may still be replaced',
    problem String COMMENT 'why it does not go on; empty while it does',
    version UInt64
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version) ORDER BY chain_id;
