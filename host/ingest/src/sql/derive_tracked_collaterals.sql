-- What was taken in deployments on the touched days between two, by token, by day and by second.
SELECT
    tracked AS deployment, tupleElement(period, 1) AS span, tupleElement(period, 2) AS start, chain_id, taken AS token,
    any(named_chain) AS chain, any(named) AS symbol, any(scale) AS decimals, count() AS times,
    if(sum(toFloat64(units)) < 1.157e77, toNullable(sum(units)), NULL) AS amount_raw
FROM (
    SELECT *, arrayJoin([('day', toStartOfDay(block_timestamp)), ('second', block_timestamp)]) AS period
    FROM (
        SELECT assumeNotNull(deployment) AS tracked, chain_id, toString(chain) AS named_chain, block_timestamp,
            assumeNotNull(collateral.address) AS taken, collateral.symbol AS named, collateral.decimals AS scale, collateral_amount_raw AS units
        FROM finished_liquidations FINAL
        WHERE isNotNull(deployment) AND toDate(block_timestamp) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
          AND (chain_id, toDate(block_timestamp)) IN ({touched})
        UNION ALL
        SELECT assumeNotNull(deployment), chain_id, toString(chain), block_timestamp, assumeNotNull(asset.address), asset.symbol, asset.decimals, amount_raw
        FROM finished_absorptions FINAL
        WHERE isNotNull(deployment) AND kind = 'collateral'
          AND toDate(block_timestamp) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
          AND (chain_id, toDate(block_timestamp)) IN ({touched})
    )
)
GROUP BY deployment, span, start, chain_id, token
