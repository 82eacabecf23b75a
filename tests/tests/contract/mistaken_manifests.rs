//! Manifests with one mistake each, and the sentence that each is refused with: what a component's author and staff read.
//!
//! Every refusal of `host/runtime/src/declared` has a row here, and those of grants, statements and tables that follow; `mistaken_routes` has those of routes.
//! A row's mistake is made by the component `manifests` under the row's name.

use quarry::assembly::{Inspector, Installation, unconnected_stores};
use quarry::config::Configuration;
use quarry::runtime::{Compiler, LoadedComponent};
use quarry_tests::extent;
use quarry_tests::server::fresh_folder;
use std::path::Path;
use std::sync::Arc;

/// Mistakes in the manifest itself.
const MANIFEST: &[(&str, &str)] = &[
    ("name_of_other_letters", "`Mistaken Manifest` is not a component's name: lowercase words joined by `-`"),
    ("name_of_the_host", "`host` is what the host calls itself: the component needs another name"),
    ("many_routes", "it has 501 routes: 500 are the most"),
    ("many_statements", "it has 2001 statements: 2000 are the most"),
    ("many_migrations", "it has 1001 migrations: 1000 are the most"),
    ("many_jobs", "it has 101 jobs: 100 are the most"),
    ("many_events", "it has 101 events: 100 are the most"),
    ("many_notifications", "it has 101 notifications: 100 are the most"),
    ("many_hosts", "it has 101 outbound-hosts: 100 are the most"),
    ("many_settings", "it has 21 settings: 20 are the most"),
    (
        "append_only_of_others",
        "`spaces` is not a table of its own to append to: its name begins with `mistake__`, and it is named once",
    ),
    ("settings_of_no_group", "`Billing Settings` is not a group of settings: lowercase words joined by `_`, each once"),
    ("settings_named_twice", "`billing` is not a group of settings: lowercase words joined by `_`, each once"),
    ("many_personal_data", "it has 501 personal-data: 500 are the most"),
    ("many_scopes", "it has 101 scopes: 100 are the most"),
    ("many_account_statements", "it has 11 account-statements: 10 are the most"),
    ("no_version", "the version of the manifest has 0 bytes: 1 to 64 are allowed"),
    ("long_summary", "the summary of the manifest has 501 bytes: 1 to 500 are allowed"),
    (
        "hiding_summary",
        "the summary of the manifest is wrong: character 7 is U+202E, which cannot be seen or ends the line: leave it out",
    ),
    (
        "obeyed_version",
        "the version of the manifest is wrong: character 6 is U+001B, which cannot be seen or ends the line: leave it out",
    ),
    ("long_path", "the path of load_rows has 301 bytes: 1 to 300 are allowed"),
    ("no_route_summary", "the summary of get_row has 0 bytes: 1 to 500 are allowed"),
    ("long_description", "the description of get_row has 20001 bytes: 0 to 20000 are allowed"),
    ("no_response_schema", "the response schema of get_row has 0 bytes: 1 to 262144 are allowed"),
    ("long_response_example", "the response example of get_row has 262145 bytes: 1 to 262144 are allowed"),
    ("no_parameter_name", "the name of the parameter  of get_row has 0 bytes: 1 to 64 are allowed"),
    (
        "long_parameter_description",
        "the description of the parameter part of get_row has 20001 bytes: 0 to 20000 are allowed",
    ),
    ("long_tool_description", "the description of the tool get_one of get_row has 20001 bytes: 0 to 20000 are allowed"),
    ("no_job_summary", "the summary of the job count_rows has 0 bytes: 1 to 500 are allowed"),
    ("long_event_summary", "the summary of the event row.added has 501 bytes: 1 to 500 are allowed"),
    ("long_event_schema", "the schema of the event row.added has 262145 bytes: 1 to 262144 are allowed"),
    (
        "long_notification_example",
        "the example of the notification row.added has 262145 bytes: 1 to 262144 are allowed",
    ),
    ("operation_id_of_other_letters", "`Get-Row` is not an operation's id: lowercase words joined by `_`"),
    ("module_of_other_letters", "get_row names the module `Prices!`: lowercase words joined by `_`"),
    (
        "public_cache_for_keys",
        "get_row asks caches to keep an answer that is for its caller alone: the cache rule public is for keyless routes",
    ),
    (
        "public_cache_for_sessions",
        "save_row asks caches to keep an answer that is for its caller alone: the cache rule public is for keyless routes",
    ),
    (
        "keys_counted_as_public",
        "get_row would be counted against another budget than its callers': keys count against `key`, sessions against \
         `session`, and keyless routes against a public one",
    ),
    (
        "sessions_counted_as_public",
        "save_row would be counted against another budget than its callers': keys count against `key`, sessions against \
         `session`, and keyless routes against a public one",
    ),
    (
        "nobody_counted_as_key",
        "load_rows would be counted against another budget than its callers': keys count against `key`, sessions against \
         `session`, and keyless routes against a public one",
    ),
    ("weight_of_none", "load_rows would count as 0 requests: that is 1 to 60 for keyless routes, and 1 for all others"),
    ("weight_of_61", "load_rows would count as 61 requests: that is 1 to 60 for keyless routes, and 1 for all others"),
    ("weight_for_keys", "get_row would count as 2 requests: that is 1 to 60 for keyless routes, and 1 for all others"),
    ("beacon_by_put", "save_row is a beacon, which browsers send by POST alone"),
    ("short_notice", "get_row would stop answering before six months of notice are over"),
    ("object_of_no_media_type", "load_rows answers with bytes of no media type"),
    ("object_of_a_wrong_media_type", "load_rows answers with `csv`, which is not a media type such as text/csv"),
    ("body_of_no_bytes", "the request body of add_row may have no bytes: declare none instead"),
    (
        "body_of_many_bytes",
        "the request body of add_row may have 5242880 bytes: 4194304 are the most; declare fewer, or sign an upload for files",
    ),
    ("raw_body_of_no_media_type", "add_row takes bytes of no media type"),
    ("raw_body_of_a_wrong_media_type", "add_row takes `te xt/csv`, which is not a media type such as text/csv"),
    (
        "body_schema_no_json",
        "the request body's schema of add_row is not JSON: EOF while parsing an object at line 1 column 1",
    ),
    (
        "body_example_no_json",
        "the request body's example of add_row is not JSON: EOF while parsing an object at line 1 column 1",
    ),
    (
        "unknown_permission",
        "save_row asks for the permission `everything`: it is one of plans_manage, modules_manage, billing_manage, \
         audit_view, orgs_manage, users_manage, editorial, staff, alpha",
    ),
    (
        "response_schema_no_json",
        "the response schema of get_row is not JSON: EOF while parsing an object at line 1 column 1",
    ),
    (
        "response_example_no_json",
        "the response example of get_row is not JSON: EOF while parsing an object at line 1 column 1",
    ),
    ("path_without_slash", "the path mistakes.csv of load_rows does not start with /"),
    ("undeclared_path_parameter", "id of get_row is not declared as a path parameter"),
    ("path_parameter_as_query", "id of get_row is not declared as a path parameter"),
    ("endless_stream", "the event stream of follow_rows lasts 3601 s: it is 1 to 3600"),
    ("stream_of_no_time", "the event stream of follow_rows lasts 0 s: it is 1 to 3600"),
    ("paged_object", "load_rows answers with an object or an event stream: that is for a route that does not page"),
    (
        "secret_for_keys",
        "get_row answers with a secret: its cache rule must be no-store, and it cannot be for keys, whose writes are kept \
         for repetition",
    ),
    (
        "secret_that_is_kept",
        "load_rows answers with a secret: its cache rule must be no-store, and it cannot be for keys, whose writes are kept \
         for repetition",
    ),
    ("token_that_pages", "get_row is opened by a token: it cannot page, and its cache rule must be no-store"),
    ("token_that_is_kept", "get_row is opened by a token: it cannot page, and its cache rule must be no-store"),
    ("status_of_a_redirect", "save_row declares 302 for good answers: they are 200, 201, 202 and 204"),
    (
        "header_of_an_object",
        "load_rows declares headers of its own: an object and an event stream have the host's alone",
    ),
    ("status_of_an_object", "load_rows answers with an object or an event stream: its status is 200"),
    (
        "refusal_of_the_host",
        "save_row declares the refusal 401 `no`: a status of 403, 404, 409 or 422, a code in snake_case and a description \
         are needed",
    ),
    (
        "refusal_of_other_letters",
        "save_row declares the refusal 409 `No`: a status of 403, 404, 409 or 422, a code in snake_case and a description \
         are needed",
    ),
    (
        "refusal_without_a_word",
        "save_row declares the refusal 409 `no`: a status of 403, 404, 409 or 422, a code in snake_case and a description \
         are needed",
    ),
    (
        "header_of_a_keyed_post",
        "add_row declares the header `x-rows`: what a keyed post answers is kept for repetition, of its headers location alone",
    ),
    (
        "header_of_the_host",
        "save_row declares the header `x-request-id`: it is link or location, or begins with x- and is not the host's, in lowercase",
    ),
    (
        "header_of_a_cookie",
        "save_row declares the header `set-cookie`: it is link or location, or begins with x- and is not the host's, in lowercase",
    ),
    (
        "header_of_other_letters",
        "save_row declares the header `X-Rows`: it is link or location, or begins with x- and is not the host's, in lowercase",
    ),
    ("tool_of_other_letters", "the tool `get-one` of get_row: its name is not lowercase words joined by `_`"),
    ("tool_of_a_session", "the tool `get_one` of save_row: a tool is for a keyed route that answers with JSON"),
    ("tool_of_a_raw_body", "the tool `add_one` of add_row: a tool's route takes JSON or no body"),
    (
        "tool_with_a_fixed_member_no_json",
        "the tool `add_one` of add_row: the fixed member text is not JSON: EOF while parsing an object at line 1 column 1",
    ),
    (
        "tool_with_a_fixed_member_of_nothing",
        "the tool `add_one` of add_row: the fixed member other is not in the route's body",
    ),
    ("tool_with_two_arguments_of_a_name", "the tool `get_one` of get_row: two arguments are called id"),
    (
        "tool_argument_to_no_parameter",
        "the tool `get_one` of get_row: the argument x goes to the parameter other, which the route does not have",
    ),
    (
        "tool_argument_to_no_member",
        "the tool `add_one` of add_row: the argument x goes to the body member other, which the route does not have",
    ),
    ("tool_without_a_parameter", "the tool `get_one` of get_row: the route needs id, and no argument goes there"),
    ("tool_without_a_member", "the tool `add_one` of add_row: the route needs text, and no argument goes there"),
    ("migrations_in_no_order", "the migration 0001_rows does not sort after 0002_more"),
    ("migration_twice", "the migration 0001_rows does not sort after 0001_rows"),
    ("migration_of_a_path", "`x/../0002_more` is not a migration's name: lowercase words joined by `_`"),
    ("job_of_other_letters", "`Count` is not a job's name of its own: lowercase words joined by `_`, each once"),
    ("job_twice", "`count_rows` is not a job's name of its own: lowercase words joined by `_`, each once"),
    ("job_of_no_time", "the job count_rows may take 1 to 3600 s, not 0"),
    ("job_of_too_much_time", "the job count_rows may take 1 to 3600 s, not 3601"),
    ("job_of_no_attempt", "the job count_rows may be begun 1 to 100 times, not 0"),
    ("job_of_too_many_attempts", "the job count_rows may be begun 1 to 100 times, not 101"),
    ("job_too_often", "the job count_rows runs by itself too often: every 10 s at most"),
    ("event_of_one_word", "`added` is not the name of one event alone: `thing.verb`, each once"),
    ("event_twice", "`row.added` is not the name of one event alone: `thing.verb`, each once"),
    (
        "event_schema_no_json",
        "the schema of the event row.added is not JSON: EOF while parsing an object at line 1 column 1",
    ),
    (
        "event_example_no_json",
        "the example of the event row.added is not JSON: EOF while parsing an object at line 1 column 1",
    ),
    ("notification_of_other_letters", "`row.Added` is not the name of one notification alone: `thing.verb`, each once"),
    ("notification_twice", "`row.added` is not the name of one notification alone: `thing.verb`, each once"),
    (
        "notification_schema_no_json",
        "the schema of the notification row.added is not JSON: EOF while parsing an object at line 1 column 1",
    ),
    (
        "notification_example_no_json",
        "the example of the notification row.added is not JSON: EOF while parsing an object at line 1 column 1",
    ),
];

