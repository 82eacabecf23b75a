INSERT INTO alert_liquidations (chain_id, transaction_hash, place, block_number, after_organization_id)
SELECT seen.chain_id, seen.transaction_hash, seen.place, seen.block_number, seen.after_organization_id
FROM {liquidations:rows(chain_id int64, transaction_hash bytes, place int64, block_number int64, after_organization_id int64?)} AS seen
WHERE TRUE
ON CONFLICT (chain_id, transaction_hash, place)
DO UPDATE SET block_number = excluded.block_number, after_organization_id = excluded.after_organization_id
