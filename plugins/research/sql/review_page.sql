-- The page of a review link that works now. A link that was made before there was a workspace has no pass beside it.
-- column created_at, expires_at, verified_at timestamp
SELECT link.title, link.author, link.created_at, link.expires_at, link.verified_at, link.guest_pass_id,
    CASE WHEN link.guest_pass_id IS NULL THEN link.body ELSE '' END AS body, link.blocks, link.citations, link.files
FROM page_review_links AS link
LEFT JOIN research_guest_passes AS pass ON pass.id = link.guest_pass_id AND pass.space_id = link.space_id
LEFT JOIN research_pages AS page ON page.id = pass.page_id AND page.space_id = pass.space_id
LEFT JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
WHERE link.token_fingerprint = {token_fingerprint:bytes} AND link.revoked_at IS NULL AND link.expires_at > {now:timestamp}
  AND pass.revoked_at IS NULL AND page.trashed_at IS NULL AND project.trashed_at IS NULL
