-- Alerts that wait for their condition to cease, and whose condition the figures do not meet: the next time that they do counts. A pool at a
-- time, by the index price_alerts_waiting, as in firing_price_alerts.postgres.sql.
UPDATE price_alerts SET waits_for_crossing = FALSE
WHERE id IN (
    SELECT one.id
    FROM {prices:rows(pool bytes, exponent int64, mantissa text)} AS price
    CROSS JOIN LATERAL (
        SELECT alert.id
        FROM price_alerts AS alert
        WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'above' AND alert.waits_for_crossing
          AND alert.threshold_exponent = price.exponent AND alert.threshold_mantissa >= price.mantissa
        UNION ALL
        SELECT alert.id
        FROM price_alerts AS alert
        WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'above' AND alert.waits_for_crossing
          AND alert.threshold_exponent > price.exponent
        OFFSET 0
    ) AS one
    UNION ALL
    SELECT one.id
    FROM {prices:rows(pool bytes, exponent int64, mantissa text)} AS price
    CROSS JOIN LATERAL (
        SELECT alert.id
        FROM price_alerts AS alert
        WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'below' AND alert.waits_for_crossing
          AND alert.threshold_exponent = price.exponent AND alert.threshold_mantissa <= price.mantissa
        UNION ALL
        SELECT alert.id
        FROM price_alerts AS alert
        WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'below' AND alert.waits_for_crossing
          AND alert.threshold_exponent < price.exponent
        OFFSET 0
    ) AS one
    UNION ALL
    SELECT one.id
    FROM {changes:rows(pool bytes, exponent int64, mantissa text)} AS change
    CROSS JOIN LATERAL (
        SELECT alert.id
        FROM price_alerts AS alert
        WHERE alert.chain_id = {chain_id:int64} AND alert.pool = change.pool AND alert.condition = 'percent_change_24h' AND alert.waits_for_crossing
          AND alert.threshold_exponent = change.exponent AND alert.threshold_mantissa > change.mantissa
        UNION ALL
        SELECT alert.id
        FROM price_alerts AS alert
        WHERE alert.chain_id = {chain_id:int64} AND alert.pool = change.pool AND alert.condition = 'percent_change_24h' AND alert.waits_for_crossing
          AND alert.threshold_exponent > change.exponent
        OFFSET 0
    ) AS one
)
