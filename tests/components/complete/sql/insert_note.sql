INSERT INTO complete__notes (organization_id, user_id, title, version, recounts)
VALUES ({caller.organization_id:int64}, {caller.user_id:int64}, {title:text}, 1, 0)
RETURNING id, version
