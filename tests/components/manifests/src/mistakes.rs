//! The mistakes, one by one, by the names that the test has.

use crate::datasets;
use crate::everyone;
use crate::good::{
    EXAMPLE, FILE, GET, OBJECT, POST, SESSION, STREAM, dialect, job, json_body, migration, raw_body, statement, text,
    tool,
};
use crate::guards;
use crate::prices;
use crate::tenancy;
use quarry_sdk::bindings::quarry::plugin::manifest::{
    Access, Acting, AnswerHeader, CacheRule, ChoiceForm, Deprecation, Erasure, Grant, IntegerForm, ListForm, Manifest,
    Method, ParameterKind, ParameterPlace, RateClass, Refusal, RequestBodyForm, ResponseForm, Route, RowScope,
    SessionRule, Store, TextForm, ToolArgument, ToolSource,
};

const SECRET: &str = r#"{"type":"object","properties":{"token":{"type":"string","format":"password"}}}"#;

/// Makes the mistake; a name that nobody knows makes a manifest that says so.
pub fn make(case: &str, manifest: &mut Manifest) {
    let is_known = case == "none"
        || whole(case, manifest)
        || sizes(case, manifest)
        || policy(case, &mut manifest.routes)
        || forms(case, &mut manifest.routes)
        || answers(case, &mut manifest.routes)
        || tools(case, &mut manifest.routes)
        || work(case, manifest)
        || messages(case, manifest)
        || stores(case, manifest)
        || routing(case, &mut manifest.routes)
        || prices::make(case, manifest)
        || guards::make(case, manifest)
        || datasets::make(case, manifest)
        || everyone::make(case, manifest)
        || tenancy::make(case, manifest);
    if !is_known {
        manifest.summary = String::new();
        manifest.name = format!("no such mistake {case}");
    }
}

fn whole(case: &str, manifest: &mut Manifest) -> bool {
    match case {
        "name_of_other_letters" => manifest.name = "Mistaken Manifest".to_owned(),
        "name_too_long" => manifest.name = "m".repeat(65),
        "name_of_the_host" => manifest.name = "host".to_owned(),
        "settings_of_no_group" => manifest.settings.push("Billing Settings".to_owned()),
        "settings_named_twice" => manifest.settings = vec!["billing".to_owned(); 2],
        "settings_unknown" => manifest.settings.push("billing".to_owned()),
        "append_only_of_others" => manifest.append_only_tables.push("spaces".to_owned()),
        "grant_not_given" => manifest.grants.push(Grant::Mail),
        "hosts_without_grant" => manifest.outbound_hosts.push("api.example.org".to_owned()),
        "host_of_no_name" => {
            manifest.grants.push(Grant::OutboundHttp);
            manifest.outbound_hosts.push("127.0.0.1".to_owned());
        }
        _ => return false,
    }
    true
}

