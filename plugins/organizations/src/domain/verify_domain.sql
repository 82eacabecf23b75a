-- The record was found for this domain and token; another one may have been set meanwhile.
UPDATE organizations SET domain_verified_at = {now:timestamp}
WHERE id = {guard.tenant:int64} AND email_domain = {email_domain:text} AND domain_token = {domain_token:text}
  AND domain_verified_at IS NULL
