-- Beside the page on which it was typed.
INSERT INTO research_pages (space_id, project_id, folder_id, title, created_by_user_id, updated_by_user_id, created_at, updated_at)
SELECT page.space_id, page.project_id, page.folder_id, {title:text}, {caller.user_id:int64}, {caller.user_id:int64}, {now:timestamp},
    {now:timestamp}
FROM research_pages AS page
WHERE page.id = {guard.page_id:int64} AND page.space_id = {guard.tenant:int64}
RETURNING id
