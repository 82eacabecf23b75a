//! The switches that public pages follow: of modules, and of the web application's pages.

use crate::cable::Cable;
use quarry_stores::app::{AppStoreError, Row};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The pages that staff switched last. The rows are the staff component's own; a deployment without it has none.
const PAGES: &str = "SELECT key, enabled FROM staff__spa_routes ORDER BY key";

/// The states of modules and pages; a page that is not named is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Switches {
    modules: BTreeMap<String, bool>,
    pages: BTreeMap<String, bool>,
}

impl Switches {
    /// The message that a public page is told first.
    pub(super) fn body(&self) -> Arc<str> {
        let list = |switches: &BTreeMap<String, bool>| -> Vec<Json> {
            switches.iter().map(|(key, enabled)| json!({ "key": key, "enabled": enabled })).collect()
        };
        json!({ "type": "switches", "modules": list(&self.modules), "routes": list(&self.pages) }).to_string().into()
    }

    /// All pages that were ever switched.
    pub(super) fn pages(&self) -> Vec<(String, bool)> {
        self.pages.iter().map(|(key, enabled)| (key.clone(), *enabled)).collect()
    }

    /// The pages that are switched otherwise than they were.
    pub(super) fn changed_pages(&self, before: &Switches) -> Vec<(String, bool)> {
        let is_changed = |(key, enabled): &(&String, &bool)| before.pages.get(*key).unwrap_or(&true) != *enabled;
        self.pages.iter().filter(is_changed).map(|(key, enabled)| (key.clone(), *enabled)).collect()
    }
}

impl Cable {
    /// The switches as the store has them now.
    pub(super) async fn switches(&self) -> Result<Switches, AppStoreError> {
        let modules = self.store.query("SELECT key, enabled FROM modules ORDER BY key", &[]).await?;
        let pages = match self.store.query(PAGES, &[]).await {
            Ok(rows) => read(Row::all(&rows))?,
            Err(error) if error.is_unavailable() => return Err(error),
            // There is no such table.
            Err(_) => BTreeMap::new(),
        };
        Ok(Switches { modules: read(Row::all(&modules))?, pages })
    }
}

fn read<'a>(rows: impl IntoIterator<Item = Row<'a>>) -> Result<BTreeMap<String, bool>, AppStoreError> {
    rows.into_iter().map(|row| Ok((row.text("key")?, row.boolean("enabled")?))).collect()
}
