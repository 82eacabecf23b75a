-- What an organization's page shows and its admins change.

-- email_domain: the domain of its members' addresses, in lowercase. domain_token: what the TXT record of that domain says,
-- quarry-domain-verification=TOKEN. domain_verified_at: when the record was found.
ALTER TABLE organizations ADD COLUMN email_domain {key_text};
ALTER TABLE organizations ADD COLUMN domain_token TEXT;
ALTER TABLE organizations ADD COLUMN domain_verified_at BIGINT;
-- A domain is one organization's.
CREATE UNIQUE INDEX organizations_by_verified_domain ON organizations (email_domain) WHERE domain_verified_at IS NOT NULL;

-- The key that was minted in the place of this one, which ends at its expires_at.
ALTER TABLE api_keys ADD COLUMN replaced_by_key_id BIGINT;

-- What components read of tables that hold secrets: views without these.
CREATE VIEW person_names AS SELECT id AS user_id, name FROM users;

CREATE VIEW organization_members AS
SELECT memberships.organization_id, memberships.user_id, memberships.role, memberships.created_at, users.name, users.email,
       users.disabled_at
FROM memberships JOIN users ON users.id = memberships.user_id;

CREATE VIEW invitation_list AS
SELECT id, organization_id, email, role, invited_by_user_id, created_at, expires_at, accepted_at FROM invitations;

CREATE VIEW api_key_list AS
SELECT id, organization_id, user_id, name, hint, scopes, ip_allow_list, environment, created_at, expires_at, revoked_at,
       replaced_by_key_id
FROM api_keys;
