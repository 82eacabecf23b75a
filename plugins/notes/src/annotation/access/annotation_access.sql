-- What the caller is in the space of the annotation, whose page may lie in the trash.
SELECT annotation.space_id AS tenant, member.role AS rank, annotation.id AS annotation_id, annotation.page_id AS page_id,
    CASE WHEN page.trashed_at IS NOT NULL OR project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM research_annotations AS annotation
JOIN research_pages AS page ON page.id = annotation.page_id AND page.space_id = annotation.space_id
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
JOIN space_members AS member ON member.space_id = annotation.space_id
WHERE annotation.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
