//! Drafts: what becomes of a request, what is said beside it, and what is refused with nothing left behind.

use super::exports::{number, on_plan, path_of, submit};
use super::{draft, drafted, got, of_itself, signed_in};
use crate::organizations::house::{House, Person, execute, texts};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

const V2_POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

#[test]
fn a_draft_is_what_was_asked_and_what_it_was_not_given_is_the_datasets_default() {
    let (ada, mut browser) = signed_in();
    let plain = drafted(&mut browser, "swaps", &json!({}));
    let defaults = got(&browser, "/session/data/datasets/swaps")["default_columns"].clone();
    let request = &plain["request"];
    assert_eq!(
        (&request["name"], &request["status"], &request["columns"]),
        (&json!("Swaps"), &json!("draft"), &defaults)
    );
    assert_eq!((&request["filters"], &request["formats"]), (&json!({}), &json!(["csv"])));
    assert_eq!(request["requester"], json!({ "id": ada.id, "name": "Ada" }));
    assert_eq!((&plain["warning"], &plain["dropped_columns"]), (&Json::Null, &json!([])));

    let body = json!({
        "name": "  Swaps of one pool ", "columns": ["amount1", "gas", "pool", "amount1", "gas"],
        "filters": { "addresses": V2_POOL.to_uppercase().replace("0X", ""), "chain": "1" },
        "formats": ["parquet", "csv", "parquet"],
    });
    let picked = drafted(&mut browser, "swaps", &body);
    let request = &picked["request"];
    assert_eq!((&request["name"], &request["columns"]), (&json!("Swaps of one pool"), &json!(["pool", "amount1"])));
    assert_eq!(picked["dropped_columns"], json!(["gas"]));
    assert_eq!(request["filters"], json!({ "addresses": [V2_POOL], "chain": "ethereum" }));
    assert_eq!(request["formats"], json!(["parquet", "csv"]));
    let estimate = &request["estimate"];
    let number = |name: &str| estimate[name].as_u64().unwrap_or_else(|| panic!("{estimate}"));
    // A pool's address and an amount: between 50 and 80 bytes a row.
    assert!((number("rows") * 50..number("rows") * 80 + 100).contains(&number("bytes")), "{estimate}");
    assert!(number("rows") > 0 && number("seconds") > 0, "{estimate}");
    assert_eq!(of_itself(&got(&browser, &format!("/session/data/requests/{}", request["id"]))), *request);

    let unknown = drafted(&mut browser, "swaps", &json!({ "columns": ["gas", "price"] }));
    assert_eq!((&unknown["request"]["columns"], &unknown["dropped_columns"]), (&defaults, &json!(["gas", "price"])));

    let sql = "SELECT after AS text FROM audit_entries WHERE action = 'data_request.drafted' AND target_id = $1";
    let audited = texts(shared(), sql, &[Value::Text(request["id"].to_string())]);
    assert_eq!(audited.len(), 1, "{audited:?}");
}

#[test]
fn protocols_that_cannot_be_compared_are_a_warning_beside_the_draft() {
    let (_, mut browser) = signed_in();
    let mixed = json!({ "filters": { "protocols": ["uniswap_v3", "Uniswap_V2"] } });
    let bars = drafted(&mut browser, "price_bars", &mixed);
    let warning = bars["warning"].as_str().unwrap_or_else(|| panic!("{bars}"));
    assert!(
        warning.contains("not comparable") && warning.contains("uniswap_v2: the reserves of V2 pools"),
        "{warning}"
    );
    assert_eq!(bars["request"]["warning"], bars["warning"], "it stays with the draft");
    assert_eq!(bars["request"]["filters"]["protocols"], json!(["uniswap_v2", "uniswap_v3"]));
    assert_eq!(drafted(&mut browser, "swaps", &mixed)["warning"], Json::Null, "swaps are comparable");
    let one = json!({ "filters": { "protocols": ["uniswap_v3"] } });
    assert_eq!(drafted(&mut browser, "price_bars", &one)["warning"], Json::Null);
    let lenders = json!({ "filters": { "protocols": ["aave_v3", "compound_v2"] } });
    assert!(drafted(&mut browser, "liquidations", &lenders)["warning"].is_string());
}

