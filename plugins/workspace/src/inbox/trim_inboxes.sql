-- All but the newest hundred entries of these people go.
DELETE FROM inbox_notifications WHERE id IN (
    SELECT ranked.id FROM (
        SELECT entry.id, ROW_NUMBER() OVER (PARTITION BY entry.user_id ORDER BY entry.id DESC) AS place
        FROM inbox_notifications AS entry WHERE entry.user_id IN ({people:int64[]})
    ) AS ranked
    WHERE ranked.place > 100 ORDER BY ranked.id LIMIT 10000)
