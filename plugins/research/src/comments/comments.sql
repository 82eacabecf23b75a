-- The page's comments, oldest first; with openers those alone that opened a thread.
{part.comment_fields}
    comment.removed_at, octet_length(comment.body) AS body_bytes
FROM research_comments AS comment
{part.comment_people}
WHERE comment.space_id = {guard.tenant:int64} AND comment.page_id = {guard.page_id:int64}
  AND comment.thread_id IS NULL AND {openers:boolean} -- when openers
  AND comment.block_id = {block_id:int64}             -- when block_id
  AND {after(id:int64 asc)}
ORDER BY comment.id
LIMIT {page.limit}
