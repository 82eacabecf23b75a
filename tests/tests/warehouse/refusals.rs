//! No statement reaches the machine's files, the network or the warehouse's own life.

use super::{generous, number, shared};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::WarehouseError;

#[tokio::test]
async fn statements_that_leave_the_warehouse_are_refused() {
    let warehouse = shared("refusals").await;
    let refused = [
        "SELECT * FROM file('/etc/hostname', 'LineAsString')",
        "SELECT * FROM `file`('/etc/hostname', 'LineAsString')",
        "SELECT * FROM \"fi\\x6ce\"('/etc/hostname', 'LineAsString')",
        "SELECT * FROM FILE /* hidden */ ('/etc/hostname')",
        "SELECT * FROM default.`/etc/hostname`",
        "SELECT file('/etc/hostname')",
        "SELECT * FROM url('http://127.0.0.1:1/', 'CSV')",
        "SELECT * FROM s3('http://127.0.0.1:1/b/x.csv')",
        "SELECT * FROM remote('127.0.0.1', system.one)",
        "SELECT * FROM executable('sh', 'TSV', 'a String')",
        "SELECT * FROM sqlite('/nowhere/x.db', 't')",
        "SELECT hasColumnInTable('127.0.0.1', 'system', 'one', 'dummy')",
        "SELECT 1 INTO OUTFILE '/nowhere/out'",
        "INSERT INTO FUNCTION file('/nowhere/file', 'CSV') SELECT 1",
        "INSERT INTO TABLE FUNCTION file('/nowhere/file', 'CSV') SELECT 1",
        "CREATE TABLE outside (a Int8) ENGINE = File(CSV)",
        "CREATE TABLE outside (a Int8) ENGINE URL('http://127.0.0.1:1/', CSV)",
        "CREATE DATABASE outside ENGINE = Filesystem('/etc')",
        "CREATE TABLE outside (a Int8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = local, path = '/nowhere/')",
        "CREATE DICTIONARY outside (a UInt64) PRIMARY KEY a SOURCE(HTTP(url 'http://127.0.0.1:1/' format 'CSV')) LAYOUT(FLAT()) LIFETIME(1)",
        "BACKUP DATABASE default TO File('/nowhere/backup')",
        "ATTACH TABLE outside FROM '/etc' (a Int8) ENGINE = MergeTree ORDER BY a",
        "SYSTEM SHUTDOWN",
        "SYSTEM KILL",
    ];
    for sql in refused {
        match warehouse.execute(sql).await {
            Err(WarehouseError::Rejected { code: 497, .. }) => {}
            other => panic!("{sql}: {other:?}"),
        }
    }
    for sql in ["SELECT 1; SELECT 2", "SELECT 1 /* a /* b */ ' */", "SELECT ‘a’", "", "SELECT 'unclosed"] {
        match warehouse.execute(sql).await {
            Err(WarehouseError::Rejected { code: 62, .. }) => {}
            other => panic!("{sql}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_table_name_from_a_parameter_is_no_path() {
    let warehouse = shared("refusals").await;
    let ask = async |name: &str| {
        let params = [("table".to_owned(), Value::Text(name.to_owned()))];
        warehouse.query("SELECT count() FROM system.{table:Identifier}", &params, generous()).await
    };
    assert!(matches!(ask("/etc/hostname").await, Err(WarehouseError::Rejected { code: 497, .. })));
    assert!(ask("one").await.is_ok());
}

#[tokio::test]
async fn the_same_words_as_data_are_welcome() {
    let warehouse = shared("refusals").await;
    for sql in [
        "SELECT 'INTO OUTFILE; file(''/etc/hostname'')' -- file('x')",
        "SELECT count() FROM (SELECT 1 AS file, 2 AS url) WHERE file != url;",
        "SELECT engine FROM system.tables WHERE engine = 'File'",
        "SELECT count() FROM system.tables GROUP BY engine ORDER BY engine DESC",
        "CREATE OR REPLACE VIEW engines AS SELECT name FROM system.tables WHERE engine = 'File'",
        "DESCRIBE TABLE (SELECT 1 AS a)",
        "EXPLAIN SELECT 1",
        "SHOW TABLES",
        "WITH 1 AS x SELECT x FROM numbers(1) FORMAT Null",
    ] {
        warehouse.execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    assert_eq!(number(&warehouse, "SELECT toUInt64($tag$7$tag$)").await, 7);
}
