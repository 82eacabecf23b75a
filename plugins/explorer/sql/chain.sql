-- The slug of a chain.
SELECT slug FROM chains FINAL WHERE chain_id = {chain_id:uint64} AND slug != '' LIMIT 1