/// Mistakes in the component's demands on the deployment, and in its SQL.
const ASKED: &[(&str, &str)] = &[
    (
        "grant_not_given",
        "it asks for the grants mail, which the deployment does not give it; add them to components.grants.mistake if you \
         trust it with them",
    ),
    (
        "settings_unknown",
        "it reads the settings billing, which the configuration does not have: write [settings.billing] with the keys that \
         its documentation lists",
    ),
    (
        "hosts_without_grant",
        "it names outbound-hosts and does not ask for the grant outbound-http; its manifest needs both",
    ),
    ("host_of_no_name", "its outbound-hosts are wrong: "),
    ("event_schema_none", "the event row.added is wrong, its schema cannot be used: "),
    ("event_example_other", "the event row.added is wrong, its example does not satisfy its schema: "),
    (
        "event_of_a_back_reference",
        "the event row.added is wrong, its schema cannot be used: the pattern \"^(a+)+\\1$\" at /properties/text/pattern is refused: ",
    ),
    (
        "notification_that_doubles",
        "the notification row.added is wrong, its schema cannot be used: its check could take too long: ",
    ),
    ("notification_schema_none", "the notification row.added is wrong, its schema cannot be used: "),
    ("notification_example_other", "the notification row.added is wrong, its example does not satisfy its schema: "),
    ("migration_no_sql", "the migration 0001_rows cannot be read as the SQL of SQLite: "),
    (
        "migration_of_others_table",
        "the migration 0001_rows does more than create, alter or drop its own tables and indexes, whose names begin with \
         `mistake__`: `DROP TABLE users`",
    ),
    ("statement_malformed", "sql/all_rows.sql, line 1"),
    ("statement_twice", "sql/all_rows.sql: the name all_rows is taken by another statement of the component"),
    (
        "statement_of_too_many_shapes",
        "sql/all_rows.sql, line 1: its lines allow 2048 variants, and 1024 are the most; make two statements of it",
    ),
    (
        "statement_with_a_needless_dialect",
        "sql/other.sqlite.sql: a statement has at most one text for each engine of the app store, and none for the warehouse",
    ),
    ("statement_of_two_forms", "sql/"),
    (
        "statement_of_an_unknown_caller",
        "sql/all_rows.sql: `caller.password` is not something the host binds; it binds caller.organization_id and \
         caller.user_id",
    ),
    (
        "statement_of_others_table",
        "sql/all_rows.sql, line 1: it uses the table users, which is given to no component: the table holds people's secrets or the \
         host's own records; views such as people and api_key_list have the rest",
    ),
    (
        "statement_of_the_engine",
        "sql/all_rows.sql, line 1: system.tables is not the plain name of a table: lowercase, and without a database or schema",
    ),
    ("statement_that_alters", "sql/all_rows.sql, line 1"),
    (
        "personal_data_of_no_statement",
        "its personal data of mistake__rows names the statement no_such_rows, which it does not declare for the app store",
    ),
    (
        "personal_data_of_other_parameters",
        "the statement all_rows for the personal data of mistake__rows must take `{user_id:int64}` and nothing else",
    ),
    (
        "personal_data_erased_by_nothing",
        "its personal data of mistake__rows names the statement no_such_rows, which it does not declare for the app store",
    ),
    ("personal_data_kept_for_no_reason", "it does not say why the personal data of mistake__rows is kept"),
];

