-- The bytes that a space may hold by the plans of those who own it, within what the configuration lets every space hold.
-- A null space_bytes is as much as the configuration says.
ALTER TABLE plans ADD COLUMN space_bytes BIGINT CHECK (space_bytes >= 0);
UPDATE plans SET space_bytes = 536870912 WHERE key = 'free';
UPDATE plans SET space_bytes = 1073741824 WHERE key = 'researcher';

-- What each space may hold: a row for each owner, each organization of theirs, and each courtesy of it. A space goes by the largest.
-- plan_bytes: of the organization's plan, or what staff set in its place. courtesy_bytes: of a plan that was given until
-- courtesy_ends_at; null where none was, or where staff set the allowance, which replaces courtesies too. The largest number
-- stands for a plan without a bound of its own. What staff set counts where it can be read, as everywhere.
CREATE VIEW space_allowances AS
SELECT owners.space_id,
    CASE WHEN set_by_staff.name IS NULL THEN coalesce(plans.space_bytes, 9223372036854775807)
        WHEN set_by_staff.value IS NULL OR length(set_by_staff.value) > 18 THEN 9223372036854775807
        ELSE CAST(set_by_staff.value AS BIGINT) END AS plan_bytes,
    CASE WHEN given.id IS NOT NULL THEN coalesce(given_plans.space_bytes, 9223372036854775807) END AS courtesy_bytes,
    given.ends_at AS courtesy_ends_at
FROM space_members AS owners
JOIN memberships ON memberships.user_id = owners.user_id
JOIN organizations ON organizations.id = memberships.organization_id
JOIN plans ON plans.key = organizations.plan_key
LEFT JOIN entitlement_overrides AS set_by_staff
    ON set_by_staff.organization_id = organizations.id AND set_by_staff.name = 'space_bytes'
    AND (set_by_staff.value IS NULL OR (set_by_staff.value <> '' AND trim(set_by_staff.value, '0123456789') = ''))
LEFT JOIN courtesy_subscriptions AS given ON given.organization_id = organizations.id AND set_by_staff.name IS NULL
LEFT JOIN plans AS given_plans ON given_plans.key = given.plan_key
WHERE owners.role = 'owner';
