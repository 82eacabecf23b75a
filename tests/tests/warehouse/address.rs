//! The same client over TCP, as production uses it: compressed answers, streamed inserts, readable errors for addresses.

use super::{csv, number, rows, shared};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{Warehouse, WarehouseError};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, UnixStream};

/// Serves the embedded warehouse's socket on a TCP port, as long as the test's runtime lives.
async fn tcp_address(socket: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut outside, _)) = listener.accept().await {
            let socket = socket.clone();
            tokio::spawn(async move {
                let mut inside = UnixStream::connect(socket).await?;
                tokio::io::copy_bidirectional(&mut outside, &mut inside).await
            });
        }
    });
    format!("http://{address}")
}

#[tokio::test]
async fn a_server_over_tcp_answers_as_the_embedded_one() {
    let embedded = shared("address").await;
    let url = tcp_address(super::shared_socket().await).await;
    let warehouse = Warehouse::over_http(&url, "address", Some("reader"), Some("secret")).expect("an address");
    warehouse.ping().await.expect("a ping");
    let table = "CREATE OR REPLACE TABLE events (id UInt64, name String) ENGINE = MergeTree ORDER BY id";
    warehouse.execute(table).await.expect("a table");
    let summary = warehouse.insert_stream("INSERT INTO events FORMAT CSV", &[], csv(50_000)).await.expect("an insert");
    assert_eq!(summary.written_rows, 50_000);
    let sql = "SELECT id, name FROM events ORDER BY id";
    let answer = rows(&warehouse, sql).await;
    assert_eq!(answer, rows(&embedded, sql).await);
    assert_eq!(answer.columns[1].value(49_999), Value::Text("row-49999".to_owned()));
    // Packets that are delayed, are so each time; a machine that is busy is so for a while.
    let (mut inserts, mut fastest) = (0, Duration::MAX);
    while inserts < 200 && fastest >= Duration::from_millis(800) {
        let started = Instant::now();
        for _ in 0..20 {
            warehouse.insert_stream("INSERT INTO events FORMAT CSV", &[], csv(1000)).await.expect("an insert");
        }
        fastest = fastest.min(started.elapsed());
        inserts += 20;
    }
    assert!(fastest < Duration::from_millis(800), "delayed packets: {fastest:?}");
    assert_eq!(number(&embedded, "SELECT count() FROM events").await, 50_000 + 1000 * inserts);
}

#[tokio::test]
async fn an_address_that_cannot_work_says_why_and_keeps_its_password() {
    let reason = |url: &str| match Warehouse::over_http(url, "default", None, None) {
        Err(error @ WarehouseError::Address { .. }) => error.to_string(),
        other => panic!("{url}: {:?}", other.err()),
    };
    let https = reason("https://user:secret@warehouse.example:8443/");
    assert!(https.contains("TLS") && !https.contains("secret"), "{https}");
    assert!(reason("warehouse.example:8123").contains("not http"));
    assert!(reason("not an address").contains("cannot be used"));
    // Nobody listens there: unavailable, and at once.
    let nobody = Warehouse::over_http("http://127.0.0.1:1", "default", None, None).expect("an address");
    let asked = Instant::now();
    let error = nobody.ping().await.expect_err("nobody listens");
    assert!(
        error.is_unavailable() && asked.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(1)),
        "{error}"
    );
}
