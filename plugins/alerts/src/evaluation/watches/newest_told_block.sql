SELECT max(block_number) AS newest_block FROM alert_liquidations WHERE chain_id = {chain_id:int64}
