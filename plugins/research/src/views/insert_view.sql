INSERT INTO research_views (space_id, project_id, created_by_user_id, name, layout, settings, is_shared, created_at, updated_at)
VALUES ({guard.tenant:int64}, {guard.project_id:int64}, {caller.user_id:int64}, {name:text}, {layout:text}, {settings:text},
    {is_shared:boolean}, {now:timestamp}, {now:timestamp})
RETURNING id
