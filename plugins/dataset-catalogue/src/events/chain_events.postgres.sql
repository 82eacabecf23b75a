-- The timeline, by the number of the event.
{part.event_fields}
    COALESCE((SELECT json_agg(json_build_object('name', source.name, 'url', source.url) ORDER BY source.position)
        FROM chain_event_sources AS source WHERE source.event_id = event.id), '[]')::TEXT AS sources,
    COALESCE((SELECT json_agg(json_build_object('hash', '0x' || encode(anchor.transaction_hash, 'hex'), 'anchor_state', anchor.anchor_state)
            ORDER BY anchor.position)
        FROM chain_event_transactions AS anchor WHERE anchor.event_id = event.id), '[]')::TEXT AS transactions,
    event.updated_at AS updated_at, event.version AS version
{part.matching_events_in_order}
