-- The caller's autosave of the last ten minutes becomes this one, unless a named version or a restore came behind it.
UPDATE research_page_versions
SET blocks = {blocks:text}, block_count = {block_count:int64}, document_version = {document_version:int64}, updated_at = {now:timestamp},
    title = (SELECT page.title FROM research_pages AS page WHERE page.id = {guard.page_id:int64} AND page.space_id = {guard.tenant:int64})
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND id = (
    SELECT MAX(mine.id) FROM research_page_versions AS mine
    WHERE mine.page_id = {guard.page_id:int64} AND mine.space_id = {guard.tenant:int64} AND mine.kind = 'autosave' AND mine.author_user_id = {caller.user_id:int64}
      AND mine.created_at > {since:timestamp}
      AND NOT EXISTS (
          SELECT 1 FROM research_page_versions AS later
          WHERE later.page_id = {guard.page_id:int64} AND later.space_id = {guard.tenant:int64} AND later.id > mine.id AND later.kind <> 'autosave'))
