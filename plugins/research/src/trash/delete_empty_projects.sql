DELETE FROM research_projects
WHERE trashed_at < {kept_since:timestamp}
  AND NOT EXISTS (SELECT 1 FROM research_pages AS page WHERE page.project_id = research_projects.id)
