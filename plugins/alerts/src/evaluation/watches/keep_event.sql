INSERT INTO alert_chain_events (event_id, after_organization_id)
SELECT event.id, {after:int64?} FROM chain_events AS event WHERE event.id = {id:int64}
ON CONFLICT (event_id) DO UPDATE SET after_organization_id = excluded.after_organization_id
