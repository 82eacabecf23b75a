-- What ingest found of a liquidation, by its key: whose market it was.
block_timestamp AS event_at, chain_id AS event_chain, block_number AS event_block, log_place AS event_place,
protocol AS lender, deployment AS slug,
