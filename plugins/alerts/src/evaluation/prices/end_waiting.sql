-- Alerts that wait for their condition to cease, and whose condition the figures do not meet: the next time that they do counts. The || ''
-- is as in firing_price_alerts.sql.
UPDATE price_alerts SET waits_for_crossing = FALSE
WHERE id IN (
    SELECT alert.id
    FROM {prices:rows(pool bytes, exponent int64, mantissa text)} AS price
    CROSS JOIN price_alerts AS alert
    WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'above' AND alert.waits_for_crossing
      AND (alert.threshold_exponent, alert.threshold_mantissa) >= (price.exponent, price.mantissa || '')
    UNION ALL
    SELECT alert.id
    FROM {prices:rows(pool bytes, exponent int64, mantissa text)} AS price
    CROSS JOIN price_alerts AS alert
    WHERE alert.chain_id = {chain_id:int64} AND alert.pool = price.pool AND alert.condition = 'below' AND alert.waits_for_crossing
      AND (alert.threshold_exponent, alert.threshold_mantissa) <= (price.exponent, price.mantissa || '')
    UNION ALL
    SELECT alert.id
    FROM {changes:rows(pool bytes, exponent int64, mantissa text)} AS change
    CROSS JOIN price_alerts AS alert
    WHERE alert.chain_id = {chain_id:int64} AND alert.pool = change.pool AND alert.condition = 'percent_change_24h'
      AND alert.waits_for_crossing
      AND (alert.threshold_exponent, alert.threshold_mantissa) > (change.exponent, change.mantissa || '')
)
