//! The catalogue: its datasets, and the questions that each takes.

use super::{drafted, got, of_itself, signed_in};
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

fn list(value: &Json) -> &Vec<Json> {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

#[test]
fn the_front_page_has_the_categories_and_the_readers_five_newest_exports() {
    let (_, mut ada) = signed_in();
    let empty = got(&ada, "/session/data");
    let counted: Vec<_> =
        list(&empty["categories"]).iter().map(|one| (one["key"].clone(), one["dataset_count"].clone())).collect();
    assert_eq!(
        counted,
        [("raw", 3), ("dex", 5), ("lending", 3), ("events", 1)].map(|(key, count)| (json!(key), json!(count)))
    );
    // Other tests release the month before.
    assert!(empty["newest_requests"] == json!([]) && empty["newest_releases"].is_array(), "{empty}");
    for number in 0..6 {
        drafted(&mut ada, "tokens", &json!({ "name": format!("Draft {number}") }));
    }
    let front = got(&ada, "/session/data");
    let names: Vec<_> = list(&front["newest_requests"]).iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, [5, 4, 3, 2, 1].map(|number| json!(format!("Draft {number}"))));
}

#[test]
fn a_category_has_its_datasets_as_the_keyed_catalogue_has_them() {
    let (_, ada) = signed_in();
    let catalogue = shared().get("/datasets").json();
    for category in ["raw", "dex", "lending", "events"] {
        let page = got(&ada, &format!("/session/data/categories/{category}"));
        assert_eq!(page["category"]["key"], json!(category));
        let of_category: Vec<_> =
            list(&catalogue["datasets"]).iter().filter(|dataset| dataset["category"] == category).collect();
        let keys = |datasets: &[&Json]| datasets.iter().map(|one| one["key"].clone()).collect::<Vec<_>>();
        let shown: Vec<_> = list(&page["datasets"]).iter().collect();
        assert_eq!(keys(&shown), keys(&of_category));
        assert_eq!(page["category"]["dataset_count"], json!(shown.len()));
        assert!(shown.iter().all(|dataset| dataset["columns"].is_array() && dataset["rows"].is_u64()), "{page}");
    }
    for unknown in ["nft", "RAW", "0"] {
        let refused = ada.get(&format!("/session/data/categories/{unknown}"));
        assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"), "{}", refused.text);
    }
}

#[test]
fn the_query_manager_says_what_can_be_asked_of_each_dataset() {
    let (_, ada) = signed_in();
    let catalogue = shared().get("/datasets").json();
    for dataset in list(&catalogue["datasets"]) {
        let key = dataset["key"].as_str().expect("a key");
        let page = got(&ada, &format!("/session/data/datasets/{key}"));
        assert_eq!(page["variables"], dataset["columns"], "{key}");
        let variables: Vec<_> = list(&page["variables"]).iter().map(|variable| &variable["name"]).collect();
        let defaults = list(&page["default_columns"]);
        assert!(!defaults.is_empty() && defaults.iter().all(|name| variables.contains(&name)), "{key}: {defaults:?}");
        assert!(list(&page["order"]).iter().all(|name| variables.contains(&name)), "{key}: {}", page["order"]);
        let fields = list(&page["filter_fields"]);
        let names: Vec<_> = fields.iter().map(|field| field["name"].clone()).collect();
        assert_eq!(json!(names), dataset["filters"], "{key}");
        for field in fields {
            let sentence = field["description"].as_str().unwrap_or_default();
            assert!(sentence.ends_with('.') && field["type"].is_string(), "{key}: {field}");
        }
        let takes = |filter: &str| names.contains(&json!(filter));
        assert_eq!(!list(&page["protocols"]).is_empty(), takes("protocols"), "{key}: {}", page["protocols"]);
        assert_eq!(!list(&page["event_signatures"]).is_empty(), key == "logs", "{key}");
        assert!(page["pages"] == json!([]) && page["releases"].is_array(), "{key}: {page}");
    }
    let logs = got(&ada, "/session/data/datasets/logs");
    let transfer = json!({
        "topic0": "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
        "name": "Transfer", "signature": "Transfer(address,address,uint256)",
    });
    assert!(list(&logs["event_signatures"]).contains(&transfer), "{}", logs["event_signatures"]);
    assert_eq!(ada.get("/session/data/datasets/trades").status, 404);
}

#[test]
fn the_sandbox_has_a_draft_to_look_at() {
    let member = Browser::of(shared(), "member");
    let listed = got(&member, "/session/data/requests");
    let oldest = list(&listed["requests"]).last().expect("a draft").clone();
    assert_eq!((&oldest["dataset"], &oldest["status"]), (&json!("price_bars"), &json!("draft")));
    let page = got(&member, &format!("/session/data/requests/{}", oldest["id"]));
    assert_eq!(of_itself(&page), oldest);
    let variables = got(&member, "/session/data/datasets/price_bars")["variables"].clone();
    let names: Vec<_> = list(&variables).iter().map(|variable| &variable["name"]).collect();
    assert!(list(&oldest["columns"]).iter().all(|name| names.contains(&name)), "{}", oldest["columns"]);
}
