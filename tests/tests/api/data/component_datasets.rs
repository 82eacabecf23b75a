//! A dataset that somebody else's component declares: it is listed, exported and cited as one of Quarry's own, and it is gone with its
//! component, while the files that were made of it and the citations of it stay.

use super::exports::{completed, csv_rows, file, ndjson_rows, on_plan, parquet_rows};
use super::{draft, drafted, got};
use crate::account_support::eventually;
use crate::classroom::{downloaded, pin};
use crate::organizations::house::House;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder, quarry};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::time::Duration;

const KEY: &str = "large-swaps.swaps";
const MODULE: &str = "lending";

fn component() -> String {
    let built =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component/quarry_test_large_swaps.wasm");
    built.display().to_string()
}

/// A host with the sample chain, into which the component was installed.
fn server() -> Server {
    let data_dir = fresh_folder("component-datasets").expect("a folder").join("data");
    let environment = app_store_environment("component-datasets").expect("the application store of the tests");
    let options = Options { data_dir: Some(data_dir), environment, ..Options::default() };
    let server = Server::start(&options).expect("a server");
    server.command(&["plugin", "install", &component(), "--accept"], "");
    eventually("the dataset is in the catalogue", || listed(&server));
    server
}

fn entry(server: &Server) -> Option<Json> {
    let catalogue = server.get("/datasets").json();
    catalogue["datasets"].as_array().expect("datasets").iter().find(|dataset| dataset["key"] == KEY).cloned()
}

fn listed(server: &Server) -> bool {
    entry(server).is_some()
}

/// The rows of the dataset, read past the service: chain, block, log, pool, amount.
fn rows(server: &Server) -> Vec<Json> {
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let bounds = QuerySettings {
        deadline: Duration::from_secs(60),
        max_rows: 1_000_000,
        max_memory_bytes: 1 << 30,
        readonly: true,
    };
    let sql = "SELECT concat(toString(chain_id), ' ', toString(block_number), ' ', toString(log_index), ' 0x', lower(hex(pool)), ' ',
                      toString(amount0_in + amount0_out)) AS line
               FROM v2_swaps FINAL WHERE amount0_in + amount0_out >= 1000 AND chain_id = 1 ORDER BY block_number, log_index";
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let answer = runtime.block_on(warehouse.query(sql, &[], bounds)).expect("rows");
    let lines = answer.rows.column("line").expect("the column");
    (0..answer.rows.row_count)
        .map(|row| {
            let quarry::stores::result_set::Value::Text(line) = lines.value(row) else { panic!("a text") };
            let names = ["chain_id", "block_number", "log_index", "pool", "moved0"];
            Json::Object(
                names.iter().map(|name| (*name).to_owned()).zip(line.split(' ').map(|word| json!(word))).collect(),
            )
        })
        .collect()
}

fn cited(browser: &mut Browser<'_>, body: &Json) -> Json {
    let mut answer = browser.write("POST", "/session/citations", body);
    // The personal space comes within seconds of the account.
    for _ in 0..80 {
        if answer.status != 404 {
            break;
        }
        std::thread::sleep(Duration::from_millis(250));
        answer = browser.write("POST", "/session/citations", body);
    }
    assert!([200, 201].contains(&answer.status), "{body}: {}", answer.text);
    answer.json()
}

fn rederived(staff: &mut Browser<'_>, citation: &Json) -> (u16, Json) {
    let hash = citation["hash"].as_str().expect("a hash");
    let answer = staff.write("POST", &format!("/session/admin/citations/{hash}/rederive"), &Json::Null);
    (answer.status, answer.json())
}

