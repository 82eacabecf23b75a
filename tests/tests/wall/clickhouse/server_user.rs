//! The user of a ClickHouse server that `docs/operations.md` shows: the embedded engine has no users, and reads the text.

use super::{bounds, database};
use std::path::Path;

/// The SQL of the section on servers, statement by statement.
fn documented() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operations.md");
    let text = std::fs::read_to_string(file).expect("a document");
    let section = text.split("## ClickHouse server").nth(1).expect("a section").split("\n## ").next().expect("an end");
    let block = section.split("```sql\n").nth(1).expect("a block of SQL").split("```").next().expect("its end");
    block.split(';').map(str::trim).filter(|sql| !sql.is_empty()).map(str::to_owned).collect()
}

#[tokio::test]
async fn the_documented_user_of_a_server_is_one_that_clickhouse_can_make() {
    let warehouse = database("server_user").await;
    let statements = documented();
    assert!(statements.len() >= 4, "{statements:?}");
    for sql in &statements {
        warehouse
            .query(&format!("EXPLAIN AST {sql}"), &[], bounds())
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    let profile = statements.iter().find(|sql| sql.starts_with("CREATE SETTINGS PROFILE")).expect("a profile");
    for name in ["max_memory_usage", "max_execution_time", "max_result_rows", "readonly"] {
        assert!(profile.contains(name), "{profile}");
        let sql = format!("SELECT throwIf(count() != 1) FROM system.settings WHERE name = '{name}'");
        warehouse.query(&sql, &[], bounds()).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
