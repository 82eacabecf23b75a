-- Who checked the page, and what is published of it.
-- column verified_at, published_at, withdrawn_at timestamp
SELECT page.document_version, page.verified_at, page.verified_document_version, page.verified_by_user_id AS verified_by_id,
    coalesce(verifier.name, 'former member') AS verified_by_name, published.slug, published.title, published.author, published.version,
    published.document_version AS published_document_version, published.published_at, published.withdrawn_at
FROM research_pages AS page
LEFT JOIN person_names AS verifier ON verifier.user_id = page.verified_by_user_id
LEFT JOIN published_pages AS published ON published.page_id = page.id AND published.space_id = page.space_id
WHERE page.space_id = {guard.tenant:int64} AND page.id = {guard.page_id:int64}
