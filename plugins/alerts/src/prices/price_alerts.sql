-- The alerts of every space of the caller, the newest first, behind one of them; or one of them.
-- column waits_for_crossing boolean
-- column fired_as_of, fired_at, created_at timestamp
SELECT alert.id, 'price' AS type, alert.space_id, alert.pool AS pool_address, alert.chain, alert.condition, alert.threshold,
    alert.state, alert.waits_for_crossing, alert.sentence, alert.fired_price AS fired_measured_price, alert.fired_block_number,
    alert.fired_as_of, alert.fired_at, alert.created_by_user_id AS created_by_id,
    coalesce(maker.name, 'former member') AS created_by_name, alert.created_at
FROM {scope.spaces} AS mine
JOIN price_alerts AS alert ON alert.space_id = mine.tenant
LEFT JOIN person_names AS maker ON maker.user_id = alert.created_by_user_id
WHERE TRUE
  AND alert.id = {id:int64}        -- when id
  AND alert.id < {behind:int64}    -- when behind
ORDER BY alert.id DESC
LIMIT {most:int64}
