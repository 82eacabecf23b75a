//! Each mistake of scopes, of tenants' tables, of what accounts get and keep, and of answers is refused with a sentence that names
//! it.

use super::mistaken_guards::refused;

const MISTAKES: &[(&str, &str)] = &[
    (
        "scope_of_other_letters",
        "its manifest is wrong: `My rows` is not a scope's name of its own: lowercase words joined by `_`, each once",
    ),
    (
        "scope_twice",
        "its manifest is wrong: `mine` is not a scope's name of its own: lowercase words joined by `_`, each once",
    ),
    (
        "scope_that_takes_a_value",
        "sql/scopes/mine.sql: the scope mine is wrong: a scope takes `{caller.…}` alone, and this one takes `text`",
    ),
    (
        "scope_with_a_page",
        "sql/scopes/mine.sql: the scope mine is wrong: a scope has no orders, no `-- when`, no `{after(…)}`, no `{page.limit}` and no \
         scope of its own",
    ),
    ("scope_that_is_not_declared", "sql/all_rows.sql, line 1: there is no scope `mine`"),
    ("many_adopted_tables", "its manifest is wrong: it has 201 adopts: 200 are the most"),
    (
        "adopted_table_of_other_letters",
        "its manifest is wrong: it adopts `Rows`: each table that it adopts has a plain name, lowercase letters, digits and `_`, and \
         stands there once",
    ),
    (
        "adopted_table_twice",
        "its manifest is wrong: it adopts `price_alerts`: each table that it adopts has a plain name, lowercase letters, digits and \
         `_`, and stands there once",
    ),
    (
        "adopted_table_of_a_stranger",
        "it adopts price_alerts, a table of the host: only a component of the release may, and by its digest this file is none; a \
         table of its own begins with its name and two underscores",
    ),
    ("tenant_table_twice", "its manifest is wrong: the tenants' table mistake__rows is declared twice"),
    (
        "tenant_table_of_other_letters",
        "its manifest is wrong: the tenants' table `Rows` and its columns have plain names: lowercase letters, digits and `_`",
    ),
    (
        "tenant_table_of_no_column",
        "its manifest is wrong: the tenants' table mistake__rows says by no column whose its rows are",
    ),
    (
        "tenant_table_of_a_wrong_name",
        "its manifest is wrong: the tenants' table mistake__rows calls its column user_id `The person`: that is what guards call it, \
         lowercase words joined by `_`",
    ),
    (
        "statement_of_no_tenant",
        "sql/all_rows.sql, line 1: add_row runs the statement all_rows, and rows of mistake__rows are held to no tenant: hold user_id \
         ({caller.user_id}) equal to it, or say why the statement is unguarded",
    ),
    (
        "keeper_of_no_statement",
        "what keeps an account (owns_rows) names the statement no_such_rows, which must be of the app store and take \
         `{user_id:int64}` alone",
    ),
    (
        "keeper_that_takes_more",
        "what keeps an account (owns_rows) names the statement all_rows, which must be of the app store and take `{user_id:int64}` alone",
    ),
    (
        "keeper_that_writes",
        "sql/erase_rows.sql, line 1: the host asks it to know something, before anything is done: it is one SELECT, with its WITH",
    ),
    (
        "keeper_of_a_wrong_code",
        "its manifest is wrong: what keeps an account, by the statement export_rows, has a code and a member in snake_case and a \
         sentence of at most 500 bytes",
    ),
    (
        "account_statement_unknown",
        "the statement no_such_rows for new accounts must be of the app store and take `{accounts:rows(user_id int64, \
         created_at timestamp)}` alone, with `name text` between the two where it needs people's names",
    ),
    (
        "account_statement_of_other_rows",
        "the statement all_rows for new accounts must be of the app store and take `{accounts:rows(user_id int64, created_at \
         timestamp)}` alone, with `name text` between the two where it needs people's names",
    ),
    (
        "media_types_of_a_post",
        "its manifest is wrong: add_row has further media types: that is for a GET that answers with JSON and does not page",
    ),
    (
        "media_types_of_a_file",
        "its manifest is wrong: load_rows has further media types: that is for a GET that answers with JSON and does not page",
    ),
    (
        "writing_post",
        "its manifest is wrong: add_row says why it writes, which only a GET has to: every other method may",
    ),
    (
        "writing_read_without_a_reason",
        "its manifest is wrong: get_row writes without a reason: `writes` is a sentence in one line, for people",
    ),
    (
        "media_type_malformed",
        "its manifest is wrong: get_row answers with `csv`, which is not a media type such as text/csv",
    ),
    (
        "keeper_without_a_grant",
        "it declares account-keeping:owns_rows and does not ask for the grant account-keeping; its manifest needs both",
    ),
    (
        "account_statement_without_a_grant",
        "it declares new-accounts:all_rows and does not ask for the grant new-accounts; its manifest needs both",
    ),
    (
        "personal_data_without_a_grant",
        "it declares personal-data:mistake__rows.user_id and does not ask for the grant personal-data; its manifest needs both",
    ),
    (
        "media_type_without_a_grant",
        "it declares text-answers:get_row:text/csv and does not ask for the grant text-answers; its manifest needs both",
    ),
    (
        "account_statement_of_names",
        "the statement all_rows for new accounts takes people's names, and the manifest does not ask for the grant new-account-names: leave \
         `name text` out, or name the grant in `grants` of plugin!",
    ),
    (
        "media_type_of_a_page",
        "its manifest is wrong: get_row answers with `text/html`, which browsers render or run, or which names no type alone: a text of a component is \
         data, such as text/plain, text/csv, text/markdown or application/x-bibtex",
    ),
    (
        "media_type_of_a_picture",
        "its manifest is wrong: get_row answers with `image/svg+xml`, which browsers render or run, or which names no type alone: a text of a component is \
         data, such as text/plain, text/csv, text/markdown or application/x-bibtex",
    ),
    (
        "media_type_of_a_script",
        "its manifest is wrong: get_row answers with `Text/JavaScript`, which browsers render or run, or which names no type alone: a text of a component is \
         data, such as text/plain, text/csv, text/markdown or application/x-bibtex",
    ),
    (
        "media_type_of_anything",
        "its manifest is wrong: get_row answers with `text/*`, which browsers render or run, or which names no type alone: a text of a component is \
         data, such as text/plain, text/csv, text/markdown or application/x-bibtex",
    ),
    (
        "part_of_the_service",
        "it asks for the grants first-party, which the deployment does not give it; add them to components.grants.mistake if you trust it with \
         them",
    ),
    ("column_with_two_forms", "sql/all_rows.sql, line 2: the column `text` has two forms"),
];

#[tokio::test]
async fn each_mistake_about_tenants_is_refused_with_its_sentence() {
    refused(MISTAKES).await;
}
