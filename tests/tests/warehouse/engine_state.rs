//! Staff see how the engine is, by views that give no more than their columns.

use super::{generous, rows, shared};
use quarry::ingest::migrate::{MigrationSettings, migrate};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;

const VIEWS: [&str; 9] = [
    "engine_tables",
    "engine_partitions",
    "engine_disks",
    "engine_merges",
    "engine_mutations",
    "engine_replicas",
    "engine_errors",
    "engine_statements",
    "engine_state",
];

async fn first(warehouse: &Warehouse, sql: &str) -> Vec<Value> {
    rows(warehouse, sql).await.columns.iter().map(|column| column.value(0)).collect()
}

#[tokio::test]
async fn staff_see_tables_disks_and_what_the_engine_does() {
    let warehouse = shared("engine_state").await;
    migrate(&warehouse, &MigrationSettings::default()).await.expect("a schema");
    shared("engine_state_elsewhere")
        .await
        .execute("CREATE TABLE IF NOT EXISTS others (a Int8) ENGINE = MergeTree ORDER BY a")
        .await
        .expect("a table");
    for view in VIEWS {
        warehouse
            .query(&format!("SELECT * FROM {view}"), &[], generous())
            .await
            .unwrap_or_else(|error| panic!("{view}: {error}"));
        warehouse
            .query(&format!("EXPLAIN SELECT * FROM {view}"), &[], generous())
            .await
            .expect("it can be checked at load");
    }
    let chains =
        first(&warehouse, "SELECT rows > 0, bytes > 0, parts > 0 FROM engine_tables WHERE table_name = 'chains'").await;
    assert_eq!(chains, [Value::UInt64(1), Value::UInt64(1), Value::UInt64(1)]);
    let others = first(&warehouse, "SELECT countIf(table_name = 'others') FROM engine_tables").await;
    assert_eq!(others, [Value::UInt64(0)], "tables of other databases are not told");
    let parts = first(
        &warehouse,
        "SELECT sum(rows) > 0, sum(uncompressed_bytes) > 0 FROM engine_partitions WHERE table_name = 'chains'",
    )
    .await;
    assert_eq!(parts, [Value::UInt64(1), Value::UInt64(1)]);
    let disks =
        first(&warehouse, "SELECT count() > 0, min(free_bytes) > 0, min(total_bytes >= free_bytes) FROM engine_disks")
            .await;
    assert_eq!(disks, [Value::UInt64(1), Value::UInt64(1), Value::UInt64(1)]);
    let state = rows(&warehouse, "SELECT engine_version, up_seconds, memory_bytes FROM engine_state").await;
    assert_eq!(state.row_count, 1);
    assert!(matches!(state.columns[0].value(0), Value::Text(version) if version.starts_with("26.")), "{state:?}");
    let own = first(&warehouse, "SELECT count() > 0 FROM engine_statements").await;
    assert_eq!(own, [Value::UInt64(1)], "this very statement runs");
}

#[tokio::test]
async fn no_view_has_a_text_of_a_statement_or_a_place() {
    let warehouse = shared("engine_state_columns").await;
    migrate(&warehouse, &MigrationSettings::default()).await.expect("a schema");
    let sql = "SELECT arraySort(groupUniqArray(name)) FROM system.columns
               WHERE database = currentDatabase() AND startsWith(table, 'engine_') AND type ILIKE '%String%'";
    let Value::Text(texts) = &first(&warehouse, sql).await[0] else { panic!("a list") };
    let known = r#"["disk_name","disk_type","engine_name","engine_version","error_name","mutation_id","partition_name","statement_kind","table_name"]"#;
    assert_eq!(texts.as_str(), known);
}
