UPDATE alert_firings
SET block_hash = COALESCE(judged.new_hash, alert_firings.block_hash),
    settled_at = CASE WHEN judged.new_hash IS NULL THEN {now:timestamp} END,
    taken_back_at = CASE WHEN judged.is_taken_back THEN {now:timestamp} END
FROM {firings:rows(id int64, old_hash bytes, new_hash bytes?, is_taken_back boolean)} AS judged
WHERE alert_firings.id = judged.id AND alert_firings.block_hash = judged.old_hash AND alert_firings.settled_at IS NULL
RETURNING alert_firings.id