fn sizes(case: &str, manifest: &mut Manifest) -> bool {
    let long = |bytes: usize| "x".repeat(bytes);
    match case {
        "many_routes" => manifest.routes = vec![manifest.routes[GET].clone(); 501],
        "many_statements" => manifest.statements = vec![manifest.statements[0].clone(); 2_001],
        "many_migrations" => manifest.migrations = vec![manifest.migrations[0].clone(); 1_001],
        "many_jobs" => manifest.jobs = vec![manifest.jobs[0].clone(); 101],
        "many_events" => manifest.events = vec![manifest.events[0].clone(); 101],
        "many_notifications" => manifest.notifications = vec![manifest.notifications[0].clone(); 101],
        "many_settings" => manifest.settings = vec!["billing".to_owned(); 21],
        "many_hosts" => manifest.outbound_hosts = vec!["api.example.org".to_owned(); 101],
        "many_scopes" => {
            let scope = |number| RowScope { name: format!("s{number}"), file: String::new(), sql: String::new() };
            manifest.scopes = (0..101).map(scope).collect();
        }
        "many_account_statements" => manifest.account_statements = vec!["all_rows".to_owned(); 11],
        "many_personal_data" => manifest.personal_data = vec![manifest.personal_data[0].clone(); 501],
        "no_version" => manifest.version = String::new(),
        "long_summary" => manifest.summary = long(501),
        "hiding_summary" => manifest.summary = "Reads.\u{202e}sesare dnA".to_owned(),
        "obeyed_version" => manifest.version = "1.0.0\u{1b}[2J".to_owned(),
        "long_path" => manifest.routes[FILE].path = format!("/{}", long(300)),
        "no_route_summary" => manifest.routes[GET].summary = String::new(),
        "long_description" => manifest.routes[GET].description = long(20_001),
        "no_response_schema" => manifest.routes[GET].response_schema = String::new(),
        "long_response_example" => manifest.routes[GET].response_example = long(262_145),
        "no_parameter_name" => manifest.routes[GET].parameters[1].name = String::new(),
        "long_parameter_description" => manifest.routes[GET].parameters[1].description = long(20_001),
        "long_tool_description" => manifest.routes[GET].tools[0].description = long(20_001),
        "no_job_summary" => manifest.jobs[0].summary = String::new(),
        "long_event_summary" => manifest.events[0].summary = long(501),
        "long_event_schema" => manifest.events[0].body.schema = long(262_145),
        "long_notification_example" => manifest.notifications[0].body.example = long(262_145),
        _ => return false,
    }
    true
}

fn policy(case: &str, routes: &mut [Route]) -> bool {
    match case {
        "operation_id_of_other_letters" => routes[GET].operation_id = "Get-Row".to_owned(),
        "module_of_other_letters" => routes[GET].module = Some("Prices!".to_owned()),
        "public_cache_for_keys" => routes[GET].cache = CacheRule::Public(60),
        "public_cache_for_sessions" => routes[SESSION].cache = CacheRule::Public(60),
        "keys_counted_as_public" => routes[GET].rate_class = RateClass::Public,
        "sessions_counted_as_public" => routes[SESSION].rate_class = RateClass::Public,
        "weight_of_none" => routes[FILE].rate_weight = 0,
        "weight_of_61" => routes[FILE].rate_weight = 61,
        "weight_for_keys" => routes[GET].rate_weight = 2,
        "nobody_counted_as_key" => routes[FILE].rate_class = RateClass::Key,
        "beacon_by_put" => routes[SESSION].method = Method::Put,
        "unknown_permission" => {
            let permission = Some("everything".to_owned());
            routes[SESSION].access =
                Access::Session(SessionRule { permission, sudo: false, beacon: false, acting: Acting::Reads });
        }
        "short_notice" => {
            let dates = Deprecation { deprecated_at: 0, sunset_at: 181 * 86_400 - 1, successor: None };
            routes[GET].deprecation = Some(dates);
        }
        "object_of_no_media_type" => routes[FILE].response_form = ResponseForm::Object(Vec::new()),
        "object_of_a_wrong_media_type" => routes[FILE].response_form = ResponseForm::Object(vec!["csv".to_owned()]),
        "body_of_no_bytes" => {
            if let Some(body) = &mut routes[POST].request_body {
                body.max_bytes = 0;
            }
        }
        "body_of_many_bytes" => {
            if let Some(body) = &mut routes[POST].request_body {
                body.max_bytes = 5 << 20;
            }
        }
        "raw_body_of_no_media_type" => routes[POST].request_body = Some(raw_body(&[])),
        "raw_body_of_a_wrong_media_type" => routes[POST].request_body = Some(raw_body(&["text/csv", "te xt/csv"])),
        "body_schema_no_json" => routes[POST].request_body = Some(json_body("{", EXAMPLE)),
        "body_example_no_json" => routes[POST].request_body = Some(json_body(OBJECT, "{")),
        _ => return false,
    }
    true
}

