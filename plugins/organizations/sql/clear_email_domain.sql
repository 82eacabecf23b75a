UPDATE organizations SET email_domain = NULL, domain_token = NULL, domain_verified_at = NULL
WHERE id = {organization_id:int64}
