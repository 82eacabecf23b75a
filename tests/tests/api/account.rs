//! `GET /me` and `GET /status`.

use quarry_tests::server::shared;

#[test]
fn a_key_shows_whose_it_is_and_what_it_may() {
    let answer = shared().get("/me");
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(answer.header("cache-control").contains("private"));
    insta::assert_json_snapshot!(answer.json(), {
        ".organization.id" => "[id]",
        ".key.id" => "[id]",
    });
}

#[test]
fn status_tells_reachability_and_the_lag_of_each_chain() {
    quarry_tests::on_one_engine!();
    let answer = shared().get("/status");
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "no-store");
    insta::assert_json_snapshot!(answer.json(), {
        ".checked_at" => "[time]",
        ".ingest_lag_seconds" => "[seconds]",
        ".chains[].ingest_lag_seconds" => "[seconds]",
    });
    let lag = answer.json()["ingest_lag_seconds"].as_i64().expect("a lag");
    let furthest = answer.json()["chains"]
        .as_array()
        .expect("chains")
        .iter()
        .map(|chain| chain["ingest_lag_seconds"].as_i64())
        .max();
    assert_eq!(Some(Some(lag)), furthest);
}
