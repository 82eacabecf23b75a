-- The timeline, by the number of the event.
{part.event_fields}
    (SELECT json_group_array(json_object('name', source.name, 'url', source.url)) FROM (
        SELECT name, url FROM chain_event_sources WHERE event_id = event.id ORDER BY position) AS source) AS sources,
    (SELECT json_group_array(json_object('hash', '0x' || lower(hex(anchor.transaction_hash)), 'anchor_state', anchor.anchor_state)) FROM (
        SELECT transaction_hash, anchor_state FROM chain_event_transactions WHERE event_id = event.id ORDER BY position) AS anchor) AS transactions,
    event.updated_at AS updated_at, event.version AS version
{part.matching_events_in_order}
