-- The organization's identity provider, without its client secret.
SELECT settings.issuer, settings.client_id, settings.is_enabled, settings.tested_at, settings.updated_at
FROM organization_single_sign_on_settings AS settings
JOIN memberships ON memberships.organization_id = settings.organization_id
WHERE settings.organization_id = {organization_id:int64} AND memberships.user_id = {caller.user_id:int64}
