-- With their blocks, versions, drafts, comments, copies and notes; none that was restored since they were looked up.
DELETE FROM research_pages
WHERE id IN ({pages:int64[]}) AND (trashed_at < {kept_since:timestamp} OR EXISTS (
    SELECT 1 FROM research_projects AS project
    WHERE project.id = research_pages.project_id AND project.space_id = research_pages.space_id
      AND project.trashed_at < {kept_since:timestamp}))
RETURNING id
