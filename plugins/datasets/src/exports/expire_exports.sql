UPDATE data_requests SET status = 'expired' WHERE status = 'completed' AND expires_at <= {now:timestamp}
