-- The people whom these comments mention, by the names that they have now.
SELECT mention.comment_id, mention.user_id AS id, coalesce(person.name, 'former member') AS name
FROM research_mentions AS mention
JOIN research_comments AS comment ON comment.id = mention.comment_id
LEFT JOIN person_names AS person ON person.user_id = mention.user_id
WHERE comment.space_id = {guard.tenant:int64} AND comment.page_id = {guard.page_id:int64} AND comment.id IN ({comments:int64[]})
ORDER BY mention.comment_id, mention.user_id
