//! A chain that is followed and no block of which is final yet: its rows can still be replaced, so nothing rests on them.

use super::exports::{built, completed, csv_rows, file, on_plan, path_of, submit};
use super::got;
use crate::small_chain::{SYNC, load, write};
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;

/// Notes the head of Ethereum, as the process that follows it does; 64 blocks below it may still be replaced.
fn follow(server: &Server, head: u64) {
    write(
        server,
        &format!("INSERT INTO followed_chains SELECT 1, 0, {head}, {head}, {head}, now(), now(), 64, '', {head}"),
    );
}

#[test]
fn a_chain_without_a_final_block_gives_no_rows_and_is_refused_where_it_is_asked_for() {
    quarry_tests::on_one_engine!();
    let environment = app_store_environment("exports_not_final").expect("a store");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let (_, mut browser) = on_plan(&server, "team");
    load(&server, &[(0, 1), (1, 2), (2, 3)]);
    let header =
        "block_number,block_hash,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data";
    let line = |block: u64| {
        let (hash, at) = (0xa0 + block, 1_700_000_000 + block);
        format!("{block},0x{hash:064x},{at},0x{hash:064x},0,0,0x{:040x},{SYNC},0x{:0128x}\n", 1, 1)
    };
    let path = server.data_dir.join("gnosis.csv");
    std::fs::write(&path, format!("{header}\n{}{}", line(0), line(1))).expect("a file");
    server.command(&["ingest", "logs", path.to_str().expect("a path"), "--chain", "gnosis"], "");
    follow(&server, 30);

    let of_ethereum = json!({ "filters": { "chain": "ethereum" } });
    let draft = built(&mut browser, "logs", &of_ethereum);
    let refused = submit(&mut browser, draft);
    assert_eq!((refused.status, refused.code().as_str()), (422, "nothing_final"), "{}", refused.text);
    assert_eq!(
        (&refused.json()["chain"], &got(&browser, &path_of(draft))["status"]),
        (&json!("ethereum"), &json!("draft"))
    );
    let spaces = got(&browser, "/session/spaces");
    let space = spaces["spaces"][0]["id"].clone();
    let cited = json!({ "kind": "computed_figure", "dataset": "logs", "aggregate": "count", "filters": { "chain": "ethereum" }, "space_id": space });
    let refused = browser.write("POST", "/session/citations", &cited);
    assert_eq!((refused.status, refused.code().as_str()), (422, "nothing_final"), "{}", refused.text);

    let of_all = completed(&mut browser, "logs", &json!({ "columns": ["chain_id", "block_number"] }));
    assert_eq!(of_all["as_of_blocks"], json!({ "gnosis": 1 }));
    let rows = csv_rows(&file(&server, &browser, &of_all, "csv"));
    let rows: Vec<_> = rows.iter().map(|row| (row["chain_id"].clone(), row["block_number"].clone())).collect();
    assert_eq!(rows, [(json!("100"), json!("0")), (json!("100"), json!("1"))], "also no row of the block 0");

    follow(&server, 66);
    let grown = completed(&mut browser, "logs", &of_ethereum);
    assert_eq!((&grown["as_of_blocks"], &grown["row_count"]), (&json!({ "ethereum": 1 }), &json!(2)));
    assert_eq!(browser.write("POST", "/session/citations", &cited).status, 201);
}