/// Field, and what is wrong with it, of the dataset logs where no other is named.
fn mistakes() -> Vec<(&'static str, &'static str, Json, &'static str)> {
    let address = |number: usize| format!("0x{number:040x}");
    let many: Vec<String> = (0..10_000).map(address).collect();
    let hash = "ab".repeat(32);
    vec![
        ("logs", "filters.date_to", json!({ "date_from": "2020-10-02", "date_to": "2020-10-01" }), "before it begins"),
        ("logs", "filters.block_to", json!({ "block_from": 9, "block_to": 8 }), "before it begins"),
        ("logs", "filters.date_from", json!({ "date_from": "2999-01-01" }), "in the future"),
        ("logs", "filters.date_to", json!({ "date_to": "2999-01-01" }), "in the future"),
        ("logs", "filters.date_from", json!({ "date_from": "2020-02-30" }), ""),
        ("logs", "filters.date_from", json!({ "date_from": "yesterday" }), ""),
        ("logs", "filters.block_from", json!({ "block_from": -1 }), ""),
        ("logs", "filters.block_from", json!({ "block_from": "nine" }), ""),
        ("logs", "filters.chain", json!({ "chain": "atlantis" }), "; this is \"atlantis\"."),
        ("logs", "filters.chain", json!({ "chain": "999999999999" }), "A chain is one of "),
        ("swaps", "filters.protocols", json!({ "protocols": ["uniswap_v2", "gringotts"] }), "; this is \"gringotts\"."),
        ("liquidations", "filters.protocols", json!({ "protocols": ["uniswap_v2"] }), "; this is \"uniswap_v2\"."),
        ("logs", "filters.addresses", json!({ "addresses": many }), "There are 10000 addresses, and 1000"),
        ("logs", "filters.addresses", json!({ "addresses": many.join(" ") }), "There are 10000 addresses, and 1000"),
        ("logs", "filters.addresses", json!({ "addresses": [address(1), "0x12"] }), "; this is \"0x12\"."),
        ("logs", "filters.addresses", json!({ "addresses": [] }), "There is no address"),
        ("logs", "filters.addresses", json!({ "addresses": 7 }), ""),
        (
            "logs",
            "filters.from_addresses",
            json!({ "from_addresses": format!("{}g", &address(1)[..41]) }),
            "An address is 40 hexadecimal digits",
        ),
        ("logs", "filters.topic0", json!({ "topic0": "0x12" }), "; this is \"0x12\"."),
        ("logs", "filters.topic0", json!({ "topic0": "Transfer" }), "A topic is 64 hexadecimal digits"),
        ("logs", "filters.topic0_custom", json!({ "topic0": "custom" }), "64 hexadecimal digits"),
        ("logs", "filters.topic0_custom", json!({ "topic0": "custom", "topic0_custom": "0x" }), "; this is \"0x\"."),
        ("logs", "filters.topic0_custom", json!({ "topic0": hash, "topic0_custom": hash }), "leave it out"),
        ("logs", "filters.verified", json!({ "verified": true }), "cannot be filtered by verified"),
        ("swaps", "filters.topic0", json!({ "topic0": hash }), "cannot be filtered by topic0"),
        ("price_bars", "filters.block_from", json!({ "block_from": 1 }), "cannot be filtered by block_from"),
        ("price_bars", "filters.period", json!({ "period": "weekly" }), ""),
        ("swaps", "filters.period", json!({ "period": "daily" }), "cannot be filtered by period"),
        ("logs", "filters.colour", json!({ "colour": "red" }), ""),
    ]
}

