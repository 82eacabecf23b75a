-- The newest pages of the caller's active space that rest on a dataset: by a query of it, or by a figure that the space cites of it.
SELECT DISTINCT page.id, page.title
FROM {scope.spaces} AS mine
JOIN research_blocks AS block ON block.space_id = mine.tenant
JOIN research_pages AS page ON page.id = block.page_id AND page.space_id = mine.tenant
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = mine.tenant
WHERE mine.is_active AND page.trashed_at IS NULL AND project.trashed_at IS NULL
  AND (block.kind IN ('citation', 'live_value', 'query') OR block.body LIKE '%derived:%')
  AND (block.kind = 'query' AND block.attrs LIKE {of_query:text}
       OR EXISTS (
           SELECT 1
           FROM space_citations AS citation
           JOIN cited_figures AS figure ON figure.hash = citation.hash
           WHERE citation.space_id = mine.tenant
             AND COALESCE(figure.dataset, CASE figure.kind WHEN 'price_series' THEN 'price_bars' END) = {dataset:text}
             AND (block.body LIKE '%derived:' || citation.id || {end_of_token:text}
                  OR block.kind IN ('citation', 'live_value')
                     AND (block.attrs LIKE '%"citation_id":' || citation.id || ',%'
                          OR block.attrs LIKE '%"citation_id":' || citation.id || {end_of_attributes:text}))))
ORDER BY page.id DESC
LIMIT 50
