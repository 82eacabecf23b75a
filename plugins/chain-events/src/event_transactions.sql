-- The transactions that the events are anchored in, in the registry's order.
SELECT event_id, transaction_hash, anchor_state
FROM chain_event_transactions
WHERE event_id IN ({event_ids:int64[]})
ORDER BY event_id, position
