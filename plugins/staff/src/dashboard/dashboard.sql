-- What staff see first: always one row. As of the newest thing that is counted.
-- column as_of timestamp
SELECT
    (SELECT max(newest.changed_at) FROM (
        SELECT max(created_at) AS changed_at FROM staff_people
        UNION ALL SELECT max(last_seen_at) FROM staff_people
        UNION ALL SELECT max(disabled_at) FROM staff_people
        UNION ALL SELECT max(created_at) FROM organizations
        UNION ALL SELECT max(status_changed_at) FROM organizations
        UNION ALL SELECT max(created_at) FROM staff_api_keys
        UNION ALL SELECT max(revoked_at) FROM staff_api_keys
        UNION ALL SELECT max(granted_at) FROM courtesy_subscriptions
        UNION ALL SELECT max(set_at) FROM entitlement_overrides
        UNION ALL SELECT max(occurred_at) FROM staff_audit_entries
    ) AS newest) AS as_of,
    'app_store' AS source,
    (SELECT count(*) FROM staff_people) AS people,
    (SELECT count(*) FROM staff_people WHERE disabled_at IS NOT NULL) AS people_disabled,
    (SELECT count(*) FROM staff_people WHERE sessions > 0) AS people_signed_in,
    (SELECT count(*) FROM staff_people WHERE platform_tier IS NOT NULL
        OR id IN (SELECT staff_permissions.user_id FROM staff_permissions)) AS staff,
    (SELECT count(*) FROM organizations WHERE kind = 'institution') AS institutions,
    (SELECT count(*) FROM organizations WHERE status = 'suspended') AS organizations_suspended,
    (SELECT count(*) FROM staff_api_keys WHERE revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > {now:timestamp})) AS api_keys,
    (SELECT count(*) FROM courtesy_subscriptions WHERE ends_at > {now:timestamp}) AS courtesies,
    (SELECT count(*) FROM entitlement_overrides) AS overrides,
    (SELECT count(*) FROM staff_audit_entries WHERE occurred_at > {day_ago:timestamp}) AS changes_in_24_hours
