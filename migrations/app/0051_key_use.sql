-- When a key was last let in, to the minute: a key that nobody uses can be revoked, and one that should be idle is noticed.
ALTER TABLE api_keys ADD COLUMN last_used_at BIGINT;

DROP VIEW api_key_list;
CREATE VIEW api_key_list AS
SELECT id, organization_id, user_id, name, hint, scopes, ip_allow_list, environment, created_at, expires_at, revoked_at,
       replaced_by_key_id, last_used_at
FROM api_keys;

DROP VIEW staff_api_keys;
CREATE VIEW staff_api_keys AS
SELECT api_keys.id, api_keys.organization_id, api_keys.user_id, api_keys.name, api_keys.hint, api_keys.scopes,
    api_keys.environment, api_keys.created_at, api_keys.expires_at, api_keys.revoked_at,
    api_keys.last_used_at
FROM api_keys {read_only};
