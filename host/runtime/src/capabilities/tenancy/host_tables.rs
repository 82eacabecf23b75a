//! The host's own tables and views whose rows belong to tenants, and those that several families rest on. What one family uses alone
//! it adopts and declares itself.

use quarry_contract::{TenantColumn, TenantTable};

/// Table, and its columns: what each is, and `true` for the row's own key.
type Declared = (&'static str, &'static [(&'static str, &'static str, bool)]);

const TENANT: &str = "tenant";
const ORGANIZATION: &str = "caller.organization_id";
const USER: &str = "caller.user_id";

const OF_ORGANIZATION: &[(&str, &str, bool)] =
    &[("organization_id", TENANT, false), ("organization_id", ORGANIZATION, false)];

const OF_PERSON: &[(&str, &str, bool)] = &[("user_id", TENANT, false), ("user_id", USER, false)];

const OF_SPACE: &[(&str, &str, bool)] = &[("space_id", TENANT, false)];

const TABLES: &[Declared] = &[
    ("organizations", &[("id", TENANT, true), ("id", ORGANIZATION, true)]),
    (
        "memberships",
        &[("organization_id", TENANT, false), ("organization_id", ORGANIZATION, false), ("user_id", USER, false)],
    ),
    ("organization_members", OF_ORGANIZATION),
    ("organization_single_sign_on_settings", OF_ORGANIZATION),
    ("api_key_list", OF_ORGANIZATION),
    ("invitation_list", OF_ORGANIZATION),
    ("webhook_endpoints", OF_ORGANIZATION),
    ("webhook_deliveries", OF_ORGANIZATION),
    ("webhook_attempts", OF_ORGANIZATION),
    ("events", OF_ORGANIZATION),
    ("audit_entries", OF_ORGANIZATION),
    ("staff_api_keys", OF_ORGANIZATION),
    ("staff_audit_entries", OF_ORGANIZATION),
    ("courtesy_subscriptions", OF_ORGANIZATION),
    ("entitlement_overrides", OF_ORGANIZATION),
    ("session_list", &[("user_id", USER, false)]),
    ("people", &[("id", USER, true)]),
    ("spaces", &[("id", TENANT, true)]),
    ("space_members", &[("space_id", TENANT, false), ("user_id", USER, false)]),
    ("active_spaces", &[("space_id", TENANT, false), ("user_id", USER, true)]),
    ("space_properties", OF_SPACE),
    ("space_property_values", OF_SPACE),
    ("space_citations", OF_SPACE),
    ("research_projects", OF_SPACE),
    ("research_pages", OF_SPACE),
    ("research_blocks", OF_SPACE),
    ("saved_items", OF_SPACE),
    ("research_annotations", OF_SPACE),
    ("unattached_uploads", &[("user_id", USER, true)]),
    ("space_usage", OF_SPACE),
    ("space_storage", OF_SPACE),
    ("space_allowances", OF_SPACE),
    ("research_page_values", OF_SPACE),
    ("research_terms", OF_SPACE),
    ("inbox_notifications", &[("user_id", USER, false)]),
    ("alert_email_settings", &[("user_id", TENANT, true), ("user_id", USER, true)]),
    ("alert_letter_lines", &[("user_id", USER, false)]),
    ("data_requests", OF_PERSON),
];

pub(super) fn tables() -> Vec<TenantTable> {
    let column = |(column, name, is_key): &(&str, &str, bool)| TenantColumn {
        column: (*column).to_owned(),
        name: (*name).to_owned(),
        is_key: *is_key,
    };
    let table = |(table, columns): &Declared| TenantTable {
        table: (*table).to_owned(),
        columns: columns.iter().map(column).collect(),
    };
    TABLES.iter().map(table).collect()
}
