//! Citations, for the members of their spaces; the records, which are for everybody, are no session's affair.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::access::shared_space::SharedSpace;
use crate::organizations::house::execute;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::sync::OnceLock;

const TRANSACTION: &str = "0x00000000000000000000000000000000000000000000000000000000c17a7104";

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/citations", Stage::by_person),
    request("GET /session/citations/transactions/{hash}", |stage| stage.by_person().at(loaded(stage))),
    request("POST /session/citations", |stage| {
        let space = stage.space();
        Ask::by(stage.asker(space.member("editor"))).within(&space).with(figure(&space))
    }),
    request("DELETE /session/citations/{id}", |stage| {
        let space = stage.space();
        let id = stage.made_in(&space, "/session/citations", &figure(&space));
        // It is removed from the space in which one works.
        let work_in_it = "INSERT INTO active_spaces (user_id, space_id)
                          SELECT user_id, space_id FROM space_members WHERE space_id = $1";
        execute(&stage.server, work_in_it, &[Value::Int64(space.id)]);
        Ask::by(stage.asker(space.member("editor"))).within(&space).at(id)
    }),
    request("POST /session/admin/citations/{hash}/rederive", |stage| {
        let space = stage.space();
        let made = stage.done(space.member("owner"), "POST", "/session/citations", &figure(&space));
        let hash = made["hash"].as_str().unwrap_or_else(|| panic!("a hash: {made}")).to_owned();
        Ask::by(stage.staff(&["editorial"])).at(hash)
    }),
];

/// A figure that there is without any data.
fn figure(space: &SharedSpace) -> Json {
    json!({ "dataset": "liquidations", "aggregate": "count", "chain": "ethereum", "space_id": space.id })
}

/// A transaction that the warehouse knows.
pub(super) fn loaded(stage: &'static Stage) -> &'static str {
    static LOADED: OnceLock<()> = OnceLock::new();
    LOADED.get_or_init(|| {
        let file = stage.server.data_dir.join("citable-transaction.csv");
        let text =
            format!("block_number,transaction_index,hash,from_address,value\n7,0,{TRANSACTION},0x{:040x},5\n", 3);
        std::fs::write(&file, text).expect("a file");
        stage.load("transactions", file.to_str().expect("a path"));
    });
    TRANSACTION
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_citations() {
    matrix::keep(stage(), REQUESTS);
}
