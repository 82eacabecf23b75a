-- Each Sync with its price where no touched pool is stable: the ratio of the reserves, which is no price of a Solidly pool of
-- which nobody said whether it is stable.
SELECT sync.chain_id AS chain_id, sync.pool AS pool, sync.block_timestamp AS block_timestamp, sync.block_number AS block_number,
    sync.log_index AS log_index, sync.has_ratio AS has_ratio, sync.ratio AS price,
    has_ratio AND (NOT sync.is_solidly OR (sync.chain_id, sync.pool) IN (SELECT chain_id, pool FROM registered WHERE isNotNull(is_stable))) AS priced
FROM (
    SELECT chain_id, pool, block_timestamp, block_number, log_index, is_solidly,
        price_exponent * exponent_step + price_mantissa AS ratio, price_mantissa > 0 AS has_ratio
    FROM v2_syncs FINAL
    WHERE (chain_id, pool) IN (SELECT chain_id, pool FROM {touched})
      AND block_timestamp >= toDateTime({first_day:String}, 'UTC') AND block_timestamp < toDateTime({last_day:String}, 'UTC') + INTERVAL 1 DAY
      AND (chain_id, pool, toDate(block_timestamp)) IN (SELECT chain_id, pool, day FROM {touched})
) AS sync
