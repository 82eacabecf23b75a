-- What staff see first: always one row.
-- column as_of timestamp
SELECT {now:timestamp} AS as_of, 'app_store' AS source,
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
