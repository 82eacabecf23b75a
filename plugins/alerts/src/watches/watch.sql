-- The guard's watch.
-- column protocols json
-- column fired_at, created_at timestamp
SELECT watch.id, watch.kind, watch.space_id, watch.label, watch.token, watch.protocols, watch.category, watch.protocol, watch.chain,
    watch.state, watch.sentence, watch.fired_at, watch.created_by_user_id AS created_by_id,
    coalesce(maker.name, 'former member') AS created_by_name, watch.created_at
FROM alert_watches AS watch
LEFT JOIN person_names AS maker ON maker.user_id = watch.created_by_user_id
WHERE watch.space_id = {guard.tenant:int64} AND watch.id = {guard.watch_id:int64}
