-- Pages of the caller's spaces that are not in the trash, the newest first.
{part.page_fields}
FROM {scope.spaces} AS mine
JOIN research_pages AS page ON page.space_id = mine.tenant
JOIN (SELECT known.id AS known_id, known.name, known.space_id AS known_space_id
      FROM {scope.spaces} AS theirs JOIN research_projects AS known ON known.space_id = theirs.tenant
      WHERE known.trashed_at IS NULL) AS project
    ON project.known_id = page.project_id AND project.known_space_id = mine.tenant
{part.page_people}
WHERE page.trashed_at IS NULL
  AND {after(created_at:timestamp desc, id:int64 desc)}
ORDER BY page.created_at DESC, page.id DESC
LIMIT {page.limit}