fn forms(case: &str, routes: &mut [Route]) -> bool {
    match case {
        "response_schema_no_json" => routes[GET].response_schema = "{".to_owned(),
        "response_example_no_json" => routes[GET].response_example = "{".to_owned(),
        "path_without_slash" => routes[FILE].path = "mistakes.csv".to_owned(),
        "undeclared_path_parameter" => drop(routes[GET].parameters.remove(0)),
        "path_parameter_as_query" => routes[GET].parameters[0].place = ParameterPlace::Query,
        "endless_stream" => routes[STREAM].response_form = ResponseForm::EventStream(3_601),
        "stream_of_no_time" => routes[STREAM].response_form = ResponseForm::EventStream(0),
        "paged_object" => routes[FILE].default_limit = Some(50),
        "secret_for_keys" => routes[GET].response_schema = SECRET.to_owned(),
        "secret_that_is_kept" => {
            routes[FILE].response_form = ResponseForm::Json;
            routes[FILE].response_schema = SECRET.to_owned();
            routes[FILE].cache = CacheRule::Private;
        }
        "token_that_pages" => {
            routes[GET].parameters[0].kind = ParameterKind::SecretToken;
            routes[GET].default_limit = Some(50);
        }
        "token_that_is_kept" => {
            routes[GET].parameters[0].kind = ParameterKind::SecretToken;
            routes[GET].cache = CacheRule::Private;
        }
        _ => return false,
    }
    true
}

fn answers(case: &str, routes: &mut [Route]) -> bool {
    let refusal = |status, code: &str, description: &str| Refusal {
        status,
        code: code.to_owned(),
        description: description.to_owned(),
    };
    let header = |name: &str| AnswerHeader { name: name.to_owned(), description: "Where.".to_owned() };
    if let Some(name) = case.strip_prefix("header: ") {
        routes[SESSION].answer_headers = vec![header(name)];
        return true;
    }
    match case {
        "status_of_a_redirect" => routes[SESSION].success_statuses = vec![302],
        "header_of_an_object" => routes[FILE].answer_headers = vec![header("x-rows")],
        "status_of_an_object" => routes[FILE].success_statuses = vec![201],
        "refusal_of_the_host" => routes[SESSION].refusals = vec![refusal(401, "no", "Never.")],
        "refusal_of_other_letters" => routes[SESSION].refusals = vec![refusal(409, "No", "Never.")],
        "refusal_without_a_word" => routes[SESSION].refusals = vec![refusal(409, "no", "")],
        "header_of_a_keyed_post" => routes[POST].answer_headers = vec![header("location"), header("x-rows")],
        "header_of_the_host" => routes[SESSION].answer_headers = vec![header("x-request-id")],
        "header_of_a_cookie" => routes[SESSION].answer_headers = vec![header("set-cookie")],
        "header_of_other_letters" => routes[SESSION].answer_headers = vec![header("X-Rows")],
        _ => return false,
    }
    true
}

fn tools(case: &str, routes: &mut [Route]) -> bool {
    let argument = |name: &str, source| ToolArgument { name: name.to_owned(), source };
    let parameter = |name: &str| ToolSource::Parameter(name.to_owned());
    let member = |name: &str| ToolSource::BodyMember(name.to_owned());
    let fixed = |json: &str| vec![("text".to_owned(), json.to_owned())];
    match case {
        "tool_of_other_letters" => routes[GET].tools[0].name = "get-one".to_owned(),
        "tool_of_a_session" => routes[SESSION].tools = vec![tool()],
        "tool_of_a_raw_body" => routes[POST].request_body = Some(raw_body(&["text/csv"])),
        "tool_with_a_fixed_member_no_json" => routes[POST].tools[0].fixed = fixed("{"),
        "tool_with_a_fixed_member_of_nothing" => {
            routes[POST].tools[0].fixed = vec![("other".to_owned(), "1".to_owned())];
        }
        "tool_with_two_arguments_of_a_name" => {
            routes[GET].tools[0].arguments = vec![argument("id", parameter("id")), argument("id", parameter("part"))];
        }
        "tool_argument_to_no_parameter" => routes[GET].tools[0].arguments = vec![argument("x", parameter("other"))],
        "tool_argument_to_no_member" => routes[POST].tools[0].arguments = vec![argument("x", member("other"))],
        "tool_without_a_parameter" => routes[GET].tools[0].arguments = vec![argument("part", parameter("part"))],
        "tool_without_a_member" => {
            routes[POST].parameters = vec![text("part", ParameterPlace::Query)];
            routes[POST].tools[0].arguments = vec![argument("part", parameter("part"))];
        }
        _ => return false,
    }
    true
}

