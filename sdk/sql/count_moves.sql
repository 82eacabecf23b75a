INSERT INTO field_notes__moves (chain_id, pools) VALUES ({chain_id:int64}, {pools:int64})
