-- Alerts that the figures meet, of those that can fire. A pool at a time, by the index price_alerts_armed: PostgreSQL would rather read the
-- whole table than join by a comparison, and of a pair it compares by the index the first column alone.
SELECT met.id, met.arming, met.space_id, met.pool, met.chain, met.condition, met.threshold, met.sentence,
    membership.organization_id, member.user_id
FROM (
    SELECT one.id, one.arming, one.space_id, one.pool, one.chain, one.condition,
        one.threshold, one.sentence, one.organization_id, one.created_by_user_id
    FROM {prices:rows(pool bytes, exponent int64, mantissa text)} AS price
    CROSS JOIN LATERAL (
        (
            SELECT alert.id, alert.arming, alert.space_id, alert.pool, alert.chain, alert.condition,
                alert.threshold, alert.sentence, alert.organization_id, alert.created_by_user_id
            FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'above'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent = price.exponent AND alert.threshold_mantissa < price.mantissa
            ORDER BY alert.threshold_mantissa LIMIT {most:int64}
        )
        UNION ALL
        (
            SELECT alert.id, alert.arming, alert.space_id, alert.pool, alert.chain, alert.condition,
                alert.threshold, alert.sentence, alert.organization_id, alert.created_by_user_id
            FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'above'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent < price.exponent
            ORDER BY alert.threshold_exponent, alert.threshold_mantissa LIMIT {most:int64}
        )
    ) AS one
    UNION ALL
    SELECT one.id, one.arming, one.space_id, one.pool, one.chain, one.condition,
        one.threshold, one.sentence, one.organization_id, one.created_by_user_id
    FROM {prices:rows(pool bytes, exponent int64, mantissa text)} AS price
    CROSS JOIN LATERAL (
        (
            SELECT alert.id, alert.arming, alert.space_id, alert.pool, alert.chain, alert.condition,
                alert.threshold, alert.sentence, alert.organization_id, alert.created_by_user_id
            FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'below'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent = price.exponent AND alert.threshold_mantissa > price.mantissa
            ORDER BY alert.threshold_mantissa DESC LIMIT {most:int64}
        )
        UNION ALL
        (
            SELECT alert.id, alert.arming, alert.space_id, alert.pool, alert.chain, alert.condition,
                alert.threshold, alert.sentence, alert.organization_id, alert.created_by_user_id
            FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'below'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent > price.exponent
            ORDER BY alert.threshold_exponent DESC, alert.threshold_mantissa DESC LIMIT {most:int64}
        )
    ) AS one
    UNION ALL
    SELECT one.id, one.arming, one.space_id, one.pool, one.chain, one.condition,
        one.threshold, one.sentence, one.organization_id, one.created_by_user_id
    FROM {changes:rows(pool bytes, exponent int64, mantissa text)} AS change
    CROSS JOIN LATERAL (
        (
            SELECT alert.id, alert.arming, alert.space_id, alert.pool, alert.chain, alert.condition,
                alert.threshold, alert.sentence, alert.organization_id, alert.created_by_user_id
            FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = change.pool AND alert.condition = 'percent_change_24h'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent = change.exponent AND alert.threshold_mantissa <= change.mantissa
            ORDER BY alert.threshold_mantissa LIMIT {most:int64}
        )
        UNION ALL
        (
            SELECT alert.id, alert.arming, alert.space_id, alert.pool, alert.chain, alert.condition,
                alert.threshold, alert.sentence, alert.organization_id, alert.created_by_user_id
            FROM price_alerts AS alert
            WHERE alert.chain_id = {chain_id:int64} AND alert.pool = change.pool AND alert.condition = 'percent_change_24h'
              AND alert.state = 'watching' AND NOT alert.waits_for_crossing AND alert.armed_at <= {read_at:timestamp}
              AND alert.threshold_exponent < change.exponent
            ORDER BY alert.threshold_exponent, alert.threshold_mantissa LIMIT {most:int64}
        )
    ) AS one
    LIMIT {most:int64}
) AS met
LEFT JOIN memberships AS membership
    ON membership.organization_id = met.organization_id AND membership.user_id = met.created_by_user_id
LEFT JOIN space_members AS member ON member.space_id = met.space_id AND member.user_id = met.created_by_user_id
