INSERT INTO research_pages (space_id, project_id, folder_id, title, finding, status, from_template, created_by_user_id,
    updated_by_user_id, created_at, updated_at, indexed_as)
VALUES ({guard.tenant:int64}, {guard.project_id:int64}, {folder_id:int64?}, {title:text}, {finding:text?}, {status:text},
    {from_template:boolean}, {caller.user_id:int64}, {caller.user_id:int64}, {now:timestamp}, {now:timestamp}, {indexed_as:int64})
RETURNING id
