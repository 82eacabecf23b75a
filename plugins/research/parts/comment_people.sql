-- Who wrote a comment, and who resolved it.
LEFT JOIN person_names AS author ON author.user_id = comment.author_user_id
LEFT JOIN person_names AS resolver ON resolver.user_id = comment.resolved_by_user_id
