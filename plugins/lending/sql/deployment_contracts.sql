-- The contracts of a deployment.
SELECT name AS _name, protocol, chain, chain_id, address, underlying
FROM tracked_contracts FINAL
WHERE deployment = {slug:text}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
ORDER BY chain_id, address
LIMIT 500
