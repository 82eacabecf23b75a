-- The newest replies of each thread, oldest first, with how many there are.
-- column created_at, resolved_at, removed_at timestamp
-- column block_gone boolean
SELECT comment.id, comment.thread_id, comment.block_id, comment.block_text,
    (comment.block_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM research_blocks AS block WHERE block.space_id = comment.space_id AND block.page_id = comment.page_id
            AND block.id = comment.block_id)) AS block_gone,
    CASE WHEN comment.removed_at IS NULL THEN comment.body END AS body,
    comment.author_user_id AS author_id, coalesce(author.name, 'former member') AS author_name, comment.created_at,
    comment.resolved_at, comment.resolved_by_user_id AS resolver_id,
    CASE WHEN comment.resolved_at IS NOT NULL THEN coalesce(resolver.name, 'former member') END AS resolver_name,
    comment.removed_at, octet_length(comment.body) AS body_bytes, ranked.reply_count
FROM (
    SELECT reply.id, count(*) OVER (PARTITION BY reply.thread_id) AS reply_count,
        ROW_NUMBER() OVER (PARTITION BY reply.thread_id ORDER BY reply.id DESC) AS place
    FROM research_comments AS reply
    WHERE reply.space_id = {guard.tenant:int64} AND reply.page_id = {guard.page_id:int64} AND reply.thread_id IN ({threads:int64[]})
) AS ranked
JOIN research_comments AS comment ON comment.id = ranked.id
LEFT JOIN person_names AS author ON author.user_id = comment.author_user_id
LEFT JOIN person_names AS resolver ON resolver.user_id = comment.resolved_by_user_id
WHERE comment.space_id = {guard.tenant:int64} AND comment.page_id = {guard.page_id:int64} AND ranked.place <= {shown:int64}
ORDER BY comment.id
