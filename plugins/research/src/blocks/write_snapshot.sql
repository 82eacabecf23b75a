-- The block as it was when its data were asked for: another save in between has raised its version.
UPDATE research_blocks
SET attrs = {attrs:text}, version = version + 1, updated_by_user_id = {caller.user_id:int64}, updated_at = {now:timestamp}
WHERE id = {guard.block_id:int64} AND page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND version = {version:int64}
