//! The pages of the web application, each of which has a switch.

pub mod list;
pub mod toggle;

use quarry_sdk::prelude::*;

statement!(app_store, SelectPages, "src/spa_routes/pages.sql");
statement!(app_store, ExportPageSwitches, "src/spa_routes/export_page_switches.sql");

/// The pages that are built: the list that the web application and the host read too.
const BUILT: &str = include_str!("../../../../web/routes.json");

/// Key, name and path of each page that is to come: the sections of the session interface. A page that is built has its row in
/// `web/routes.json` instead.
const TO_COME: [(&str, &str, &str); 6] = [
    ("billing", "Billing", "/billing"),
    ("citations", "Citations", "/citations"),
    ("notes", "Notes and annotations", "/notes"),
    ("partner", "Partner console", "/partner"),
    ("saved_items", "Saved copies", "/saved-items"),
    ("search", "Search", "/search"),
];

/// A page of the web application.
#[derive(Row, Schema, Serialize)]
pub struct SpaRoute {
    #[schema(example = "library")]
    pub key: String,
    #[schema(example = "Library")]
    pub name: String,
    /// The path at which the web application shows it; a part with a colon stands for what the page is about.
    #[schema(example = "/library")]
    pub path: String,
    /// The module without which the page is off too; null where no module switches it off.
    #[schema(example = "prices")]
    pub module: Option<String>,
    /// Off, the web application does not show it; its operations are another matter.
    pub enabled: bool,
    /// The time at which it was last switched; null while it never was.
    pub changed_at: Option<Time>,
    #[schema(example = "Sample Staff")]
    pub changed_by: Option<String>,
    #[schema(example = "it is being rebuilt")]
    pub reason: Option<String>,
}

/// A row of `web/routes.json`, as far as the switchboard needs it.
#[derive(Deserialize)]
struct Built {
    key: String,
    name: String,
    path: String,
    module: Option<String>,
}

fn unreadable() -> Problem {
    Problem::new(503, "plugin_failed", "The list of the pages that are built cannot be read.")
}

/// Every page, those that are built first.
fn pages() -> Result<Vec<SelectPagesPages>, Problem> {
    let built: Vec<Built> = serde_json::from_str(BUILT).map_err(|_| unreadable())?;
    let is_built = |key: &str| built.iter().any(|page| page.key == key);
    let to_come = TO_COME.into_iter().filter(|(key, ..)| !is_built(key)).map(|(key, name, path)| Built {
        key: key.to_owned(),
        name: name.to_owned(),
        path: path.to_owned(),
        module: None,
    });
    let to_come: Vec<Built> = to_come.collect();
    let row = |Built { key, name, path, module }| SelectPagesPages { key, name, path, module };
    Ok(built.into_iter().chain(to_come).map(row).collect())
}

/// Every page with its switch, or the one of a key.
fn select(key: Option<&str>) -> Result<SelectPages, Problem> {
    Ok(SelectPages { pages: pages()?, key: key.map(str::to_owned) })
}

/// The page of that key as the transaction sees it, or 404.
fn seen_by(transaction: &Transaction, key: &str) -> Result<SpaRoute, Problem> {
    let wanted = select(Some(key))?;
    let known: Vec<String> = wanted.pages.iter().map(|page| page.key.clone()).collect();
    let no_page = || Problem::not_found(format!("There is no page \"{key}\"; there are {}.", known.join(", ")));
    transaction.one(wanted)?.ok_or_else(no_page)
}
