//! Saved views: the path that replays each, its name, and how many there may be.

use super::{V2_POOL, V3_POOL, at_once, count, library, somebody};
use crate::organizations::house::execute;
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

const PATH: &str = "/session/saved_queries";

fn chart(params: Json) -> Json {
    let mut body = json!({ "params": { "id": V2_POOL } });
    for (name, value) in params.as_object().expect("an object") {
        body["params"][name] = value.clone();
    }
    body
}

#[test]
fn a_view_is_replayed_by_its_path_and_other_keys_are_dropped() {
    let (_, mut browser) = somebody("researcher");
    let body = json!({
        "name": "  Ether  in October ",
        "params": {
            "id": V2_POOL[2..].to_uppercase(), "from": "2026-10-01", "to": "2026-10-31", "period": "daily", "compare": V3_POOL,
            "invert": "true", "range": "", "base": "WETH", "colour": 7,
        },
    });
    let saved = browser.write("POST", PATH, &body);
    assert_eq!(saved.status, 201, "{}", saved.text);
    let view = saved.json();
    let query = format!("from=2026-10-01&to=2026-10-31&period=daily&compare={V3_POOL}&invert=true");
    assert_eq!((&view["kind"], &view["path"]), (&json!("chart"), &json!(format!("/prices/{V2_POOL}?{query}"))));
    let params = json!({
        "id": V2_POOL, "from": "2026-10-01", "to": "2026-10-31", "period": "daily", "compare": V3_POOL, "invert": "true",
    });
    assert_eq!(view["params"], params);
    let body = json!({ "kind": "finder", "params": { "base": "W&TH", "source": "v3", "id": V2_POOL } });
    let finder = browser.write("POST", PATH, &body);
    assert_eq!(finder.status, 201, "{}", finder.text);
    assert_eq!(finder.json()["path"], "/prices?base=W%26TH&source=v3");
    assert_eq!(library(&browser)["saved_views"], json!([finder.json(), view]), "the newest first");
}

#[test]
fn names_are_made_of_the_parameters_and_no_two_of_a_person_are_the_same() {
    let (_, mut browser) = somebody("researcher");
    let mut name = |body: &Json| {
        let saved = browser.write("POST", PATH, body);
        assert_eq!(saved.status, 201, "{}", saved.text);
        saved.json()["name"].as_str().expect("a name").to_owned()
    };
    assert_eq!(name(&chart(json!({ "range": "30d", "period": "daily" }))), format!("{V2_POOL} 30d daily"));
    assert_eq!(name(&chart(json!({ "range": "30d", "period": "daily" }))), format!("{V2_POOL} 30d daily (2)"));
    assert_eq!(
        name(&chart(json!({ "from": "2026-10-01", "invert": "true" }))),
        format!("{V2_POOL} 2026-10-01 to now inverted")
    );
    let finder = json!({ "kind": "finder", "params": { "base": "WETH", "quote": "USDC", "source": "v3" } });
    assert_eq!(name(&finder), "WETH/USDC v3");
    assert_eq!(name(&json!({ "kind": "finder", "params": {} })), "All pairs");
    // Addresses are whole, though not all that was chosen has room behind them.
    let all =
        json!({ "from": "2026-10-01", "to": "2026-10-31", "period": "hourly", "invert": "true", "compare": V2_POOL });
    assert_eq!(name(&chart(all)), format!("{V2_POOL} 2026-10-01 to 2026-10-31 hourly"));
    let pair = json!({ "kind": "finder", "params": { "base": V2_POOL, "quote": V2_POOL, "source": "v2" } });
    assert_eq!(name(&pair), format!("Pairs of {V2_POOL} v2"));
    let long = json!({ "kind": "finder", "params": { "base": "x".repeat(64), "quote": "y".repeat(64) } });
    let base = "x".repeat(64);
    assert_eq!([name(&long), name(&long)], [format!("Pairs of {base}"), format!("Pairs of {base} (2)")]);
    let taken = browser.write("POST", PATH, &json!({ "kind": "finder", "name": "All pairs", "params": {} }));
    refused(&taken, 422, "validation_failed", Some("name"));
    let (_, mut other) = somebody("researcher");
    let same = other.write("POST", PATH, &json!({ "kind": "finder", "name": "All pairs", "params": {} }));
    assert_eq!(same.status, 201, "names are unique for a person: {}", same.text);
}

