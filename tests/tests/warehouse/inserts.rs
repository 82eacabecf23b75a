//! Inserts: an acknowledged row is there, a failed one is not, and large data does not fill the memory.

use super::{csv, number, rows, shared};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{Compressed, WarehouseError};
use std::io;
use std::time::Instant;

const PLAIN: &str = "INSERT INTO events FORMAT CSV";
const TRANSFORMED: &str = "INSERT INTO events (id, name)
    SELECT raw_id + 1, upper(raw_name) FROM input('raw_id UInt64, raw_name String') FORMAT CSV";

async fn warehouse_with_events(database: &str) -> quarry::stores::warehouse::Warehouse {
    let warehouse = shared(database).await;
    warehouse
        .execute("CREATE OR REPLACE TABLE events (id UInt64, name String) ENGINE = MergeTree ORDER BY id")
        .await
        .expect("a table");
    warehouse
}

#[tokio::test]
async fn a_million_rows_go_in_and_come_out() {
    let warehouse = warehouse_with_events("inserts_million").await;
    for sql in [PLAIN, TRANSFORMED] {
        warehouse.execute("TRUNCATE TABLE events").await.expect("an empty table");
        let started = Instant::now();
        let summary = warehouse.insert_stream(sql, &[], csv(1_000_000)).await.expect("an insert");
        let rate = 1e6 / started.elapsed().as_secs_f64();
        eprintln!("insert {rate:.0} rows/s: {}", sql.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(summary.written_rows, 1_000_000);
    }
    assert_eq!(number(&warehouse, "SELECT max(id) FROM events").await, 1_000_000);
    let started = Instant::now();
    let query = warehouse.client().query_raw("SELECT id, name FROM events ORDER BY id");
    let mut cursor = query.fetch_bytes("RowBinaryWithNamesAndTypes").expect("a cursor");
    let mut body = Vec::new();
    while let Some(chunk) = cursor.next().await.expect("a chunk") {
        body.extend_from_slice(&chunk);
    }
    let streamed = started.elapsed();
    let answer = quarry::stores::warehouse::row_binary::decode(&body).expect("the answer");
    let decoded = started.elapsed() - streamed;
    eprintln!("stream {:.0} rows/s, decode {:.0} rows/s", 1e6 / streamed.as_secs_f64(), 1e6 / decoded.as_secs_f64());
    assert_eq!(answer.row_count, 1_000_000);
    assert_eq!(answer.columns[1].value(999_999), Value::Text("ROW-999999".to_owned()));
}

#[tokio::test]
async fn a_body_that_breaks_commits_nothing() {
    let warehouse = warehouse_with_events("inserts_broken").await;
    for (sql, count) in [(PLAIN, 10), (PLAIN, 300_000), (TRANSFORMED, 10), (TRANSFORMED, 300_000)] {
        let broken = stream::once(async { Err(io::Error::other("the file went away")) });
        let error = warehouse.insert_stream(sql, &[], csv(count).chain(broken)).await.expect_err("a broken body");
        assert!(
            matches!(&error, WarehouseError::Body(cause) if cause.to_string().contains("went away")),
            "{sql}: {error}"
        );
        // The client learns of it before the warehouse has cleaned up.
        for _ in 0..100 {
            if number(&warehouse, "SELECT count() FROM system.processes WHERE query ILIKE 'INSERT INTO events%'").await
                == 0
            {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        assert_eq!(number(&warehouse, "SELECT count() FROM events").await, 0, "{sql} with {count} rows");
    }
}

#[tokio::test]
async fn a_bad_row_is_named_and_nothing_of_its_file_stays() {
    let warehouse = warehouse_with_events("inserts_bad_row").await;
    for sql in [PLAIN, TRANSFORMED] {
        let body = csv(1000).chain(stream::once(async { Ok(Bytes::from("zz,bad\n")) })).chain(csv(400_000));
        let error = warehouse.insert_stream(sql, &[], body).await.expect_err("a bad row");
        assert!(
            matches!(&error, WarehouseError::Rejected { code: 27, message } if message.contains("row 1001")),
            "{error}"
        );
        assert_eq!(number(&warehouse, "SELECT count() FROM events").await, 0);
        let lenient = [("input_format_allow_errors_num", "1")];
        let body = csv(1000).chain(stream::once(async { Ok(Bytes::from("zz,bad\n")) }));
        warehouse.insert_stream(sql, &lenient, body).await.expect("a lenient insert");
        assert_eq!(number(&warehouse, "SELECT count() FROM events").await, 1000);
        warehouse.execute("TRUNCATE TABLE events").await.expect("an empty table");
    }
}

#[tokio::test]
async fn a_compressed_file_is_unpacked_by_the_warehouse() {
    let warehouse = warehouse_with_events("inserts_gzip").await;
    // `printf '1,one\n2,two\n' | gzip`
    const GZIP: &[u8] = &[
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33, 0xd4, 0xc9, 0xcf, 0x4b, 0xe5, 0x32, 0xd2,
        0x29, 0x29, 0xcf, 0xe7, 0x02, 0x00, 0x85, 0xe6, 0x39, 0x0a, 0x0c, 0x00, 0x00, 0x00,
    ];
    let body = stream::once(async { Ok(Bytes::from_static(GZIP)) });
    let summary =
        warehouse.insert_compressed_stream(TRANSFORMED, &[], Compressed::Gzip, body).await.expect("an insert");
    assert_eq!((summary.read_rows, summary.written_rows), (2, 2));
    assert_eq!(number(&warehouse, "SELECT sum(id) FROM events").await, 5);
}

#[tokio::test]
async fn a_replay_changes_nothing() {
    let warehouse = shared("inserts_replay").await;
    let table = "CREATE OR REPLACE TABLE facts (id UInt64, name String) ENGINE = ReplacingMergeTree ORDER BY id";
    warehouse.execute(table).await.expect("a table");
    for _ in 0..2 {
        warehouse.insert_stream("INSERT INTO facts FORMAT CSV", &[], csv(5000)).await.expect("an insert");
    }
    let sql = "SELECT count() AS count, sum(id) AS sum FROM facts FINAL";
    let answer = rows(&warehouse, sql).await;
    assert_eq!(
        (answer.columns[0].value(0), answer.columns[1].value(0)),
        (Value::UInt64(5000), Value::UInt64(12_497_500))
    );
}

#[tokio::test]
async fn an_insert_feeds_its_materialized_views() {
    let warehouse = warehouse_with_events("inserts_views").await;
    for sql in [
        "CREATE OR REPLACE TABLE lengths (length UInt64, id UInt64) ENGINE = MergeTree ORDER BY length",
        "DROP VIEW IF EXISTS lengths_of_events",
        "CREATE MATERIALIZED VIEW lengths_of_events TO lengths AS SELECT length(name) AS length, id FROM events",
    ] {
        warehouse.execute(sql).await.expect(sql);
    }
    warehouse.insert_stream(TRANSFORMED, &[], csv(100)).await.expect("an insert");
    assert_eq!(number(&warehouse, "SELECT count() FROM lengths WHERE length = 6").await, 90);
}

#[tokio::test]
async fn the_official_client_inserts_compressed_blocks() {
    let warehouse = warehouse_with_events("inserts_compressed").await;
    let client = warehouse.client().clone().with_compression(clickhouse::Compression::Lz4);
    let mut insert = client.insert_formatted_with("INSERT INTO events FORMAT CSV");
    for start in 0..20 {
        let lines: String = (0..20_000).map(|row| format!("{},name\n", start * 20_000 + row)).collect();
        insert.send(Bytes::from(lines)).await.expect("a block");
    }
    insert.end().await.expect("an insert");
    assert_eq!(number(&warehouse, "SELECT uniqExact(id) FROM events").await, 400_000);
    let mut cursor = client.query("SELECT id FROM events").fetch_bytes("RowBinary").expect("a cursor");
    assert_eq!(cursor.collect().await.expect("a compressed answer").len(), 400_000 * 8);
}

#[derive(clickhouse::Row, serde::Serialize, serde::Deserialize, Debug, PartialEq)]
struct Event {
    id: u64,
    name: String,
}

#[tokio::test]
async fn the_official_client_reads_back_the_rows_that_it_wrote() {
    let warehouse = warehouse_with_events("inserts_typed").await;
    let written: Vec<Event> = (0..1000).map(|id| Event { id, name: format!("it's {id}") }).collect();
    let mut insert = warehouse.client().insert::<Event>("events").await.expect("a described table");
    for event in &written {
        insert.write(event).await.expect("a row");
    }
    insert.end().await.expect("an insert");
    let query = warehouse.client().query("SELECT ?fields FROM events WHERE name != ? ORDER BY id").bind("it's ?? no");
    assert_eq!(query.fetch_all::<Event>().await.expect("rows"), written);
}