const LONGEST_NAME: &str = "`mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm` is not a component's name: \
                            lowercase words joined by `-`";

/// The component with the name of a mistake written into it.
fn mistaken(component: &[u8], case: &str) -> Vec<u8> {
    const MARKER: &[u8] = b"quarry-mistake:";
    const NAME_BYTES: usize = 49;
    let places = component.windows(MARKER.len()).enumerate().filter(|(_, window)| *window == MARKER);
    // The marker with a name behind it; the code that looks for it has another one.
    let place = places.map(|(at, _)| at + MARKER.len());
    let place = place.filter(|at| component[*at..].starts_with(b"none.")).collect::<Vec<_>>();
    let [at] = place.as_slice() else { panic!("{} places for the name of a mistake", place.len()) };
    assert!(case.len() <= NAME_BYTES, "{case}");
    let mut bytes = component.to_vec();
    bytes[*at..at + NAME_BYTES].fill(b'.');
    bytes[*at..at + case.len()].copy_from_slice(case.as_bytes());
    bytes
}

/// Gives a host's verdict on each mistake, in the order of `cases`.
pub(super) async fn verdicts(cases: &[&str]) -> Vec<Result<LoadedComponent, String>> {
    let folder = fresh_folder("mistaken-manifests").expect("a folder");
    let components = folder.join("components");
    std::fs::create_dir(&components).expect("a folder");
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
    let component = std::fs::read(built.join("quarry_test_manifests.wasm")).expect("run `just test`");
    for (number, case) in cases.iter().enumerate() {
        // In the folder's order.
        std::fs::write(components.join(format!("{number:03}.wasm")), mistaken(&component, case)).expect("a file");
    }
    let config = folder.join("quarry.toml");
    let given = "[components.grants]\nmistake = [\"app-store\", \"events\", \"jobs\", \"notifications\", \"outbound-http\", \"warehouse\", \"account-keeping\", \"new-accounts\", \"personal-data\", \"text-answers\"]\n[components.tables]\nmistake = [\"warehouse.chains\"]\n";
    std::fs::write(&config, given).expect("a file");
    let mut configuration = Configuration::load(Some(&config)).expect("a configuration");
    configuration.paths.data_dir = folder.join("data");
    configuration.components.folder.clone_from(&components);
    let installation = Installation { components, ..Installation::find(&configuration).expect("an installation") };
    let stores = Arc::new(unconnected_stores(&configuration).expect("no stores"));
    let inspector = Inspector::new(&configuration, &installation, stores).expect("an inspector");
    let inspector = inspector.with_compiler(Compiler::ThisProcess);
    let verdicts = inspector.components().await.expect("verdicts").into_iter().map(|(_, verdict)| verdict).collect();
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    verdicts
}

