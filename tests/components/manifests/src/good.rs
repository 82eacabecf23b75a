//! The manifest without a mistake: one of everything that can be declared.

use quarry_sdk::bindings::quarry::plugin::manifest::{
    Access, Acting, AppStoreDialect, BodySchema, CacheRule, Deprecation, DialectText, Erasure, EventDeclaration, Grant,
    JobDeclaration, Manifest, Method, Migration, NotificationDeclaration, Parameter, ParameterKind, ParameterPlace,
    PersonalData, RateClass, Readers, RequestBody, RequestBodyForm, ResponseForm, Route, Scope, SessionRule, Statement,
    Store, TextForm, Tool, Walk,
};

pub const OBJECT: &str = r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#;
pub const EXAMPLE: &str = r#"{"text":"x"}"#;

/// Positions of the routes.
pub const GET: usize = 0;
pub const POST: usize = 1;
pub const SESSION: usize = 2;
pub const FILE: usize = 3;
pub const STREAM: usize = 4;

pub fn manifest() -> Manifest {
    let body = || BodySchema { schema: OBJECT.to_owned(), example: EXAMPLE.to_owned() };
    Manifest {
        name: "mistake".to_owned(),
        version: "0.1.0".to_owned(),
        summary: "Has a mistake; for tests only.".to_owned(),
        grants: vec![Grant::AppStore, Grant::Events, Grant::Jobs, Grant::Notifications, Grant::PersonalData],
        routes: vec![get(), post(), session(), file(), stream()],
        statements: vec![
            statement("export_rows", "SELECT text FROM mistake__rows WHERE user_id = {user_id:int64}"),
            statement("erase_rows", "DELETE FROM mistake__rows WHERE user_id = {user_id:int64}"),
            statement("all_rows", "SELECT text FROM mistake__rows WHERE text = {text:text}"),
        ],
        migrations: vec![migration("0001_rows"), migration("0002_more")],
        adopts: Vec::new(),
        jobs: vec![job("count_rows")],
        events: vec![EventDeclaration { name: "row.added".to_owned(), summary: "A row.".to_owned(), body: body() }],
        outbound_hosts: Vec::new(),
        personal_data: vec![PersonalData {
            table: "mistake__rows".to_owned(),
            user_column: "user_id".to_owned(),
            export_statement: "export_rows".to_owned(),
            erasure: Erasure::Statement("erase_rows".to_owned()),
        }],
        notifications: vec![NotificationDeclaration {
            name: "row.added".to_owned(),
            summary: "A row.".to_owned(),
            body: body(),
        }],
        guards: Vec::new(),
        scopes: Vec::new(),
        tenant_tables: Vec::new(),
        account_statements: Vec::new(),
        erasure_refusals: Vec::new(),
        datasets: Vec::new(),
        append_only_tables: Vec::new(),
        settings: Vec::new(),
    }
}

pub fn statement(name: &str, sql: &str) -> Statement {
    Statement {
        name: name.to_owned(),
        store: Store::AppStore,
        file: format!("sql/{name}.sql"),
        sql: sql.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    }
}

pub fn dialect(sql: &str) -> DialectText {
    DialectText { dialect: AppStoreDialect::Sqlite, file: "sql/other.sqlite.sql".to_owned(), sql: sql.to_owned() }
}

pub fn migration(name: &str) -> Migration {
    let table = format!("CREATE TABLE mistake__rows_{} (user_id BIGINT, text TEXT)", &name[..4]);
    Migration { name: name.to_owned(), sqlite: table.clone(), postgres: table }
}

pub fn job(name: &str) -> JobDeclaration {
    JobDeclaration {
        name: name.to_owned(),
        summary: "Counts.".to_owned(),
        timeout_seconds: 60,
        max_attempts: 3,
        every_seconds: Some(3_600),
        follows: None,
    }
}

pub fn text(name: &str, place: ParameterPlace) -> Parameter {
    Parameter {
        name: name.to_owned(),
        place,
        required: place == ParameterPlace::Path,
        kind: ParameterKind::Text(TextForm { max_length: 10 }),
        description: "Which.".to_owned(),
        example: None,
    }
}

pub fn tool() -> Tool {
    Tool { name: "get_one".to_owned(), description: "Gets one.".to_owned(), arguments: Vec::new(), fixed: Vec::new() }
}

pub fn json_body(schema: &str, example: &str) -> RequestBody {
    RequestBody {
        form: RequestBodyForm::Json(BodySchema { schema: schema.to_owned(), example: example.to_owned() }),
        max_bytes: 1_000,
        required: true,
    }
}

pub fn raw_body(content_types: &[&str]) -> RequestBody {
    let content_types = content_types.iter().map(|text| (*text).to_owned()).collect();
    RequestBody { form: RequestBodyForm::Raw(content_types), max_bytes: 1_000, required: true }
}

pub fn route(operation_id: &str, method: Method, path: &str, access: Access, rate_class: RateClass) -> Route {
    Route {
        operation_id: operation_id.to_owned(),
        method,
        path: path.to_owned(),
        summary: "A route.".to_owned(),
        description: String::new(),
        module: None,
        access,
        parameters: Vec::new(),
        request_body: None,
        default_limit: None,
        cache: CacheRule::NoStore,
        rate_class,
        rate_weight: 1,
        response_schema: OBJECT.to_owned(),
        response_example: EXAMPLE.to_owned(),
        deprecation: None,
        response_form: ResponseForm::Json,
        walk: Walk::Forward,
        guard: None,
        statements: Vec::new(),
        success_statuses: Vec::new(),
        refusals: Vec::new(),
        answer_headers: Vec::new(),
        tools: Vec::new(),
        media_types: Vec::new(),
        reads_if_match: false,
        takes_request_key: false,
        writes: None,
        answers: Readers::Caller,
    }
}

fn get() -> Route {
    let access = Access::Key(Scope::Read);
    Route {
        parameters: vec![text("id", ParameterPlace::Path), text("part", ParameterPlace::Query)],
        tools: vec![tool()],
        deprecation: Some(Deprecation { deprecated_at: 0, sunset_at: 181 * 86_400, successor: None }),
        ..route("get_row", Method::Get, "/mistake/{id}", access, RateClass::Key)
    }
}

fn post() -> Route {
    let access = Access::Key(Scope::ResearchWrite);
    Route {
        request_body: Some(json_body(OBJECT, EXAMPLE)),
        tools: vec![Tool { name: "add_one".to_owned(), ..tool() }],
        ..route("add_row", Method::Post, "/mistake", access, RateClass::Key)
    }
}

fn session() -> Route {
    let access = Access::Session(SessionRule { permission: None, sudo: false, beacon: true, acting: Acting::Reads });
    route("save_row", Method::Post, "/session/mistake", access, RateClass::Session)
}

fn file() -> Route {
    let response_form = ResponseForm::Object(vec!["text/csv".to_owned()]);
    Route { response_form, ..route("load_rows", Method::Get, "/mistakes.csv", Access::Keyless, RateClass::Public) }
}

fn stream() -> Route {
    let response_form = ResponseForm::EventStream(3_600);
    Route { response_form, ..route("follow_rows", Method::Get, "/mistake_stream", Access::Keyless, RateClass::Public) }
}
