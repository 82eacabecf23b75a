-- The newest replies of each thread, oldest first, with how many there are.
{part.comment_fields}
    comment.removed_at, octet_length(comment.body) AS body_bytes, ranked.reply_count
FROM (
    SELECT reply.id, count(*) OVER (PARTITION BY reply.thread_id) AS reply_count,
        ROW_NUMBER() OVER (PARTITION BY reply.thread_id ORDER BY reply.id DESC) AS place
    FROM research_comments AS reply
    WHERE reply.space_id = {guard.tenant:int64} AND reply.page_id = {guard.page_id:int64} AND reply.thread_id IN ({threads:int64[]})
) AS ranked
JOIN research_comments AS comment ON comment.id = ranked.id
{part.comment_people}
WHERE comment.space_id = {guard.tenant:int64} AND comment.page_id = {guard.page_id:int64} AND ranked.place <= {shown:int64}
ORDER BY comment.id
