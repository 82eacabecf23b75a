//! Data that teachers pin for their classes: the bytes, who reads them, what is refused, and what becomes of them.

mod bytes;
mod codes;
mod life;
pub(crate) mod market;
mod people;
mod refusals;
mod rights;

use crate::data::exports::{bytes_at, number, sha256};
use crate::organizations::house::House;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};

pub(super) const PATH: &str = "/session/classroom";
/// A market of the sample chain.
pub(super) const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

pub(crate) fn pin(browser: &mut Browser<'_>, body: &Json) -> Answer {
    browser.write("POST", PATH, body)
}

/// An assignment that was pinned.
#[track_caller]
fn pinned(browser: &mut Browser<'_>, body: &Json) -> Json {
    let answer = pin(browser, body);
    assert_eq!(answer.status, 201, "{body}: {}", answer.text);
    answer.json()
}

/// Daily prices of October of the sample's market.
fn october(house: &House) -> Json {
    json!({
        "organization_id": house.id, "pool": V3_POOL, "chain": "ethereum", "from": "2026-10-01", "to": "2026-10-31",
        "title": "Prices of October", "instructions": "Compute the volatility.\nOf each week.",
    })
}

fn code(assignment: &Json) -> &str {
    assignment["join_code"].as_str().expect("a join code")
}

fn described(browser: &Browser<'_>, join_code: &str) -> Answer {
    browser.get(&format!("{PATH}/{join_code}"))
}

/// The bytes behind the download path, which are what the assignment says.
#[track_caller]
pub(crate) fn downloaded(server: &Server, browser: &Browser<'_>, assignment: &Json) -> Vec<u8> {
    let path = assignment["download_path"].as_str().expect("a path");
    let below = path.strip_prefix("/api/v1").expect("below the base path");
    let answer = browser.get(below);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    let (status, bytes) = bytes_at(server, path, &[("cookie", browser.cookie.as_str())]);
    assert_eq!(status, 200, "{path}");
    let digest = sha256(&bytes);
    assert_eq!((answer.header("x-checksum-sha256"), &assignment["checksum_sha256"]), (digest.as_str(), &json!(digest)));
    assert_eq!(assignment["size_bytes"], json!(bytes.len()));
    assert!(answer.header("content-type").starts_with("text/csv"), "{}", answer.header("content-type"));
    bytes
}

fn held(server: &Server, house: &House) -> i64 {
    let sql = "SELECT count(*) AS number FROM classroom_assignments WHERE organization_id = $1";
    number(server, sql, &[Value::Int64(house.id)])
}
