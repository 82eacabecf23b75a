//! Assignments of a class: pinned by admins, read by whoever is signed in and holds the join code.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::organizations::house::House;
use serde_json::{Value as Json, json};
use std::sync::OnceLock;

const POOL: &str = "0x00000000000000000000000000000000c1a55400";
const TOKENS: [&str; 2] = ["0x00000000000000000000000000000000c1a55401", "0x00000000000000000000000000000000c1a55402"];
const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/classroom", Stage::by_person),
    request("POST /session/classroom", |stage| {
        let house = stage.house();
        let mut ask = Ask::by(stage.asker(&house.admin)).with(prices(stage, &house));
        ask.house = Some(house);
        ask
    }),
    request("GET /session/classroom/{join_code}", with_assignment),
    request("DELETE /session/classroom/{join_code}", |stage| {
        let house = stage.house();
        let mut ask = Ask::by(stage.asker(&house.admin)).at(join_code(stage, &house));
        ask.house = Some(house);
        ask
    }),
    request("GET /session/classroom/{join_code}/download", with_assignment),
];

/// Somebody who was told the join code.
fn with_assignment(stage: &'static Stage) -> Ask {
    stage.by_person().at(join_code(stage, &stage.house()))
}

/// The code of an assignment of the organization.
fn join_code(stage: &'static Stage, house: &House) -> String {
    let pinned = stage.done(&house.admin, "POST", "/session/classroom", &prices(stage, house));
    pinned["join_code"].as_str().unwrap_or_else(|| panic!("a code: {pinned}")).to_owned()
}

/// Prices that the warehouse has.
fn prices(stage: &'static Stage, house: &House) -> Json {
    static LOADED: OnceLock<()> = OnceLock::new();
    LOADED.get_or_init(|| {
        let [token0, token1] = TOKENS;
        let reserves = format!("{:064x}{:064x}", 46_000_000, 20_u64 << 40);
        for (dataset, text) in [
            ("tokens", format!("address,symbol,name,decimals\n{token0},A,A,6\n{token1},B,B,18\n")),
            ("pools", format!("address,protocol,token0,token1\n{POOL},uniswap_v2,{token0},{token1}\n")),
            (
                "logs",
                format!(
                    "block_number,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data\n\
                     9,1704067211,0x{:064x},0,0,{POOL},{SYNC},0x{reserves}\n",
                    0xc1a5
                ),
            ),
        ] {
            let file = stage.server.data_dir.join(format!("taught-{dataset}.csv"));
            std::fs::write(&file, text).expect("a file");
            stage.load(dataset, file.to_str().expect("a path"));
        }
    });
    json!({ "organization_id": house.id, "pool": POOL, "from": "2024-01-01", "to": "2024-01-31", "title": "Prices" })
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_assignments() {
    matrix::keep(stage(), REQUESTS);
}