#[test]
fn a_component_adds_a_dataset_by_declaration_and_takes_it_away_with_itself() {
    quarry_tests::on_one_engine!();
    let server = server();
    let (_, mut ada) = on_plan(&server, "team");
    let expected = rows(&server);
    assert!(expected.len() > 10, "{}", expected.len());

    let shown = entry(&server).expect("it is listed");
    assert_eq!((&shown["name"], &shown["category"]), (&json!("Large swaps"), &json!("dex")));
    assert!(shown["rows"].as_u64().is_some_and(|rows| rows >= expected.len() as u64), "{shown}");
    let front = got(&ada, "/session/data");
    let dex = front["categories"].as_array().expect("categories").iter().find(|one| one["key"] == "dex").expect("dex");
    assert_eq!(dex["dataset_count"], 8, "five of Quarry's, and the three of the component");
    let page = got(&ada, &format!("/session/data/datasets/{KEY}"));
    assert_eq!(page["order"], json!(["chain_id", "block_number", "log_index"]));
    assert_eq!(page["default_columns"], json!(["chain_id", "block_number", "log_index", "pool", "moved0"]));
    let filters: Vec<_> =
        page["filter_fields"].as_array().expect("filters").iter().map(|field| &field["name"]).collect();
    assert_eq!(filters, ["chain", "block_from", "block_to", "addresses"]);
    assert_eq!(page["variables"][5]["unit"], "raw units of token0");

    // A filter that it does not take is refused by its field, and an unknown column is dropped.
    let refused = draft(&mut ada, KEY, &json!({ "filters": { "verified": true } }));
    assert_eq!(
        (refused.status, refused.json()["fields"]["filters.verified"].is_string()),
        (422, true),
        "{}",
        refused.text
    );
    let built = drafted(
        &mut ada,
        KEY,
        &json!({ "columns": ["pool", "pool; DROP TABLE v2_swaps"], "filters": { "chain": "ethereum" } }),
    );
    assert_eq!(built["request"]["columns"], json!(["pool"]));
    assert_eq!(built["request"]["estimate"]["rows"], json!(expected.len()));

    let body = json!({ "filters": { "chain": "ethereum" }, "formats": ["csv", "ndjson", "parquet"] });
    let record = completed(&mut ada, KEY, &body);
    let csv = file(&server, &ada, &record, "csv");
    assert_eq!(csv_rows(&csv), expected);
    assert_eq!(ndjson_rows(&file(&server, &ada, &record, "ndjson")), expected);
    assert_eq!(parquet_rows(&file(&server, &ada, &record, "parquet")), expected);
    assert!(
        record["as_of_block"].as_u64().is_some() && record["data_version"].as_i64().is_some_and(|version| version > 0)
    );
    let again = completed(&mut ada, KEY, &body);
    assert_eq!(file(&server, &ada, &again, "csv"), csv, "the same question gives the same bytes");

    // One made of two has one pin a chain, the newest of both; one without blocks has none, and its version says what it was made of.
    let moves = completed(&mut ada, "large-swaps.moves", &json!({ "filters": { "chain": "ethereum" } }));
    assert!(moves["as_of_block"].as_u64() >= record["as_of_block"].as_u64(), "{moves}");
    assert_eq!(moves["as_of_blocks"], json!({ "ethereum": moves["as_of_block"] }));
    let busy = completed(&mut ada, "large-swaps.pools", &json!({}));
    assert_eq!(busy["as_of_blocks"], json!({}), "{busy}");
    assert!(busy["data_version"].as_i64().is_some_and(|version| version > 0), "{busy}");

    let mut staff = Browser::of(&server, "staff");
    let pools: Vec<&Json> = expected.iter().map(|row| &row["pool"]).collect();
    let pool = pools[0].clone();
    let count = pools.iter().filter(|other| **other == &pool).count();
    let figure =
        json!({ "dataset": KEY, "aggregate": "count", "chain": "ethereum", "filters": { "addresses": [pool] } });
    let query = json!({ "dataset": KEY, "columns": ["block_number", "moved0"], "chain": "ethereum", "filters": { "addresses": [pool] } });
    let (figure, query) = (cited(&mut staff, &figure), cited(&mut staff, &query));
    assert_eq!(figure["value"], json!(count.to_string()));
    for citation in [&figure, &query] {
        let (status, record) = rederived(&mut staff, citation);
        assert_eq!((status, &record["verification_state"]), (200, &json!("verified")), "{record}");
    }

    // A teacher pins it: a class has the bytes of the export, in the same columns.
    let house = House::new(&server);
    let mut owner = house.owner.browser(&server);
    let own = drafted(&mut owner, KEY, &body)["request"]["id"].clone();
    let lesson = json!({ "organization_id": house.id, "data_request_id": own, "title": "Large swaps" });
    let pinned = pin(&mut owner, &lesson);
    assert_eq!((pinned.status, &pinned.json()["dataset"]), (201, &json!(KEY)), "{}", pinned.text);
    let pinned = pinned.json();
    assert_eq!((&pinned["row_count"], &pinned["as_of_blocks"]), (&json!(expected.len()), &record["as_of_blocks"]));
    assert_eq!(downloaded(&server, &ada, &pinned), csv);

    // Its switch takes it away, and nothing that was made of it.
    server.command(&["module", "off", MODULE], "");
    eventually("the dataset is gone", || !listed(&server));
    assert_eq!(ada.get(&format!("/session/data/datasets/{KEY}")).status, 404);
    assert_eq!(draft(&mut ada, KEY, &json!({})).status, 404);
    assert_eq!(file(&server, &ada, &record, "csv"), csv, "its exports stay");
    assert_eq!(downloaded(&server, &ada, &pinned), csv, "what was pinned stays");
    let refused = pin(&mut owner, &lesson);
    let sentence = format!("There is no dataset {KEY} any more: build another request.");
    assert_eq!(
        (refused.status, &refused.json()["fields"]["data_request_id"]),
        (422, &json!(sentence)),
        "{}",
        refused.text
    );
    let (status, refusal) = rederived(&mut staff, &figure);
    assert_eq!(status, 503, "{refusal}");
    let hash = figure["hash"].as_str().expect("a hash");
    let public = server.get(&format!("/citations/{hash}")).json();
    assert_eq!(public["verification_state"], "verified", "nothing is known of the data meanwhile: {public}");
    server.command(&["module", "on", MODULE], "");
    eventually("the dataset is back", || listed(&server));
    let (status, record) = rederived(&mut staff, &figure);
    assert_eq!((status, &record["verification_state"]), (200, &json!("verified")), "{record}");
}

#[test]
fn a_person_who_decides_about_a_component_is_told_which_datasets_it_would_add() {
    quarry_tests::on_one_engine!();
    let checked = quarry(&["plugin", "check", &component()]).expect("it runs");
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
    let line = said.lines().find(|line| line.starts_with(KEY)).unwrap_or_else(|| panic!("{said}"));
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words, [KEY, "dex", "6", "4", "warehouse.v2_swaps", MODULE]);
    assert!(
        said.contains("Everybody who is signed in, and every key that reads the catalogue, can have all rows"),
        "{said}"
    );
}
