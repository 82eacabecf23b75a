-- The gaps of followed chains: the newest open ones and the newest of those that were closed within 90 days.
SELECT
    if(chains.slug = '', toString(gap.chain_id), chains.slug) AS chain,
    gap.chain_id AS chain_id,
    gap.first_block AS first_block,
    gap.last_block AS last_block,
    toString(gap.reason) AS reason,
    gap.opened_at AS opened_at,
    ifNull(gap.closed_at, toDateTime(0, 'UTC')) AS closed_at
FROM (
    SELECT * FROM completeness_gaps FINAL
    WHERE isNull(closed_at) OR closed_at >= now('UTC') - INTERVAL 90 DAY
    ORDER BY isNull(closed_at) DESC, opened_at DESC, chain_id, first_block
    LIMIT 100 BY isNull(closed_at)
) AS gap
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = gap.chain_id
ORDER BY chain_id, first_block
