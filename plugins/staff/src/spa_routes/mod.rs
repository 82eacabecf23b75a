//! The pages of the web application, each of which has a switch.

use quarry_sdk::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

statement!(app_store, SelectPageSwitches, "sql/page_switches.sql");
statement!(app_store, ExportPageSwitches, "sql/export_page_switches.sql");
statement!(app_store, ErasePageSwitches, "sql/erase_page_switches.sql");

/// Key, name and path of each page: the sections of the session interface.
const PAGES: [(&str, &str, &str); 17] = [
    ("account", "Account", "/account"),
    ("admin", "Staff console", "/admin"),
    ("alerts", "Alerts", "/alerts"),
    ("billing", "Billing", "/billing"),
    ("citations", "Citations", "/citations"),
    ("classroom", "Classroom", "/classroom"),
    ("data", "Data", "/data"),
    ("library", "Library", "/library"),
    ("notes", "Notes and annotations", "/notes"),
    ("notifications", "Notifications", "/notifications"),
    ("onboarding", "Onboarding", "/onboarding"),
    ("organizations", "Organizations", "/organizations"),
    ("partner", "Partner console", "/partner"),
    ("research", "Research", "/research"),
    ("saved_items", "Saved copies", "/saved-items"),
    ("search", "Search", "/search"),
    ("spaces", "Spaces", "/spaces"),
];

/// A page of the web application.
#[derive(Schema, Serialize)]
pub struct SpaRoute {
    #[schema(example = "library")]
    pub key: String,
    #[schema(example = "Library")]
    pub name: String,
    /// Where the web application shows it.
    #[schema(example = "/library")]
    pub path: String,
    /// Off, the web application does not show it; its operations are another matter.
    pub enabled: bool,
    /// When it was last switched; null while it never was.
    pub changed_at: Option<Time>,
    #[schema(example = "Sample Staff")]
    pub changed_by: Option<String>,
    #[schema(example = "it is being rebuilt")]
    pub reason: Option<String>,
}

/// Every page with its switch, by key, as the rows of [`SelectPageSwitches`] have it.
pub fn spa_routes(rows: &ResultSet) -> Vec<SpaRoute> {
    let switched: BTreeMap<String, usize> =
        (0..rows.row_count()).filter_map(|row| Some((rows.text(row, "key")?, row))).collect();
    let route = |(key, name, path): (&str, &str, &str)| {
        let row = switched.get(key).copied();
        SpaRoute {
            key: key.to_owned(),
            name: name.to_owned(),
            path: path.to_owned(),
            enabled: row.and_then(|row| rows.boolean(row, "enabled")).unwrap_or(true),
            changed_at: row.and_then(|row| rows.integer(row, "changed_at")).map(|microseconds| Time { microseconds }),
            changed_by: row.and_then(|row| rows.text(row, "changed_by")),
            reason: row.and_then(|row| rows.text(row, "reason")),
        }
    };
    PAGES.into_iter().map(route).collect()
}

/// The page of that key, or 404.
pub fn spa_route(rows: &ResultSet, key: &str) -> Result<SpaRoute, Problem> {
    let known = || PAGES.map(|(key, ..)| key).join(", ");
    let no_page = || Problem::not_found(format!("There is no page \"{key}\"; there are {}.", known()));
    spa_routes(rows).into_iter().find(|route| route.key == key).ok_or_else(no_page)
}
