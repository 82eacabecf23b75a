-- Ends what was given and still runs.
UPDATE courtesy_subscriptions SET ends_at = {now:timestamp}
WHERE organization_id = {organization_id:int64} AND ends_at > {now:timestamp}
