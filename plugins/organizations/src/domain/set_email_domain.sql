-- Another domain, another token for its record, or neither: nothing is verified any more.
UPDATE organizations
SET email_domain = {email_domain:text?}, domain_token = {domain_token:text?}, domain_verified_at = NULL
WHERE id = {guard.tenant:int64}
