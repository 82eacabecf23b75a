DELETE FROM data_requests WHERE status = 'draft' AND expires_at <= {now:timestamp}
