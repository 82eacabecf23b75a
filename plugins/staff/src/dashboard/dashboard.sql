-- What staff see first, in one row.
SELECT
    (SELECT COUNT(*) FROM staff_people) AS people,
    (SELECT COUNT(*) FROM staff_people WHERE disabled_at IS NOT NULL) AS people_disabled,
    (SELECT COUNT(*) FROM staff_people WHERE sessions > 0) AS people_signed_in,
    (SELECT COUNT(*) FROM staff_people WHERE platform_tier IS NOT NULL
        OR id IN (SELECT staff_permissions.user_id FROM staff_permissions)) AS staff,
    (SELECT COUNT(*) FROM organizations WHERE kind = 'institution') AS institutions,
    (SELECT COUNT(*) FROM organizations WHERE status = 'suspended') AS organizations_suspended,
    (SELECT COUNT(*) FROM staff_api_keys WHERE revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > {now:timestamp})) AS api_keys,
    (SELECT COUNT(*) FROM courtesy_subscriptions WHERE ends_at > {now:timestamp}) AS courtesies,
    (SELECT COUNT(*) FROM entitlement_overrides) AS overrides,
    (SELECT COUNT(*) FROM staff_audit_entries WHERE occurred_at > {day_ago:timestamp}) AS changes_in_24_hours
