//! GETs and guards, which only read: a statement of theirs that writes keeps the component out, by the word of either engine.

use crate::app_store_support::fresh_stores;
use crate::component::{NAME, stores};
use quarry::capabilities::{Capabilities, Given};
use quarry::contract::{
    Grant, Guard, GuardRefusal, Manifest, Method, Route, StatementSource, Store, TenantKind, keyed_get,
};
use quarry::stores::app::AppStore;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The statement with which a namesake of the organizations made a member its owner by being looked at.
const PROMOTION: &str = "UPDATE memberships SET role = 'owner' WHERE user_id = {caller.user_id:int64} RETURNING role";

/// Texts that write, each in a form of its own.
const WRITES: &[&str] = &[
    PROMOTION,
    "INSERT INTO memberships (organization_id, user_id, role, created_at)
     VALUES ({organization_id:int64}, {caller.user_id:int64}, 'owner', 0) RETURNING role",
    "DELETE FROM memberships WHERE user_id = {caller.user_id:int64} RETURNING role",
    "INSERT INTO memberships (organization_id, user_id, role, created_at)
     SELECT organization_id, user_id, role, created_at FROM memberships WHERE user_id = {caller.user_id:int64}
     ON CONFLICT DO NOTHING RETURNING role",
];

fn manifest(sql: &str, route: Route) -> Manifest {
    let statement = StatementSource {
        name: "promote".to_owned(),
        store: Store::AppStore,
        file: "sql/promote.sql".to_owned(),
        sql: sql.to_owned(),
        dialects: Vec::new(),
        unguarded: Some("It is what the test is about.".to_owned()),
    };
    Manifest {
        name: NAME.to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        statements: vec![statement],
        routes: vec![route],
        ..Manifest::default()
    }
}

fn get() -> Route {
    Route { statements: vec!["promote".to_owned()], ..keyed_get("list_members", "/members", "Members.") }
}

/// Takes the component in where it was given the table; the sentence of its refusal otherwise.
async fn take_in(app: &AppStore, manifest: &Manifest) -> Result<(), String> {
    let verbs = ["app_store.memberships:write", "app_store.memberships:delete"];
    let tables = BTreeSet::from(verbs.map(|verb| verb.parse().expect("a table")));
    let given = Given { grants: BTreeSet::from([Grant::AppStore]), tables, hooks: None };
    let stores = stores(app);
    let questioned = Capabilities::questioned(manifest, &given, Arc::clone(&stores));
    let (_, questions) = questioned.map_err(|error| error.to_string())?;
    questions.ask(manifest, &given, &stores, &[Store::AppStore]).await.map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_get_that_writes_into_a_table_that_it_was_given_is_refused_when_it_is_loaded() {
    for fresh in fresh_stores().await.expect("stores") {
        for sql in WRITES {
            let refused = take_in(&fresh.store, &manifest(sql, get())).await;
            assert_eq!(
                refused.as_ref().map_err(String::as_str),
                Err(
                    "sql/promote.sql, line 1: list_members is a GET that runs the statement promote, which writes: make it a POST, or \
                     say why it writes with `writes = \"REASON\"`"
                ),
                "{sql}"
            );
            let reason = Some("Who looks is promoted.".to_owned());
            for route in [Route { writes: reason, ..get() }, Route { method: Method::Post, ..get() }] {
                assert_eq!(take_in(&fresh.store, &manifest(sql, route)).await, Ok(()), "{sql}");
            }
        }
        let reads = "SELECT role FROM memberships WHERE user_id = {caller.user_id:int64}";
        assert_eq!(take_in(&fresh.store, &manifest(reads, get())).await, Ok(()));
    }
}

#[tokio::test]
async fn a_guard_that_writes_is_refused_whatever_its_routes_say() {
    let refusal = |code: &str| GuardRefusal {
        status: 404,
        code: code.to_owned(),
        sentence: "It is not there.".to_owned(),
        field: None,
    };
    let guard = Guard {
        name: "member".to_owned(),
        statement: "promote".to_owned(),
        tenant: TenantKind::Organization,
        ranks: Vec::new(),
        absent: refusal("not_found"),
        rank_too_low: refusal("forbidden"),
        refusals: Vec::new(),
    };
    for fresh in fresh_stores().await.expect("stores") {
        let sql = "UPDATE memberships SET role = 'owner' WHERE user_id = {caller.user_id:int64} RETURNING organization_id AS tenant";
        let route = Route { method: Method::Post, ..get() };
        let manifest = Manifest { guards: vec![Arc::new(guard.clone())], ..manifest(sql, route) };
        let refused = take_in(&fresh.store, &manifest).await.expect_err("a guard that writes");
        assert_eq!(
            refused,
            "sql/promote.sql, line 1: the guard member asks the statement promote, which writes: a guard only reads"
        );
    }
}
