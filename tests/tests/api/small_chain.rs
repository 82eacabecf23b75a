//! A chain of a few blocks with one log each, in a server of a test's own: loaded as files are, and changed past everything that notices.

use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::server::Server;
use std::time::Duration;

const HEADER: &str =
    "block_number,block_hash,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data";
pub(crate) const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";

/// Loads blocks of one log each: number, hash. A number with another hash replaces the block that was there.
pub(crate) fn load(server: &Server, blocks: &[(u64, u64)]) {
    let line = |(number, hash): &(u64, u64)| {
        format!(
            "{number},0x{hash:064x},{},0x{hash:064x},0,0,0x{:040x},{SYNC},0x{:064x}{:064x}\n",
            1_700_000_000 + number * 12,
            hash % 7,
            hash * 1_000,
            hash
        )
    };
    load_logs(server, &format!("{HEADER}\n{}", blocks.iter().map(line).collect::<String>()));
}

/// Loads logs of Ethereum, as CSV.
pub(crate) fn load_logs(server: &Server, text: &str) {
    load_file(server, "logs", text);
}

/// Loads a file of Ethereum.
pub(crate) fn load_file(server: &Server, dataset: &str, text: &str) {
    let file = server.data_dir.join(format!("{dataset}-of-test.csv"));
    std::fs::write(&file, text).expect("a file");
    server.command(&["ingest", dataset, file.to_str().expect("a path"), "--chain", "ethereum"], "");
}

/// Writes to the warehouse past everything that notices.
pub(crate) fn write(server: &Server, sql: &str) {
    asked(server, sql, false);
}

/// Gives the one text that a question to the warehouse answers.
pub(crate) fn text_of(server: &Server, sql: &str) -> String {
    match asked(server, sql, true) {
        Some(Value::Text(text)) => text,
        other => panic!("one text, not {other:?}: {sql}"),
    }
}

fn asked(server: &Server, sql: &str, readonly: bool) -> Option<Value> {
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let bounds =
        QuerySettings { deadline: Duration::from_secs(60), max_rows: 10_000, max_memory_bytes: 2 << 30, readonly };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let answer = runtime.block_on(warehouse.query(sql, &[], bounds)).unwrap_or_else(|error| panic!("{sql}: {error}"));
    answer.rows.columns.first().filter(|_| answer.rows.row_count > 0).map(|column| column.value(0))
}