#[tokio::test]
async fn each_mistake_of_a_manifest_is_refused_with_its_sentence() {
    let expected: Vec<(&str, String)> = [("name_too_long", LONGEST_NAME)]
        .iter()
        .chain(MANIFEST)
        .map(|(case, sentence)| (*case, format!("its manifest is wrong: {sentence}")))
        .chain(ASKED.iter().map(|(case, sentence)| (*case, (*sentence).to_owned())))
        .collect();
    // A component is compiled for each: every third of them, but in the whole suite.
    let expected: Vec<(&str, String)> = expected.into_iter().step_by(extent::of(3, 1)).collect();
    let cases: Vec<&str> = expected.iter().map(|(case, _)| *case).collect();
    let mut wrong = Vec::new();
    for ((case, sentence), verdict) in expected.iter().zip(verdicts(&cases).await) {
        let refusal = verdict.err().unwrap_or_else(|| "it loads".to_owned());
        // A sentence that ends in the words of a library is compared up to them.
        let is_open = sentence.ends_with(": ") || sentence.ends_with("line 1") || sentence.ends_with("sql/");
        let is_right = if is_open {
            refusal.starts_with(sentence) && refusal.len() > sentence.len()
        } else {
            refusal == *sentence
        };
        if !is_right {
            wrong.push(format!("{case}:\n  expected {sentence}\n  but      {refusal}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
