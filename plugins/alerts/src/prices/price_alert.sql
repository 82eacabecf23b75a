-- The guard's alert.
-- column waits_for_crossing boolean
-- column fired_as_of, fired_at, created_at timestamp
SELECT alert.id, 'price' AS type, alert.space_id, alert.pool AS pool_address, alert.chain, alert.condition, alert.threshold,
    alert.state, alert.waits_for_crossing, alert.sentence, alert.fired_price AS fired_measured_price, alert.fired_block_number,
    alert.fired_as_of, alert.fired_at, alert.created_by_user_id AS created_by_id,
    coalesce(maker.name, 'former member') AS created_by_name, alert.created_at
FROM price_alerts AS alert
LEFT JOIN person_names AS maker ON maker.user_id = alert.created_by_user_id
WHERE alert.space_id = {guard.tenant:int64} AND alert.id = {guard.alert_id:int64}
