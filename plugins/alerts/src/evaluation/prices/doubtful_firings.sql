-- Unsettled firings of a block, with their alert where it is still there.
SELECT firing.id, firing.alert_id, firing.arming, firing.space_id, firing.pool, firing.sentence, firing.measured, firing.block_number,
    firing.block_hash, alert.condition, alert.threshold, member.user_id
FROM alert_firings AS firing
LEFT JOIN price_alerts AS alert ON alert.id = firing.alert_id
LEFT JOIN space_members AS member ON member.space_id = firing.space_id AND member.user_id = alert.created_by_user_id
WHERE firing.chain_id = {chain_id:int64} AND firing.block_number = {block_number:int64} AND firing.block_hash = {block_hash:bytes}
  AND firing.settled_at IS NULL AND firing.alert_type = 'price'
ORDER BY firing.id
LIMIT {most:int64}