#[test]
fn a_filter_that_means_nothing_is_refused_by_its_field_and_leaves_nothing_behind() {
    let (ada, mut browser) = signed_in();
    for (dataset, field, filters, sentence) in mistakes() {
        let answer = draft(&mut browser, dataset, &json!({ "filters": filters }));
        refused(&answer, 422, "validation_failed", Some(field));
        let said = answer.json()["fields"][field].as_str().unwrap_or_default().to_owned();
        assert!(said.contains(sentence), "{dataset} {field}: {said}");
    }
    let several = json!({ "filters": { "date_from": "2999-01-01", "topic0": "x", "addresses": "y" } });
    let fields = draft(&mut browser, "logs", &several).json()["fields"].clone();
    assert_eq!(fields.as_object().map(serde_json::Map::len), Some(3), "each has its sentence: {fields}");
    for (field, body) in [
        ("name", json!({ "name": "   " })),
        ("name", json!({ "name": "x".repeat(121) })),
        ("formats", json!({ "formats": [] })),
        ("formats.0", json!({ "formats": ["xlsx"] })),
        ("columns", json!({ "columns": "pool" })),
    ] {
        refused(&draft(&mut browser, "swaps", &body), 422, "validation_failed", Some(field));
    }
    assert_eq!(draft(&mut browser, "trades", &json!({})).status, 404);
    assert_eq!(got(&browser, "/session/data/requests")["count"], json!(0));
    let sql = "SELECT action AS text FROM audit_entries WHERE actor_user_id = $1 AND action LIKE 'data_request%'";
    assert_eq!(texts(shared(), sql, &[Value::Int64(ada.id)]), Vec::<String>::new());
}

/// Days from now until the draft is removed.
fn days_left(draft: &Json) -> i64 {
    let expires: jiff::Timestamp = draft["expires_at"].as_str().expect("a time").parse().expect("a time");
    (expires.duration_since(jiff::Timestamp::now()).as_secs() + 3_600) / 86_400
}

#[test]
fn a_draft_with_a_mistake_is_mended_or_thrown_away_and_says_until_when_it_is_kept() {
    let (_, mut browser) = on_plan(shared(), "team");
    let body = json!({ "name": "Swaps", "columns": ["pool", "amount0"], "filters": { "chain": "ethereum" } });
    let built = drafted(&mut browser, "swaps", &body)["request"].clone();
    assert_eq!(days_left(&built), 90, "{built}");
    let path = path_of(built["id"].as_i64().expect("a number"));

    let change =
        json!({ "filters": { "addresses": V2_POOL }, "columns": ["gas", "tick"], "formats": ["ndjson", "csv"] });
    let answer = browser.write("PATCH", &path, &change);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let changed = answer.json();
    let request = &changed["request"];
    assert_eq!((&request["name"], &request["columns"]), (&json!("Swaps"), &json!(["tick"])), "the name stays");
    assert_eq!((&request["formats"], &changed["dropped_columns"]), (&json!(["ndjson", "csv"]), &json!(["gas"])));
    assert_eq!(request["filters"], json!({ "addresses": [V2_POOL] }), "filters are changed as a whole");
    assert_ne!(request["estimate"]["rows"], built["estimate"]["rows"], "and counted anew");
    assert_eq!(of_itself(&got(&browser, &path)), *request);
    for (body, field) in [
        (json!({ "filters": { "block_from": -1 } }), "filters.block_from"),
        (json!({ "formats": [] }), "formats"),
        (json!({ "name": " " }), "name"),
    ] {
        refused(&browser.write("PATCH", &path, &body), 422, "validation_failed", Some(field));
    }
    assert_eq!(of_itself(&got(&browser, &path)), *request, "a refusal changes nothing");

    // Colleagues read it and change nothing of it, and nobody else knows of it.
    let house = House::new(shared());
    let (mut mira, mut owner) = (house.member.browser(shared()), house.owner.browser(shared()));
    let other = path_of(drafted(&mut mira, "tokens", &json!({}))["request"]["id"].as_i64().expect("a number"));
    for method in ["PATCH", "DELETE"] {
        refused(&owner.write(method, &other, &json!({})), 403, "forbidden", None);
        assert_eq!(browser.write(method, &other, &json!({})).status, 404);
    }

    assert_eq!(submit(&mut browser, request["id"].as_i64().expect("a number")).status, 200);
    for method in ["PATCH", "DELETE"] {
        refused(&browser.write(method, &path, &json!({})), 422, "not_a_draft", None);
    }
    let gone = mira.write("DELETE", &other, &json!({}));
    assert_eq!((gone.status, mira.get(&other).status), (204, 404), "{}", gone.text);
    let sql =
        "SELECT action AS text FROM audit_entries WHERE target_type = 'data_request' AND target_id = $1 ORDER BY id";
    let audited = texts(shared(), sql, &[Value::Text(built["id"].to_string())]);
    assert_eq!(audited[..3], ["data_request.drafted", "data_request.changed", "data_request.submitted"], "{audited:?}");
}

