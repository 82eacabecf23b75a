SELECT id FROM saved_items
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND kind = {kind:text} AND hash = {hash:text}
  AND chain_id = {chain_id:int64}
