-- Suspends an organization, or lifts its suspension.
UPDATE organizations SET status = {status:text}, status_reason = {reason:text?}, status_changed_at = {now:timestamp}
WHERE id = {id:int64} AND status <> {status:text}
