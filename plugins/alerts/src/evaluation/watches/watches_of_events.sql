-- Watches of events of that category and chain, by the organization in which they were made; from one of these on, or of one behind a watch.
-- Whose they are is asked of the page alone. SQLite compares the expression by its index only where the number beside it has no type of its
-- own: hence the + 0.
-- column is_armed boolean
-- column protocols json
SELECT met.id, met.arming, met.space_id, met.sentence, met.state = 'watching' AS is_armed, met.protocols, met.protocol, met.made_in,
    membership.organization_id, member.user_id
FROM (
    SELECT watch.id, watch.arming, watch.space_id, watch.sentence, watch.state, watch.protocols, watch.protocol, watch.created_by_user_id,
        COALESCE(watch.organization_id, 0) AS made_in
    FROM alert_watches AS watch
    WHERE watch.kind = 'chain_event' AND COALESCE(watch.organization_id, 0) >= {made_from:int64} + 0
      AND (COALESCE(watch.organization_id, 0) = {made_in:int64} + 0 AND watch.id > {behind:int64}) -- when made_in
      AND (watch.category IS NULL OR watch.category = {category:text})
      AND (watch.chain_id IS NULL OR watch.chain_id = {chain_id:int64?})
    ORDER BY COALESCE(watch.organization_id, 0), watch.id
    LIMIT {most:int64}
) AS met
LEFT JOIN memberships AS membership ON membership.organization_id = met.made_in AND membership.user_id = met.created_by_user_id
LEFT JOIN space_members AS member ON member.space_id = met.space_id AND member.user_id = met.created_by_user_id
ORDER BY met.made_in, met.id
