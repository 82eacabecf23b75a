//! Copies of blocks that are reorganised away, and while nobody can tell.

use super::{cards, ingest, logs, own_space, save, saved, store, transaction};
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};

#[test]
fn a_reorganised_copy_stays_and_says_so_and_holds_again_when_that_is_undone() {
    let environment = app_store_environment("saved-reorganised").expect("the application store of the tests");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let mut staff = Browser::of(&server, "staff");
    let page = store::page(&server, own_space(&staff), "Reorganised");
    ingest(&server, "logs", &logs((100, 11), 1, 2, 8));
    ingest(&server, "logs", &logs((101, 12), 2, 2, 8));
    let [one, two] = [1, 2].map(|number| {
        saved(&mut staff, &json!({ "kind": "transaction", "hash": transaction(number), "page_id": page }))
    });
    assert_eq!(
        (&one["canonical"], &two["canonical"], &two["block_hash"]),
        (&json!(true), &json!(true), &transaction(12))
    );
    let shown = |browser: &Browser<'_>| {
        let shown = cards(browser, page, "");
        let of = |name: &str| [&shown["saved_items"][0][name], &shown["saved_items"][1][name]].map(Json::clone);
        (of("canonical"), of("canonical_unknown"), of("snapshot"))
    };
    let snapshots = [two["snapshot"].clone(), one["snapshot"].clone()];
    let nothing = [Json::Null, Json::Null];
    assert_eq!(shown(&staff), ([json!(true), json!(true)], nothing.clone(), snapshots.clone()));
    // Another block takes the place of 101, with another transaction in it.
    ingest(&server, "logs", &logs((101, 22), 3, 2, 8));
    assert_eq!(shown(&staff), ([json!(false), json!(true)], nothing.clone(), snapshots.clone()));
    let found = staff.get(&format!("/session/saved_items?hash={}", two["hash"].as_str().expect("a hash"))).json();
    assert_eq!(found["saved_items"][0]["canonical"], json!(false), "{found}");
    let gone = save(&mut staff, &json!({ "kind": "transaction", "hash": transaction(2), "page_id": page }));
    assert_eq!((gone.status, gone.code().as_str()), (422, "validation_failed"), "it is nowhere now: {}", gone.text);
    ingest(&server, "logs", &logs((101, 12), 2, 2, 8));
    assert_eq!(shown(&staff), ([json!(true), json!(true)], nothing, snapshots.clone()));
    // While the warehouse does not answer, one's own work opens all the same.
    let warehouse = server.warehouse_pid().expect("a warehouse").to_string();
    let signal = |name: &str| std::process::Command::new("kill").arg(name).arg(&warehouse).status().expect("kill runs");
    signal("-STOP");
    let during = shown(&staff);
    let changed = staff.write("PATCH", &format!("/session/saved_items/{}", one["id"]), &json!({ "note": "meanwhile" }));
    signal("-CONT");
    let down = json!("warehouse_unavailable");
    assert_eq!(during, ([Json::Null, Json::Null], [down.clone(), down.clone()], snapshots));
    assert_eq!((changed.status, &changed.json()["note"]), (200, &json!("meanwhile")), "{}", changed.text);
}
