//! The pages of the web application, each of which has a switch.

pub mod list;
pub mod toggle;

use quarry_sdk::prelude::*;

statement!(app_store, SelectPages, "src/spa_routes/pages.sql");
statement!(app_store, ExportPageSwitches, "src/spa_routes/export_page_switches.sql");

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
#[derive(Row, Schema, Serialize)]
pub struct SpaRoute {
    #[schema(example = "library")]
    pub key: String,
    #[schema(example = "Library")]
    pub name: String,
    /// The path at which the web application shows it.
    #[schema(example = "/library")]
    pub path: String,
    /// Off, the web application does not show it; its operations are another matter.
    pub enabled: bool,
    /// The time at which it was last switched; null while it never was.
    pub changed_at: Option<Time>,
    #[schema(example = "Sample Staff")]
    pub changed_by: Option<String>,
    #[schema(example = "it is being rebuilt")]
    pub reason: Option<String>,
}

/// Every page with its switch, or the one of a key.
fn select(key: Option<&str>) -> SelectPages {
    let page = |(key, name, path): (&str, &str, &str)| SelectPagesPages {
        key: key.to_owned(),
        name: name.to_owned(),
        path: path.to_owned(),
    };
    SelectPages { pages: PAGES.into_iter().map(page).collect(), key: key.map(str::to_owned) }
}

/// The page of that key as the transaction sees it, or 404.
fn seen_by(transaction: &Transaction, key: &str) -> Result<SpaRoute, Problem> {
    let known = || PAGES.map(|(key, ..)| key).join(", ");
    let no_page = || Problem::not_found(format!("There is no page \"{key}\"; there are {}.", known()));
    transaction.one(select(Some(key)))?.ok_or_else(no_page)
}
