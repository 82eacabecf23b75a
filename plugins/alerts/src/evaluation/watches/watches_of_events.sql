-- Watches of events of that category and chain, by the organization in which they were made; from one of these on, or of one behind a watch.
-- column is_armed boolean
-- column protocols json
SELECT watch.id, watch.arming, watch.space_id, watch.sentence, watch.state = 'watching' AS is_armed, watch.protocols, watch.protocol,
    COALESCE(watch.organization_id, 0) AS made_in, membership.organization_id, member.user_id
FROM alert_watches AS watch
LEFT JOIN memberships AS membership
    ON membership.organization_id = watch.organization_id AND membership.user_id = watch.created_by_user_id
LEFT JOIN space_members AS member ON member.space_id = watch.space_id AND member.user_id = watch.created_by_user_id
WHERE watch.kind = 'chain_event' AND COALESCE(watch.organization_id, 0) >= {made_from:int64}
  AND (COALESCE(watch.organization_id, 0) = {made_in:int64} AND watch.id > {behind:int64}) -- when made_in
  AND (watch.category IS NULL OR watch.category = {category:text})
  AND (watch.chain_id IS NULL OR watch.chain_id = {chain_id:int64?})
ORDER BY COALESCE(watch.organization_id, 0), watch.id
LIMIT {most:int64}
