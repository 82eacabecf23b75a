-- created_by_user_id: the person who added a webhook endpoint. secret_seen_by_user_id: the person to whom its signing secret was shown last.
-- Null where nobody knows, and where the account is gone.
ALTER TABLE webhook_endpoints ADD COLUMN created_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE webhook_endpoints ADD COLUMN secret_seen_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX webhook_endpoints_by_creator ON webhook_endpoints (created_by_user_id) WHERE created_by_user_id IS NOT NULL;
CREATE INDEX webhook_endpoints_by_secret_seen ON webhook_endpoints (secret_seen_by_user_id) WHERE secret_seen_by_user_id IS NOT NULL;
