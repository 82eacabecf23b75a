-- The watches of every space of the caller, of a kind, the newest first, behind one of them; or one of them.
-- column protocols json
-- column fired_at, created_at timestamp
SELECT watch.id, watch.kind, watch.space_id, watch.label, watch.token, watch.protocols, watch.category, watch.protocol, watch.chain,
    watch.state, watch.sentence, watch.fired_at, watch.created_by_user_id AS created_by_id,
    coalesce(maker.name, 'former member') AS created_by_name, watch.created_at
FROM {scope.spaces} AS mine
JOIN alert_watches AS watch ON watch.space_id = mine.tenant
LEFT JOIN person_names AS maker ON maker.user_id = watch.created_by_user_id
WHERE TRUE
  AND watch.id = {id:int64}       -- when id
  AND watch.kind = {kind:text}    -- when kind
  AND watch.id < {behind:int64}   -- when behind
ORDER BY watch.id DESC
LIMIT {most:int64}
