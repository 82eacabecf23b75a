//! What cannot be pinned, and why; nothing stays behind.

use super::{V3_POOL, held, october, pin};
use crate::data::exports::built;
use crate::organizations::house::House;
use crate::spaces::refused;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

#[test]
fn what_means_nothing_is_refused_by_its_code_and_its_field() {
    let house = House::new(shared());
    let mut browser = house.admin.browser(shared());
    let request = built(&mut browser, "pools", &json!({}));
    let with = |changes: Json| {
        let mut body = october(&house);
        for (name, value) in changes.as_object().expect("an object") {
            body[name] = value.clone();
        }
        body.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
        body
    };
    let of_request = |changes: Json| {
        let mut body = json!({ "organization_id": house.id, "data_request_id": request });
        for (name, value) in changes.as_object().expect("an object") {
            body[name] = value.clone();
        }
        body
    };
    let unknown = format!("0x{:040x}", 9);
    let wrong: &[(Json, u16, &str, Option<&str>)] = &[
        (json!({ "organization_id": house.id }), 422, "nothing_to_pin", None),
        (json!({ "organization_id": house.id, "title": "Nothing", "period": "daily" }), 422, "nothing_to_pin", None),
        (json!({ "pool": V3_POOL }), 422, "validation_failed", Some("organization_id")),
        (of_request(json!({ "pool": V3_POOL })), 422, "validation_failed", Some("pool")),
        (of_request(json!({ "period": "daily" })), 422, "validation_failed", Some("period")),
        (of_request(json!({ "from": "2026-10-01" })), 422, "validation_failed", Some("from")),
        (of_request(json!({ "to": "2026-10-01" })), 422, "validation_failed", Some("to")),
        (of_request(json!({ "chain": "ethereum" })), 422, "validation_failed", Some("chain")),
        (of_request(json!({ "data_request_id": 999_999_999 })), 404, "not_found", None),
        (with(json!({ "pool": unknown })), 422, "unknown_market", Some("pool")),
        (with(json!({ "chain": "base" })), 422, "unknown_market", Some("pool")),
        (with(json!({ "chain": "nowhere" })), 422, "unknown_market", Some("pool")),
        (with(json!({ "pool": "0x12" })), 422, "validation_failed", Some("pool")),
        (with(json!({ "period": "weekly" })), 422, "validation_failed", Some("period")),
        (with(json!({ "from": "2019-01-01", "to": "2019-12-31" })), 422, "empty_series", None),
        (with(json!({ "from": "2026-10-31", "to": "2026-10-01" })), 422, "validation_failed", Some("to")),
        (with(json!({ "to": "2999-01-01" })), 422, "validation_failed", Some("to")),
        (with(json!({ "from": "2999-01-01", "to": null })), 422, "validation_failed", Some("from")),
        (with(json!({ "from": "2026-02-30" })), 422, "validation_failed", Some("from")),
        (with(json!({ "title": "x".repeat(121) })), 422, "validation_failed", Some("title")),
        (with(json!({ "title": "" })), 422, "validation_failed", Some("title")),
        (with(json!({ "instructions": "x".repeat(5001) })), 422, "validation_failed", Some("instructions")),
        (with(json!({ "name_organization": "yes" })), 422, "validation_failed", Some("name_organization")),
    ];
    for (body, status, code, field) in wrong {
        refused(&pin(&mut browser, body), *status, code, *field);
    }
    assert_eq!(held(shared(), &house), 0, "nothing stays behind a refusal");
    let mut good = october(&house);
    good["title"] = json!("é".repeat(120));
    assert_eq!(pin(&mut browser, &good).status, 201, "120 characters are a title");
}
