-- Organizations (each person has a personal one), people, who belongs where, and what staff granted.
CREATE TABLE organizations (
    id {id},
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('personal', 'institution')),
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
    plan_key {key_text} NOT NULL REFERENCES plans (key),
    created_at BIGINT NOT NULL
);

-- email_key is the email in lowercase, as it is looked up. A null password_hash: signs in by a provider only.
CREATE TABLE users (
    id {id},
    email TEXT NOT NULL,
    email_key {key_text} NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password_hash TEXT,
    platform_tier TEXT CHECK (platform_tier IN ('alpha')),
    disabled_at BIGINT,
    created_at BIGINT NOT NULL
);

-- Staff permissions: plans_manage, modules_manage, billing_manage, audit_view, orgs_manage, users_manage, editorial.
CREATE TABLE user_permissions (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    permission {key_text} NOT NULL,
    PRIMARY KEY (user_id, permission)
);

CREATE TABLE memberships (
    organization_id BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id);

-- One allowance or feature of an organization's plan, set by staff: a whole number or null (unlimited) for an
-- allowance, true or false for a feature.
CREATE TABLE entitlement_overrides (
    organization_id BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name {key_text} NOT NULL,
    value TEXT,
    set_by TEXT NOT NULL,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, name)
);

-- A plan given for a time, on top of the organization's own.
CREATE TABLE courtesy_subscriptions (
    id {id},
    organization_id BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    plan_key {key_text} NOT NULL REFERENCES plans (key),
    ends_at BIGINT NOT NULL
);
CREATE INDEX courtesy_subscriptions_by_organization ON courtesy_subscriptions (organization_id, ends_at);
