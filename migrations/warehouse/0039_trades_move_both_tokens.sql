-- A swap in which not both tokens moved (nothing at all, or a loan that was repaid in its own token) is no trade and sets no price of a
-- bar (host/ingest/src/sql/recompute_bars.sql). The days that have some are listed, and the next run rebuilds their bars.
INSERT INTO touched_days (chain_id, pool, day)
SELECT DISTINCT chain_id, pool, toDate(block_timestamp) FROM v2_swaps FINAL
WHERE NOT (amount0_in > 0 AND amount1_out > 0 OR amount1_in > 0 AND amount0_out > 0)
UNION ALL
SELECT DISTINCT chain_id, pool, toDate(block_timestamp) FROM v3_swaps FINAL WHERE amount0 = 0 OR amount1 = 0;

-- A chain whose data lie within one hour is ranked at that hour's end, and no longer at its beginning, before which it has no price.
INSERT INTO touched_rankings (kind, chain_id, address)
SELECT 'pool', chain_id, pool FROM newest_bars FINAL
WHERE chain_id IN (SELECT chain_id FROM newest_bars FINAL GROUP BY chain_id HAVING min(start) = max(start) AND max(daily_bars) = 1);
