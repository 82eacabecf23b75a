//! Saved copies: what the warehouse said of a transaction or a block when somebody saved it, on a page of their research.

mod copies;
mod lists;
mod reorganised;
pub(crate) mod store;

use crate::account_support::eventually;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};

/// The personal space of somebody who is signed in.
pub(crate) fn own_space(browser: &Browser<'_>) -> i64 {
    let found = || {
        let listed = browser.get("/session/spaces").json();
        listed["spaces"].as_array()?.iter().find(|space| space["personal"] == true)?["id"].as_i64()
    };
    eventually("every account has a space of its own", || found().is_some());
    found().expect("a space")
}

fn save(browser: &mut Browser<'_>, body: &Json) -> Answer {
    browser.write("POST", "/session/saved_items", body)
}

#[track_caller]
fn saved(browser: &mut Browser<'_>, body: &Json) -> Json {
    let answer = save(browser, body);
    assert_eq!(answer.status, 201, "{body}: {}", answer.text);
    answer.json()
}

/// The cards of a page, and what stands around them.
#[track_caller]
fn cards(browser: &Browser<'_>, page: i64, query: &str) -> Json {
    let answer = browser.get(&format!("/session/research/pages/{page}/saved_items{query}"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn ingest(server: &Server, what: &str, text: &str) {
    let file = server.data_dir.join(format!("saved-{what}.csv"));
    std::fs::write(&file, text).expect("a file");
    server.command(&["ingest", what, file.to_str().expect("a path"), "--chain", "ethereum"], "");
}

/// One transaction's logs, by the column names of a file of logs.
fn logs(block: (u64, u64), transaction: u64, count: u64, data_bytes: usize) -> String {
    let (number, hash) = block;
    let header =
        "block_number,block_hash,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data\n";
    let line = |index: u64| {
        format!(
            "{number},0x{hash:064x},{},0x{transaction:064x},0,{index},0x{:040x},0x{:064x},0x{}\n",
            1_700_000_000 + number * 12,
            5,
            17,
            "ab".repeat(data_bytes)
        )
    };
    header.to_owned() + &(0..count).map(line).collect::<String>()
}

fn transaction(number: u64) -> Json {
    json!(format!("0x{number:064x}"))
}
