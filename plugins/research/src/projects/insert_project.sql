INSERT INTO research_projects (space_id, name, description, created_by_user_id, created_at, updated_at)
VALUES ({guard.tenant:int64}, {name:text}, {description:text?}, {caller.user_id:int64}, {now:timestamp}, {now:timestamp})
RETURNING id
