-- One published page, by its newest address or an earlier one. One that was published before there was a workspace has no page beside it.
-- column published_at, verified_at timestamp
SELECT published.slug, published.title, published.author, published.published_at, published.version, published.verified_at,
    CASE WHEN published.page_id IS NULL THEN published.body ELSE '' END AS body, published.blocks, published.citations, published.files
FROM published_pages AS published
LEFT JOIN research_pages AS page ON page.id = published.page_id AND page.space_id = published.space_id
LEFT JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
WHERE (published.slug = {slug:text}
       OR published.page_id = (SELECT known.page_id FROM published_page_slugs AS known WHERE known.slug = {slug:text}))
  AND published.withdrawn_at IS NULL AND page.trashed_at IS NULL AND project.trashed_at IS NULL
LIMIT 1
