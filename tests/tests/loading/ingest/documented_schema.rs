//! `docs/warehouse.md` is the schema: each table that a statement can ask, with its columns as the warehouse has them.

use crate::ingest_support::Store;
use std::path::Path;

const HEAD: &str = "# Tables of the warehouse

What a statement of a component can ask for, where its deployment [grants](grants.md) it, and what an operator meets in the warehouse. This page is
written from the migrated schema; a test holds it to it. Addresses are 20 bytes, hashes and topics 32, amounts integers of raw
units, times UTC. A `ReplacingMergeTree` is read with `FINAL`; a table is sorted by its key. `chain_id` is EIP-155's; of rows with one key
the highest `version` stands, and none where its `is_deleted` is 1.
";

/// The tables, then their columns.
const OBJECTS: &str = "
    SELECT name, engine, sorting_key, comment FROM system.tables
    WHERE database = currentDatabase() AND engine NOT IN ('MaterializedView', 'View') AND name != 'schema_migrations' ORDER BY name";
const COLUMNS: &str = "
    SELECT columns.table, columns.name, columns.type, columns.comment FROM system.columns AS columns
    WHERE database = currentDatabase() ORDER BY columns.table, columns.position";

#[tokio::test]
async fn whoever_writes_a_statement_reads_what_each_table_and_column_holds() {
    let store = Store::new("documented_schema").await;
    let columns = store.rows(COLUMNS).await;
    let mut page = HEAD.to_owned();
    for object in store.rows(OBJECTS).await {
        let [name, engine, key, comment] = &object[..] else { panic!("{object:?}") };
        assert!(!comment.is_empty(), "{name} has no comment: MODIFY COMMENT in its migration");
        let (first, rest) = comment.split_at(1);
        page += &format!("\n## {name}\n\n{}{rest}. ", first.to_uppercase());
        page += &format!("A `{engine}` with the key `{key}`.\n");
        page += "\n| column | type | holds |\n|---|---|---|\n";
        for column in columns.iter().filter(|column| &column[0] == name) {
            let [_, column_name, kind, holds] = &column[..] else { panic!("{column:?}") };
            page += &format!("| {column_name} | `{}` | {} |\n", kind.replace('|', "\\|"), holds.replace('|', "\\|"));
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/warehouse.md");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always") {
        std::fs::write(&path, &page).expect("the page is written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/warehouse.md is not the schema: `just accept` writes it anew");
}
