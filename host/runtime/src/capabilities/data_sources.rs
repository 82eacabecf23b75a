//! The data that statements read, as far as their changes are counted.

use quarry_contract::{DataSource, Grant, Manifest, Readers, Route, StatementSource, Store};

/// The tables of the app store that hold the registry of chain events.
const TIMELINE_TABLES: [&str; 3] = ["chain_events", "chain_event_sources", "chain_event_transactions"];

/// The table of the app store that says which modules are on.
const SWITCHES: &str = "modules";

/// Tables of the warehouse that change between runs of ingest, beside the views of what the engine keeps about itself.
const CHANGED_BETWEEN_RUNS: [&str; 2] = ["completeness_gaps", "followed_chains"];
const VIEWS_OF_THE_ENGINE: &str = "engine_";

/// Tells that a kept answer notices when the table changes.
pub(super) fn is_counted(store: Store, table: &str) -> bool {
    match store {
        Store::Warehouse => !CHANGED_BETWEEN_RUNS.contains(&table) && !table.starts_with(VIEWS_OF_THE_ENGINE),
        Store::AppStore => TIMELINE_TABLES.contains(&table) || table == SWITCHES,
    }
}

/// The sources of a route's answers: those of its statements, and those of datasets where its component reads those of others. Public
/// answers end with a switch as it is (a component that reads the switches has a new revision then), so no store is asked for it.
pub fn sources_of(route: &Route, manifest: &Manifest) -> Vec<DataSource> {
    let reads_datasets = manifest.grants.contains(&Grant::Datasets);
    let is_of_route = |statement: &&StatementSource| route.statements.contains(&statement.name);
    let is_read = |source| manifest.statements.iter().filter(is_of_route).any(|statement| reads(statement, source));
    let rests_on = |source: &DataSource| match source {
        DataSource::Switches => route.answers == Readers::Everyone && is_read(*source),
        DataSource::Warehouse | DataSource::Timeline => reads_datasets || is_read(*source),
    };
    DataSource::ALL.into_iter().filter(rests_on).collect()
}

/// Tells that a statement may read the source. A name that only stands in its text makes an answer end too early, and never too late.
fn reads(statement: &StatementSource, source: DataSource) -> bool {
    let mut texts = statement.dialects.iter().map(|text| &text.sql).chain([&statement.sql]);
    let is_of_app_store = statement.store == Store::AppStore;
    match source {
        DataSource::Warehouse => !is_of_app_store,
        DataSource::Timeline => {
            is_of_app_store && texts.any(|sql| TIMELINE_TABLES.iter().any(|table| sql.contains(table)))
        }
        DataSource::Switches => is_of_app_store && texts.any(|sql| sql.contains(SWITCHES)),
    }
}
