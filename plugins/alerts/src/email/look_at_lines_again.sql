-- What waits for a letter is looked at again, under the cadence that is in force now.
UPDATE alert_letter_lines SET held_at = NULL WHERE user_id = {caller.user_id:int64} AND held_at IS NOT NULL
