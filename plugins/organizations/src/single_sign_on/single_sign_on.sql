-- The organization's identity provider, without its client secret.
-- column enabled boolean
-- column tested_at, updated_at timestamp
SELECT 'organization-' || organization_id AS provider, issuer, client_id, is_enabled AS enabled,
    tested_at, updated_at
FROM organization_single_sign_on_settings
WHERE organization_id = {guard.tenant:int64}
