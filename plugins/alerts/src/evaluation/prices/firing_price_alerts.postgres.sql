-- Alerts that the figures meet, of those that can fire. A pool at a time, by the index price_alerts_armed: PostgreSQL would rather read the
-- whole table than join by a comparison, and of a pair it compares by the index the first column alone.
SELECT alert.id, alert.arming, alert.space_id, alert.pool, alert.chain, alert.condition, alert.threshold, alert.sentence,
    membership.organization_id, member.user_id
FROM (
    SELECT one.id
    FROM {prices:rows(pool bytes, exponent int64, mantissa text)} AS price
    CROSS JOIN LATERAL (
        (
            SELECT alert.id FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'above'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent = price.exponent AND alert.threshold_mantissa < price.mantissa
            ORDER BY alert.threshold_mantissa LIMIT {most:int64}
        )
        UNION ALL
        (
            SELECT alert.id FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'above'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent < price.exponent
            ORDER BY alert.threshold_exponent, alert.threshold_mantissa LIMIT {most:int64}
        )
    ) AS one
    UNION ALL
    SELECT one.id
    FROM {prices:rows(pool bytes, exponent int64, mantissa text)} AS price
    CROSS JOIN LATERAL (
        (
            SELECT alert.id FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'below'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent = price.exponent AND alert.threshold_mantissa > price.mantissa
            ORDER BY alert.threshold_mantissa DESC LIMIT {most:int64}
        )
        UNION ALL
        (
            SELECT alert.id FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'below'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent > price.exponent
            ORDER BY alert.threshold_exponent DESC, alert.threshold_mantissa DESC LIMIT {most:int64}
        )
    ) AS one
    UNION ALL
    SELECT one.id
    FROM {changes:rows(pool bytes, exponent int64, mantissa text)} AS change
    CROSS JOIN LATERAL (
        (
            SELECT alert.id FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = change.pool AND alert.condition = 'percent_change_24h'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent = change.exponent AND alert.threshold_mantissa <= change.mantissa
            ORDER BY alert.threshold_mantissa LIMIT {most:int64}
        )
        UNION ALL
        (
            SELECT alert.id FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = change.pool AND alert.condition = 'percent_change_24h'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent < change.exponent
            ORDER BY alert.threshold_exponent, alert.threshold_mantissa LIMIT {most:int64}
        )
    ) AS one
    LIMIT {most:int64}
) AS met
JOIN price_alerts AS alert ON alert.id = met.id
LEFT JOIN memberships AS membership
    ON membership.organization_id = alert.organization_id AND membership.user_id = alert.created_by_user_id
LEFT JOIN space_members AS member ON member.space_id = alert.space_id AND member.user_id = alert.created_by_user_id
