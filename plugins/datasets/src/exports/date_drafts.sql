-- Drafts of before these had a last day are told one, so that none is removed unannounced.
UPDATE data_requests SET expires_at = {expires_at:timestamp} WHERE status = 'draft' AND expires_at IS NULL
