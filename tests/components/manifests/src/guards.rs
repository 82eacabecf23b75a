//! The mistakes of guards, and of what a route says that it runs.

use crate::good::{GET, POST, SESSION, json_body, statement};
use quarry_sdk::bindings::quarry::plugin::manifest::{Guard, GuardRefusal, Manifest, RouteGuard, Tenant};

fn refusal(status: u16, code: &str) -> GuardRefusal {
    GuardRefusal { status, code: code.to_owned(), sentence: "There is no such row.".to_owned(), field: None }
}

fn guard() -> Guard {
    Guard {
        name: "row_access".to_owned(),
        statement: "row_access".to_owned(),
        tenant: Tenant::Organization,
        ranks: ["reader", "editor"].map(str::to_owned).to_vec(),
        absent: refusal(404, "not_found"),
        rank_too_low: refusal(403, "forbidden"),
        refusals: Vec::new(),
    }
}

/// Makes the mistake; tells whether it is one of these.
pub fn make(case: &str, manifest: &mut Manifest) -> bool {
    if !case.starts_with("guard_") && !case.starts_with("route_statement_") {
        return false;
    }
    let of_row = "SELECT 'reader' AS rank, 1 AS tenant FROM mistake__rows WHERE user_id = {caller.user_id:int64}";
    manifest.statements.push(statement("row_access", of_row));
    let sql = &mut manifest.statements.last_mut().expect("pushed").sql;
    let mut declared = guard();
    let mut used = RouteGuard {
        guard: declared.name.clone(),
        least_rank: None,
        paths: Vec::new(),
        or_permission: None,
        changes_ranks: false,
    };
    let mut place = POST;
    match case {
        "guard_of_other_letters" => declared.name = "Row access".to_owned(),
        "guard_with_a_rank_twice" => declared.ranks.push("reader".to_owned()),
        "guard_with_a_status_of_success" => declared.absent = refusal(200, "not_found"),
        "guard_of_no_statement" => declared.statement = "no_such_rows".to_owned(),
        "guard_that_takes_a_value" => sql.push_str(" AND text = {text:text}"),
        "guard_of_a_body_that_must_be_there" => sql.push_str(" AND text = {body.text:text}"),
        "guard_of_a_query_that_must_be_there" => sql.push_str(" AND user_id = {query.row_id:int64}"),
        "guard_of_a_query_that_is_not" => sql.push_str(" AND user_id = {query.row_id:int64?}"),
        "guard_missing_for_a_request_key" => {
            manifest.routes[SESSION].takes_request_key = true;
            return true;
        }
        "guard_of_a_request_key_that_the_body_lacks" => {
            manifest.routes[SESSION].takes_request_key = true;
            manifest.routes[SESSION].request_body = manifest.routes[POST].request_body.clone();
            place = SESSION;
        }
        "guard_of_a_request_key_beside_a_secret" => {
            let schema = r#"{"type":"object","properties":{"request_key":{"type":"string"},
                "password":{"type":"string","format":"password"}},"required":["request_key","password"]}"#;
            let example = r#"{"request_key":"a","password":"b"}"#;
            manifest.routes[SESSION].takes_request_key = true;
            manifest.routes[SESSION].request_body = Some(json_body(schema, example));
            place = SESSION;
        }
        "guard_of_a_path_that_is_not" => sql.push_str(" AND user_id = {path.row_id:int64}"),
        "guard_of_a_body_that_is_not" => {
            sql.push_str(" AND text = {body.text:text?}");
            place = GET;
        }
        "guard_beside_an_unknown_permission" => used.or_permission = Some("everything".to_owned()),
        "guard_beside_a_permission_for_keys" => used.or_permission = Some("orgs_manage".to_owned()),
        "guard_of_a_path_by_another_name" => {
            sql.push_str(" AND user_id = {path.user_id:int64}");
            used.paths.push(("user_id".to_owned(), "person".to_owned()));
        }
        "guard_that_is_not_declared" => used.guard = "other_access".to_owned(),
        "guard_of_an_unknown_rank" => used.least_rank = Some("owner".to_owned()),
        "guard_of_nobody" => {
            manifest.statements[2].sql =
                "SELECT text FROM mistake__rows WHERE user_id = {guard.user_id:int64}".to_owned();
            manifest.routes[POST].statements.push("all_rows".to_owned());
            return true;
        }
        "route_statement_unknown" => {
            manifest.routes[POST].statements.push("no_such_rows".to_owned());
            return true;
        }
        "route_statement_of_the_path" => {
            manifest.statements[2].sql =
                "SELECT text FROM mistake__rows WHERE user_id = {path.user_id:int64}".to_owned();
            manifest.routes[POST].statements.push("all_rows".to_owned());
            return true;
        }
        _ => return false,
    }
    manifest.guards.push(declared);
    manifest.routes[place].guard = Some(used);
    true
}
