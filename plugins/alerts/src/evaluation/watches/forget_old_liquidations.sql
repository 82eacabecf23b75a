DELETE FROM alert_liquidations
WHERE chain_id = {chain_id:int64} AND block_number < {before:int64} AND after_organization_id IS NULL
