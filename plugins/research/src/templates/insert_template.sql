INSERT INTO research_templates (space_id, name, blocks, block_count, created_by_user_id, created_at)
VALUES ({guard.tenant:int64}, {name:text}, {blocks:text}, {block_count:int64}, {caller.user_id:int64}, {now:timestamp})
RETURNING id
