//! The mistakes of scopes, of tenants' tables, of what accounts get and keep, and of answers and their rows.

use crate::good::{FILE, GET, OBJECT, POST};
use quarry_sdk::bindings::quarry::plugin::manifest::{
    ErasureRefusal, Grant, Manifest, RowScope, Tenant, TenantColumn, TenantTable,
};

fn scope(name: &str, sql: &str) -> RowScope {
    RowScope { name: name.to_owned(), file: format!("sql/scopes/{name}.sql"), sql: sql.to_owned() }
}

const MINE: &str = "SELECT user_id AS person FROM mistake__rows WHERE user_id = {caller.user_id:int64}";

fn table(columns: &[(&str, &str)]) -> TenantTable {
    let column = |(column, name): &(&str, &str)| TenantColumn {
        column: (*column).to_owned(),
        name: (*name).to_owned(),
        is_key: false,
    };
    TenantTable { table: "mistake__rows".to_owned(), columns: columns.iter().map(column).collect() }
}

fn keeper() -> ErasureRefusal {
    ErasureRefusal {
        statement: "export_rows".to_owned(),
        code: "owns_rows".to_owned(),
        sentence: "Others read these rows.".to_owned(),
        member: "rows".to_owned(),
        tenant: Tenant::Space,
        tenants: "export_rows".to_owned(),
    }
}

/// Makes the mistake; tells whether it is one of these.
pub fn make(case: &str, manifest: &mut Manifest) -> bool {
    if case.starts_with("keeper_") && case != "keeper_without_a_grant" {
        manifest.grants.push(Grant::AccountKeeping);
    }
    if case.starts_with("account_statement_") && case != "account_statement_without_a_grant" {
        manifest.grants.push(Grant::NewAccounts);
    }
    let all_rows = |sql: &str, manifest: &mut Manifest| manifest.statements[2].sql = sql.to_owned();
    match case {
        "scope_of_other_letters" => manifest.scopes.push(scope("My rows", MINE)),
        "scope_twice" => manifest.scopes.extend([scope("mine", MINE), scope("mine", MINE)]),
        "scope_that_takes_a_value" => {
            manifest.scopes.push(scope("mine", "SELECT user_id FROM mistake__rows WHERE text = {text:text}"));
        }
        "scope_with_a_page" => {
            manifest.scopes.push(scope(
                "mine",
                "SELECT user_id FROM mistake__rows WHERE user_id = {caller.user_id:int64}\nLIMIT {page.limit}",
            ));
        }
        "scope_that_is_not_declared" => all_rows("SELECT mine.person FROM {scope.mine} AS mine", manifest),
        "many_adopted_tables" => manifest.adopts = vec!["price_alerts".to_owned(); 201],
        "adopted_table_of_other_letters" => manifest.adopts = vec!["Rows".to_owned()],
        "adopted_table_twice" => manifest.adopts = vec!["price_alerts".to_owned(); 2],
        "adopted_table_of_a_stranger" => manifest.adopts = vec!["price_alerts".to_owned()],
        "tenant_table_twice" => {
            manifest
                .tenant_tables
                .extend([table(&[("user_id", "caller.user_id")]), table(&[("user_id", "caller.user_id")])]);
        }
        "tenant_table_of_other_letters" => {
            manifest.tenant_tables.push(TenantTable { table: "Rows".to_owned(), ..table(&[("user_id", "tenant")]) });
        }
        "tenant_table_of_no_column" => manifest.tenant_tables.push(table(&[])),
        "tenant_table_of_a_wrong_name" => manifest.tenant_tables.push(table(&[("user_id", "The person")])),
        "statement_of_no_tenant" => {
            manifest.tenant_tables.push(table(&[("user_id", "caller.user_id")]));
            manifest.routes[POST].statements.push("all_rows".to_owned());
        }
        "keeper_of_no_statement" => {
            manifest.erasure_refusals.push(ErasureRefusal { statement: "no_such_rows".to_owned(), ..keeper() });
        }
        "keeper_that_takes_more" => {
            manifest.erasure_refusals.push(ErasureRefusal { tenants: "all_rows".to_owned(), ..keeper() });
        }
        "keeper_that_writes" => {
            manifest.erasure_refusals.push(ErasureRefusal { statement: "erase_rows".to_owned(), ..keeper() });
        }
        "keeper_of_a_wrong_code" => {
            manifest.erasure_refusals.push(ErasureRefusal { code: "Owns rows".to_owned(), ..keeper() });
        }
        "keeper_without_a_grant" => manifest.erasure_refusals.push(keeper()),
        "account_statement_without_a_grant" => manifest.account_statements.push("all_rows".to_owned()),
        "account_statement_of_names" => {
            all_rows(
                "INSERT INTO mistake__rows (user_id, text)\nSELECT account.user_id, account.name\nFROM {accounts:rows(user_id int64, name text, created_at timestamp)} AS account",
                manifest,
            );
            manifest.account_statements.push("all_rows".to_owned());
        }
        "personal_data_without_a_grant" => manifest.grants.retain(|grant| *grant != Grant::PersonalData),
        "media_type_without_a_grant" => manifest.routes[GET].media_types.push("text/csv".to_owned()),
        "media_type_of_a_page" => manifest.routes[GET].media_types.push("text/html".to_owned()),
        "media_type_of_a_picture" => manifest.routes[GET].media_types.push("image/svg+xml".to_owned()),
        "media_type_of_a_script" => manifest.routes[GET].media_types.push("Text/JavaScript".to_owned()),
        "media_type_of_anything" => manifest.routes[GET].media_types.push("text/*".to_owned()),
        "part_of_the_service" => manifest.grants.push(Grant::FirstParty),
        "account_statement_unknown" => manifest.account_statements.push("no_such_rows".to_owned()),
        "account_statement_of_other_rows" => manifest.account_statements.push("all_rows".to_owned()),
        "media_types_of_a_post" => manifest.routes[POST].media_types.push("text/csv".to_owned()),
        "media_types_of_a_file" => manifest.routes[FILE].media_types.push("text/plain".to_owned()),
        "writing_post" => manifest.routes[POST].writes = Some("It writes.".to_owned()),
        "writing_read_without_a_reason" => manifest.routes[GET].writes = Some(" ".to_owned()),
        "media_type_malformed" => manifest.routes[GET].media_types.push("csv".to_owned()),
        "column_with_two_forms" => {
            all_rows(
                "-- column text json\n-- column text boolean\nSELECT text FROM mistake__rows WHERE text = {text:text}",
                manifest,
            );
        }
        "column_of_a_form_that_is_not_there" => {
            all_rows("-- column at timestamp\nSELECT text FROM mistake__rows WHERE text = {text:text}", manifest);
        }
        "rows_of_an_unknown_statement" => manifest.routes[GET].response_schema = rows_of("no_such_rows"),
        "rows_without_a_column" => {
            manifest.routes[GET].response_schema = rows_of("all_rows");
            manifest.routes[GET].statements.push("all_rows".to_owned());
            all_rows("SELECT user_id FROM mistake__rows WHERE text = {text:text}", manifest);
        }
        _ => return false,
    }
    true
}

/// An object that holds rows of a statement.
fn rows_of(statement: &str) -> String {
    format!(
        r#"{{"type":"object","properties":{{"text":{{"type":"string"}},"rows":{{"type":"array","items":{OBJECT},"x-rows":["{statement}"]}}}},"required":["text"]}}"#
    )
}
