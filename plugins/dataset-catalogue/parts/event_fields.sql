-- An event of the timeline, without its sources and transactions: each engine makes their JSON its own way.
-- column verified boolean
-- column occurred_at, updated_at timestamp
-- column sources, transactions json
SELECT event.id AS id, event.key AS key, event.category AS category, event.title AS title, event.summary AS summary,
    event.occurred_at AS occurred_at, event.time_precision AS time_precision, event.chain AS chain, event.chain_id AS chain_id,
    event.block_number AS block_number, event.reported_loss AS reported_loss, event.severity AS severity,
    event.is_verified AS verified,
