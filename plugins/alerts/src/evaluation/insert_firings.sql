-- Firings; those whose block cannot be told from one that replaces it are settled.
INSERT INTO alert_firings (alert_type, alert_id, arming, space_id, sentence, detail, chain_id, pool, measured, block_number, block_hash,
    as_of, fired_at, settled_at)
SELECT new.alert_type, new.alert_id, new.arming, new.space_id, new.sentence, new.detail, new.chain_id, new.pool, new.measured,
    new.block_number, new.block_hash, new.as_of, {now:timestamp}, CASE WHEN new.block_hash IS NULL THEN {now:timestamp} END
FROM {firings:rows(alert_type text, alert_id int64, arming int64, space_id int64, sentence text, detail text, chain_id int64?, pool bytes?, measured text?, block_number int64?, block_hash bytes?, as_of timestamp?)} AS new
WHERE TRUE
ON CONFLICT (alert_type, alert_id, arming) DO NOTHING
RETURNING id, alert_type, alert_id
