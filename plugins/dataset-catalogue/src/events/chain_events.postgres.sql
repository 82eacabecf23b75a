-- The timeline, by the number of the event.
-- column verified boolean
-- column occurred_at, updated_at timestamp
-- column sources, transactions json
SELECT event.id AS id, event.key AS key, event.category AS category, event.title AS title, event.summary AS summary,
    event.occurred_at AS occurred_at, event.time_precision AS time_precision, event.chain AS chain, event.chain_id AS chain_id,
    event.block_number AS block_number, event.reported_loss AS reported_loss, event.severity AS severity,
    event.is_verified AS verified,
    COALESCE((SELECT json_agg(json_build_object('name', source.name, 'url', source.url) ORDER BY source.position)
        FROM chain_event_sources AS source WHERE source.event_id = event.id), '[]')::TEXT AS sources,
    COALESCE((SELECT json_agg(json_build_object('hash', '0x' || encode(anchor.transaction_hash, 'hex'), 'anchor_state', anchor.anchor_state)
            ORDER BY anchor.position)
        FROM chain_event_transactions AS anchor WHERE anchor.event_id = event.id), '[]')::TEXT AS transactions,
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