fn work(case: &str, manifest: &mut Manifest) -> bool {
    match case {
        "migrations_in_no_order" => manifest.migrations.reverse(),
        "migration_twice" => manifest.migrations[1] = migration("0001_rows"),
        "migration_of_a_path" => manifest.migrations[1].name = "x/../0002_more".to_owned(),
        "migration_no_sql" => manifest.migrations[0].sqlite = "CREATE".to_owned(),
        "migration_of_others_table" => manifest.migrations[0].postgres = "DROP TABLE users".to_owned(),
        "job_of_other_letters" => manifest.jobs[0].name = "Count".to_owned(),
        "job_twice" => manifest.jobs.push(job("count_rows")),
        "job_of_no_time" => manifest.jobs[0].timeout_seconds = 0,
        "job_of_too_much_time" => manifest.jobs[0].timeout_seconds = 3_601,
        "job_of_no_attempt" => manifest.jobs[0].max_attempts = 0,
        "job_of_too_many_attempts" => manifest.jobs[0].max_attempts = 101,
        "job_too_often" => manifest.jobs[0].every_seconds = Some(9),
        _ => return false,
    }
    true
}

fn messages(case: &str, manifest: &mut Manifest) -> bool {
    let (event, notification) = (&mut manifest.events[0], &mut manifest.notifications[0]);
    match case {
        "event_of_one_word" => event.name = "added".to_owned(),
        "event_twice" => manifest.events = vec![event.clone(), event.clone()],
        "event_schema_no_json" => event.body.schema = "{".to_owned(),
        "event_example_no_json" => event.body.example = "{".to_owned(),
        "event_schema_none" => event.body.schema = r#"{"type":1}"#.to_owned(),
        "event_example_other" => event.body.example = "{}".to_owned(),
        "notification_of_other_letters" => notification.name = "row.Added".to_owned(),
        "notification_twice" => manifest.notifications = vec![notification.clone(), notification.clone()],
        "notification_schema_no_json" => notification.body.schema = "{".to_owned(),
        "notification_example_no_json" => notification.body.example = "{".to_owned(),
        "notification_schema_none" => notification.body.schema = r#"{"type":1}"#.to_owned(),
        "notification_example_other" => notification.body.example = "{}".to_owned(),
        _ => return false,
    }
    true
}

fn stores(case: &str, manifest: &mut Manifest) -> bool {
    let (statements, data) = (&mut manifest.statements, &mut manifest.personal_data[0]);
    match case {
        "statement_malformed" => statements[2].sql = "SELECT text FROM mistake__rows WHERE text = {text}".to_owned(),
        "statement_twice" => statements.push(statement("all_rows", "SELECT 1 AS one")),
        "statement_of_too_many_shapes" => {
            let line = |number: usize| format!("  AND text <> {{part_{number}:text}} -- when part_{number}\n");
            let lines: String = (0..11).map(line).collect();
            statements[2].sql = format!("SELECT text FROM mistake__rows\nWHERE TRUE\n{lines}");
        }
        "statement_with_a_needless_dialect" => {
            statements[2].store = Store::Warehouse;
            statements[2].sql = "SELECT 1 AS one".to_owned();
            statements[2].dialects = vec![dialect("SELECT 1 AS one")];
        }
        "statement_of_two_forms" => statements[2].dialects = vec![dialect("SELECT text FROM mistake__rows")],
        "statement_of_an_unknown_caller" => {
            statements[2].sql = "SELECT text FROM mistake__rows WHERE text = {caller.password:text}".to_owned();
        }
        "statement_of_others_table" => statements[2].sql = "SELECT email FROM users".to_owned(),
        "statement_of_the_engine" => {
            statements[2].store = Store::Warehouse;
            statements[2].sql = "SELECT name FROM system.tables".to_owned();
        }
        "statement_that_alters" => statements[2].sql = "DROP TABLE mistake__rows".to_owned(),
        "personal_data_of_no_statement" => data.export_statement = "no_such_rows".to_owned(),
        "personal_data_of_other_parameters" => data.export_statement = "all_rows".to_owned(),
        "personal_data_erased_by_nothing" => data.erasure = Erasure::Statement("no_such_rows".to_owned()),
        "personal_data_kept_for_no_reason" => data.erasure = Erasure::Kept(String::new()),
        _ => return false,
    }
    true
}