#[test]
fn a_draft_is_kept_for_as_long_as_it_was_told() {
    let (ada, mut browser) = signed_in();
    let mut built = || drafted(&mut browser, "tokens", &json!({}))["request"]["id"].as_i64().expect("a number");
    let [old, undated, young] = [built(), built(), built()];
    let at = "UPDATE data_requests SET expires_at = $1 WHERE id = $2";
    execute(shared(), at, &[Value::Timestamp(1), Value::Int64(old)]);
    execute(shared(), "UPDATE data_requests SET expires_at = NULL WHERE id = $1", &[Value::Int64(undated)]);
    super::export_ends::sweep();
    assert_eq!(browser.get(&path_of(old)).status, 404);
    assert_eq!(days_left(&got(&browser, &path_of(undated))), 90, "one of before is told its day before it goes");
    assert_eq!(days_left(&got(&browser, &path_of(young))), 90);
    let kept = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1";
    assert_eq!(number(shared(), kept, &[Value::Int64(ada.id)]), 2);
}

#[test]
fn the_reader_walks_all_they_built_the_newest_first() {
    let (_, mut browser) = signed_in();
    for number in 0..5 {
        drafted(&mut browser, "tokens", &json!({ "name": format!("Draft {number}") }));
    }
    let mut names = Vec::new();
    let mut path = "/session/data/requests?limit=2".to_owned();
    loop {
        let page = got(&browser, &path);
        names.extend(page["requests"].as_array().expect("requests").iter().map(|one| one["name"].clone()));
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("/session/data/requests?limit=2&cursor={cursor}");
    }
    assert_eq!(names, [4, 3, 2, 1, 0].map(|number| json!(format!("Draft {number}"))));
}

#[test]
fn nobody_has_the_warehouse_count_for_more_than_sixty_drafts_an_hour() {
    let (_, mut browser) = signed_in();
    let wrong = json!({ "filters": { "addresses": "x" } });
    for _ in 0..60 {
        assert_eq!(draft(&mut browser, "logs", &wrong).code(), "validation_failed");
    }
    let answer = draft(&mut browser, "tokens", &json!({}));
    refused(&answer, 429, "rate_limited", None);
    assert_eq!((&answer.json()["limit"], &answer.json()["retry_after"]), (&json!(60), &json!(null)));
    // To the next hour, as a component alone can know.
    let left = 3_600 - jiff::Timestamp::now().as_second() % 3_600;
    let said: i64 = answer.header("retry-after").parse().expect("seconds");
    assert!((said - left).abs() <= 5 || said >= 3_595, "{said} of {left}");
    let other = Person::new(shared(), "Ben");
    assert_eq!(draft(&mut other.browser(shared()), "tokens", &json!({})).status, 201, "each has their own sixty");
}
