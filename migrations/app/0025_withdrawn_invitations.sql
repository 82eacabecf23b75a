-- An invitation that was taken back stays for as long as others do, worth nothing: what was mailed to an address a moment ago
-- must not be forgotten, or withdrawing and inviting in turn would fill somebody's mailbox.
ALTER TABLE invitations ADD COLUMN withdrawn_at BIGINT;

DROP VIEW invitation_list;
CREATE VIEW invitation_list AS
SELECT id, organization_id, email, role, invited_by_user_id, created_at, expires_at, accepted_at
FROM invitations WHERE withdrawn_at IS NULL;