fn routing(case: &str, routes: &mut [Route]) -> bool {
    let set_kind = |routes: &mut [Route], kind| routes[GET].parameters[1].kind = kind;
    match case {
        "operation_id_twice" => routes[FILE].operation_id = routes[STREAM].operation_id.clone(),
        "path_twice" => {
            routes[POST].method = Method::Get;
            routes[POST].path = "/mistake/{other}".to_owned();
            routes[POST].parameters = vec![text("other", ParameterPlace::Path)];
        }
        "tool_twice" => routes[POST].tools[0].name = "get_one".to_owned(),
        "path_that_climbs" => routes[FILE].path = "/mistakes/../users".to_owned(),
        "path_of_nothing" => routes[FILE].path = "/mistakes//csv".to_owned(),
        "path_encoded" => routes[FILE].path = "/mistakes/%2e%2e".to_owned(),
        "path_of_a_part" => routes[FILE].path = "/mistakes/a{id}".to_owned(),
        "path_of_nine_parameters" => {
            let names: Vec<String> = (0..9).map(|number| format!("id_{number}")).collect();
            routes[FILE].path = names.iter().fold(String::new(), |path, name| format!("{path}/{{{name}}}"));
            routes[FILE].parameters = names.iter().map(|name| text(name, ParameterPlace::Path)).collect();
        }
        "parameter_twice" => {
            routes[GET].tools.clear();
            routes[GET].parameters.push(text("part", ParameterPlace::Query));
        }
        "parameter_of_no_path" => routes[GET].parameters.push(text("other", ParameterPlace::Path)),
        "too_many_parameters" => {
            let names = (0..60).map(|number| text(&format!("part_{number}"), ParameterPlace::Query));
            routes[GET].parameters.extend(names);
        }
        "parameter_of_the_host" => {
            routes[GET].tools.clear();
            routes[GET].default_limit = Some(50);
            routes[GET].parameters[1].name = "cursor".to_owned();
        }
        "page_too_long" => routes[GET].default_limit = Some(501),
        "choice_of_nothing" => {
            set_kind(routes, ParameterKind::Choice(ChoiceForm { values: Vec::new(), default: None }))
        }
        "choice_of_another_default" => {
            let (values, default) = (vec!["a".to_owned()], Some("b".to_owned()));
            set_kind(routes, ParameterKind::Choice(ChoiceForm { values, default }));
        }
        "integer_the_wrong_way_round" => {
            set_kind(routes, ParameterKind::Integer(IntegerForm { minimum: 2, maximum: 1 }));
        }
        "text_of_nothing" => set_kind(routes, ParameterKind::Text(TextForm { max_length: 0 })),
        "list_of_nothing" => set_kind(routes, ParameterKind::TextList(ListForm { max_items: 0 })),
        "list_in_a_path" => routes[GET].parameters[0].kind = ParameterKind::TextList(ListForm { max_items: 2 }),
        "body_schema_none" => routes[POST].request_body = Some(json_body(r#"{"type":1}"#, EXAMPLE)),
        "body_secret_in_a_list" => {
            let schema = format!(r#"{{"type":"array","items":{SECRET}}}"#);
            routes[POST].tools.clear();
            routes[POST].request_body = Some(json_body(&schema, "[]"));
        }
        "form_body_schema_none" => {
            routes[POST].tools.clear();
            if let Some(body) = &mut routes[POST].request_body {
                let RequestBodyForm::Json(json) = body.form.clone() else { return true };
                let schema = r#"{"type":1}"#.to_owned();
                body.form = RequestBodyForm::Form(quarry_sdk::bindings::quarry::plugin::manifest::BodySchema {
                    schema,
                    ..json
                });
            }
        }
        _ => return false,
    }
    true
}