#[test]
fn a_view_that_is_looked_at_again_is_shown_and_not_refused() {
    quarry_tests::on_one_engine!();
    let (person, mut browser) = somebody("researcher");
    let unknown = "0x00000000000000000000000000000000000000aa";
    let pools = |count: usize| vec![V3_POOL; count].join(",");
    let long = "x".repeat(65);
    // What is sent, and whether it is kept.
    for (name, value, is_kept) in [
        ("range", "1y", true),
        ("range", "2y", false),
        ("period", "hourly", true),
        ("period", "weekly", false),
        ("invert", "false", true),
        ("invert", "yes", false),
        ("from", "2026-10-01T06:00:00Z", true),
        ("from", "2026-13-01", false),
        ("to", "2026-10-01 06:00:00Z", false),
        ("to", "yesterday", false),
        ("compare", &pools(4), true),
        ("compare", &pools(5), false),
        ("compare", "0xaa,0xbb", false),
        ("compare", unknown, false),
        ("base", "WETH", true),
        ("base", &long, false),
        ("quote", "0x12", false),
        ("source", "v3", true),
        ("source", "v9", false),
    ] {
        let kind = if ["base", "quote", "source"].contains(&name) { "finder" } else { "chart" };
        let mut params = json!({ "id": V2_POOL });
        params[name] = json!(value);
        let saved = browser.write("POST", PATH, &json!({ "kind": kind, "params": params }));
        assert_eq!(saved.status, 201, "{name}={value}: {}", saved.text);
        let view = saved.json();
        assert_eq!(view["params"][name] == json!(value), is_kept, "{name}={value}: {view}");
        let shown = shared().get_keyless(&format!("/public{}", view["path"].as_str().expect("a path")));
        assert_eq!(shown.status, 200, "{view}: {}", shown.text);
    }
    // Two ends that leave no time between them, and a view that an earlier release kept as it was sent.
    let backwards = browser.write("POST", PATH, &chart(json!({ "from": "2026-10-02", "to": "2026-10-01" })));
    assert_eq!(backwards.json()["params"], json!({ "id": V2_POOL }), "{}", backwards.text);
    let earlier = "UPDATE saved_views SET params = $2 WHERE user_id = $1";
    let params = json!({ "id": V2_POOL, "range": "2y", "period": "daily" }).to_string();
    execute(shared(), earlier, &[Value::Int64(person.id), Value::Text(params)]);
    assert_eq!(library(&browser)["saved_views"][0]["path"], format!("/prices/{V2_POOL}?period=daily"));
}

#[test]
fn what_means_nothing_is_refused_by_its_field_and_not_kept() {
    let (_, mut browser) = somebody("researcher");
    for (body, field) in [
        (json!({}), "params"),
        (json!({ "kind": "table", "params": {} }), "kind"),
        (json!({ "params": {} }), "params.id"),
        (json!({ "params": { "id": "0x12" } }), "params.id"),
        (json!({ "params": { "id": V2_POOL, "range": 30 } }), "params.range"),
        (json!({ "name": "", "params": { "id": V2_POOL } }), "name"),
        (json!({ "name": "x".repeat(81), "params": { "id": V2_POOL } }), "name"),
        (json!({ "name": 7, "params": { "id": V2_POOL } }), "name"),
    ] {
        refused(&browser.write("POST", PATH, &body), 422, "validation_failed", Some(field));
    }
    assert_eq!(library(&browser)["saved_views"], json!([]));
}

#[test]
fn people_who_save_at_once_do_not_get_more_than_the_plan_allows() {
    let (_, mut browser) = somebody("free");
    let statuses =
        at_once(&browser, PATH, |number| json!({ "kind": "finder", "params": { "base": number.to_string() } }));
    assert_eq!((count(&statuses, 201), count(&statuses, 403)), (5, 15), "{statuses:?}");
    let spent = browser.write("POST", PATH, &chart(json!({})));
    refused(&spent, 403, "plan_limit_reached", None);
    let said = spent.json();
    // The plan at hand, and nothing that one does not have.
    let sentence = "You have 5 saved views, and your plan (Free) allows 5: remove one first.";
    assert_eq!(said["detail"], sentence);
    assert_eq!((&said["limit"], &said["used"], &said["allowance"]), (&json!(5), &json!(5), &json!("saved_views")));
    let seen = library(&browser);
    assert_eq!((&seen["limit"], &seen["favourites_limit"]), (&json!(5), &json!(10)));
    let id = seen["saved_views"][0]["id"].clone();
    assert_eq!(browser.write("DELETE", &format!("{PATH}/{id}"), &json!({})).status, 204);
    assert_eq!(browser.write("POST", PATH, &chart(json!({}))).status, 201, "what is removed gives its room back");
}

#[test]
fn a_view_of_another_person_is_not_there() {
    let (_, mut browser) = somebody("institution");
    let saved = browser.write("POST", PATH, &chart(json!({})));
    assert_eq!(saved.status, 201, "{}", saved.text);
    let path = format!("{PATH}/{}", saved.json()["id"]);
    let (_, mut other) = somebody("institution");
    refused(&other.write("DELETE", &path, &json!({})), 404, "not_found", None);
    assert_eq!(library(&other)["saved_views"], json!([]));
    let seen = library(&browser);
    assert_eq!((&seen["limit"], &seen["saved_views"]), (&Json::Null, &json!([saved.json()])));
    assert_eq!(browser.write("DELETE", &path, &json!({})).status, 204);
    refused(&browser.write("DELETE", &path, &json!({})), 404, "not_found", None);
}

#[test]
fn views_that_are_saved_at_once_have_names_of_their_own() {
    let (_, browser) = somebody("institution");
    let statuses = at_once(&browser, PATH, |number| match number % 2 {
        0 => json!({ "kind": "finder", "params": {} }),
        _ => json!({ "kind": "finder", "name": "Mine", "params": {} }),
    });
    let seen = library(&browser);
    let names: Vec<&str> =
        seen["saved_views"].as_array().expect("a list").iter().filter_map(|view| view["name"].as_str()).collect();
    let unique: std::collections::BTreeSet<&&str> = names.iter().collect();
    assert_eq!((names.len(), unique.len()), (11, 11), "{names:?}");
    // Names that are made find a free one, and of those that are given the first is kept.
    assert_eq!((count(&statuses, 201), count(&statuses, 422)), (11, 9), "{statuses:?}");
    assert!(unique.contains(&"All pairs (10)") && unique.contains(&"Mine"), "{names:?}");
}
