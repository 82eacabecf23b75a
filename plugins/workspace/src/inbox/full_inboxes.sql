-- People with more entries than are shown.
SELECT user_id FROM inbox_notifications GROUP BY user_id HAVING count(*) > 100 ORDER BY user_id LIMIT 200
