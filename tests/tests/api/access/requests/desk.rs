//! The library, the first steps and the alerts of people and their spaces.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::number;
use crate::organizations::house::Person;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::sync::OnceLock;

const POOL: &str = "0x00000000000000000000000000000000de5c0000";
const TOKENS: [&str; 2] = ["0x00000000000000000000000000000000de5c0001", "0x00000000000000000000000000000000de5c0002"];

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/library", Stage::by_person),
    request("POST /session/saved_queries", |stage| {
        stage.by_person().with(json!({ "kind": "finder", "params": { "base": "WETH" } }))
    }),
    request("DELETE /session/saved_queries/{id}", |stage| {
        kept(
            stage,
            "INSERT INTO saved_views (user_id, kind, name, params, created_at)
                     VALUES ($1, 'finder', 'All pairs', '{}', 1793491200000000) RETURNING id AS number",
        )
    }),
    request("POST /session/watchlist", |stage| {
        load_market(stage);
        stage.by_person().with(json!({ "address": POOL }))
    }),
    request("DELETE /session/watchlist/{id}", |stage| {
        kept_with(
            stage,
            &[Value::Bytes(vec![0xde; 20])],
            "INSERT INTO favourites (user_id, chain_id, pool, created_at)
                     VALUES ($1, 1, $2, 1793491200000000) RETURNING id AS number",
        )
    }),
    request("GET /session/onboarding", Stage::by_person),
    request("PATCH /session/onboarding/dismiss", Stage::by_person),
    request("GET /session/alerts", Stage::by_person),
    request("PATCH /session/alerts/email_frequency", |stage| stage.by_person().with(json!({ "frequency": "daily" }))),
    request("POST /session/alerts/prices", |stage| {
        load_market(stage);
        let space = stage.space();
        Ask::by(stage.asker(space.member("viewer")))
            .within(&space)
            .with(json!({ "pool_address": POOL, "condition": "above", "threshold": "2000", "space_id": space.id }))
    }),
    request("PATCH /session/alerts/prices/{id}/rearm", with_price_alert),
    request("DELETE /session/alerts/prices/{id}", with_price_alert),
    request("POST /session/alerts/watches", |stage| {
        let space = stage.space();
        Ask::by(stage.asker(space.member("viewer"))).within(&space).with(watch(space.id))
    }),
    request("PATCH /session/alerts/watches/{id}/rearm", with_watch),
    request("DELETE /session/alerts/watches/{id}", with_watch),
];

/// Somebody who asks about a thing of their own.
fn kept(stage: &'static Stage, sql: &str) -> Ask {
    kept_with(stage, &[], sql)
}

fn kept_with(stage: &'static Stage, more: &[Value], sql: &str) -> Ask {
    let person: Person = stage.person();
    let values: Vec<Value> = [Value::Int64(person.id)].into_iter().chain(more.iter().cloned()).collect();
    let id = number(stage, sql, &values);
    Ask::by(stage.asker(&person)).at(id)
}

fn watch(space: i64) -> Json {
    json!({ "kind": "liquidation", "condition": { "token": "WETH" }, "space_id": space })
}

/// A viewer who asks about an owner's watch.
fn with_watch(stage: &'static Stage) -> Ask {
    let space = stage.space();
    let id = stage.made_in(&space, "/session/alerts/watches", &watch(space.id));
    Ask::by(stage.asker(space.member("viewer"))).within(&space).at(id)
}

/// A viewer who asks about an owner's price alert.
fn with_price_alert(stage: &'static Stage) -> Ask {
    load_market(stage);
    let space = stage.space();
    let body = json!({ "pool_address": POOL, "condition": "below", "threshold": "0.5", "space_id": space.id });
    let id = stage.made_in(&space, "/session/alerts/prices", &body);
    Ask::by(stage.asker(space.member("viewer"))).within(&space).at(id)
}

/// A market that the stage's warehouse has.
fn load_market(stage: &'static Stage) {
    static LOADED: OnceLock<()> = OnceLock::new();
    LOADED.get_or_init(|| {
        let [token0, token1] = TOKENS;
        for (dataset, text) in [
            ("tokens", format!("address,symbol,name,decimals\n{token0},A,A,6\n{token1},B,B,18\n")),
            ("pools", format!("address,protocol,token0,token1\n{POOL},uniswap_v2,{token0},{token1}\n")),
        ] {
            let file = stage.server.data_dir.join(format!("desk-{dataset}.csv"));
            std::fs::write(&file, text).expect("a file");
            stage.load(dataset, file.to_str().expect("a path"));
        }
    });
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_libraries_and_alerts() {
    matrix::keep(stage(), REQUESTS);
}
