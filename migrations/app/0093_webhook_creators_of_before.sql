-- Who added the webhook endpoints that are older than these columns, and who saw their secrets: the person whom the audit log names.
UPDATE webhook_endpoints SET
    created_by_user_id = COALESCE(created_by_user_id, (
        SELECT entry.actor_user_id FROM audit_entries AS entry JOIN users ON users.id = entry.actor_user_id
        WHERE entry.organization_id = webhook_endpoints.organization_id AND entry.component = 'organizations'
          AND entry.action = 'webhook.added' AND entry.target_id = CAST(webhook_endpoints.id AS TEXT)
        ORDER BY entry.id DESC LIMIT 1)),
    secret_seen_by_user_id = COALESCE(secret_seen_by_user_id, (
        SELECT entry.actor_user_id FROM audit_entries AS entry JOIN users ON users.id = entry.actor_user_id
        WHERE entry.organization_id = webhook_endpoints.organization_id AND entry.component = 'organizations'
          AND entry.action IN ('webhook.added', 'webhook.secret_rotated') AND entry.target_id = CAST(webhook_endpoints.id AS TEXT)
        ORDER BY entry.id DESC LIMIT 1));
