SELECT transaction_hash, place, after_organization_id FROM alert_liquidations
WHERE chain_id = {chain_id:int64} AND transaction_hash IN ({hashes:bytes[]})
