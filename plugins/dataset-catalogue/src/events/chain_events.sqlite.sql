-- The timeline, by the number of the event.
-- column verified boolean
-- column occurred_at, updated_at timestamp
-- column sources, transactions json
SELECT event.id AS id, event.key AS key, event.category AS category, event.title AS title, event.summary AS summary,
    event.occurred_at AS occurred_at, event.time_precision AS time_precision, event.chain AS chain, event.chain_id AS chain_id,
    event.block_number AS block_number, event.reported_loss AS reported_loss, event.severity AS severity,
    event.is_verified AS verified,
    (SELECT json_group_array(json_object('name', source.name, 'url', source.url)) FROM (
        SELECT name, url FROM chain_event_sources WHERE event_id = event.id ORDER BY position) AS source) AS sources,
    (SELECT json_group_array(json_object('hash', '0x' || lower(hex(anchor.transaction_hash)), 'anchor_state', anchor.anchor_state)) FROM (
        SELECT transaction_hash, anchor_state FROM chain_event_transactions WHERE event_id = event.id ORDER BY position) AS anchor) AS transactions,
    event.updated_at AS updated_at, event.version AS version
FROM chain_events AS event
WHERE event.removed_at IS NULL AND event.id <= {newest_entry:int64}
  AND event.chain_id = {chain_id:int64}                                                      -- when chain_id
  AND event.occurred_at >= {date_from:timestamp}                                             -- when date_from
  AND event.occurred_at < {date_to:timestamp}                                                -- when date_to
  AND event.is_verified = {verified:boolean}                                                 -- when verified
  AND event.id > {after_id:int64}                                                            -- when after_id
ORDER BY event.id
LIMIT {most:int64}                                                                           -- when most
