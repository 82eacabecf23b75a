//! Between the generated types of `wit/` and the contract as the rest of the host knows it.

use crate::capabilities::StatementFailure;
use crate::contract::{
    Access, CacheRule, Caller, Deprecation, DialectText, Grant, Manifest, Method, Parameter, ParameterKind,
    ParameterPlace, Problem, RateClass, Request, RequestBody, RequestBodyForm, ResponseForm, Route, Scope, SessionRule,
    StatementSource, Store,
};
use crate::identity::Entitlements;
use crate::jobs::{JobState, JobStatus};
use crate::runtime::bindings::quarry::plugin::{exchange, identity, jobs, manifest as wit, values};
use crate::runtime::declarations;
use crate::stores::app::AppStoreDialect;
use crate::stores::result_set::{Column, ColumnData, Value};

fn dialect_text(text: wit::DialectText) -> DialectText {
    let dialect = match text.dialect {
        wit::AppStoreDialect::Sqlite => AppStoreDialect::Sqlite,
        wit::AppStoreDialect::Postgres => AppStoreDialect::Postgres,
    };
    DialectText { dialect, file: text.file, sql: text.sql }
}

pub(super) fn value_from_guest(value: values::Value) -> Value {
    match value {
        values::Value::Null => Value::Null,
        values::Value::Boolean(value) => Value::Boolean(value),
        values::Value::Int64(value) => Value::Int64(value),
        values::Value::Uint64(value) => Value::UInt64(value),
        values::Value::Float64(value) => Value::Float64(value),
        values::Value::Text(value) => Value::Text(value),
        values::Value::Bytes(value) => Value::Bytes(value),
        values::Value::Timestamp(value) => Value::Timestamp(value),
        values::Value::TextList(items) => Value::TextList(items),
        values::Value::Int64List(items) => Value::Int64List(items),
        values::Value::Uint64List(items) => Value::UInt64List(items),
        values::Value::BytesList(items) => Value::BytesList(items),
    }
}

pub(super) fn value_to_guest(value: Value) -> values::Value {
    match value {
        Value::Null => values::Value::Null,
        Value::Boolean(value) => values::Value::Boolean(value),
        Value::Int64(value) => values::Value::Int64(value),
        Value::UInt64(value) => values::Value::Uint64(value),
        Value::Float64(value) => values::Value::Float64(value),
        Value::Text(value) => values::Value::Text(value),
        Value::Bytes(value) => values::Value::Bytes(value),
        Value::Timestamp(value) => values::Value::Timestamp(value),
        Value::TextList(items) => values::Value::TextList(items),
        Value::Int64List(items) => values::Value::Int64List(items),
        Value::UInt64List(items) => values::Value::Uint64List(items),
        Value::BytesList(items) => values::Value::BytesList(items),
    }
}

pub(super) fn bindings_from_guest(bindings: Vec<values::Binding>) -> Vec<(String, Value)> {
    bindings.into_iter().map(|(name, value)| (name, value_from_guest(value))).collect()
}

pub(super) fn failure_to_guest(failure: StatementFailure) -> values::StatementFailure {
    match failure {
        StatementFailure::Unavailable(detail) => values::StatementFailure::Unavailable(detail),
        StatementFailure::DeadlineExceeded(detail) => values::StatementFailure::DeadlineExceeded(detail),
        StatementFailure::LimitExceeded(detail) => values::StatementFailure::LimitExceeded(detail),
        StatementFailure::Conflict(detail) => values::StatementFailure::Conflict(detail),
        StatementFailure::Rejected(detail) => values::StatementFailure::Rejected(detail),
    }
}

pub(super) fn job_status_to_guest(status: JobStatus) -> jobs::JobStatus {
    jobs::JobStatus {
        state: match status.state {
            JobState::Queued => jobs::JobState::Queued,
            JobState::Running => jobs::JobState::Running,
            JobState::Completed => jobs::JobState::Completed,
            JobState::Cancelled => jobs::JobState::Cancelled,
            JobState::Dead => jobs::JobState::Dead,
        },
        progress_done: status.progress_done,
        progress_total: status.progress_total,
        attempts: status.attempts,
        last_failure: status.last_failure,
    }
}

pub(super) fn column_to_guest(column: &Column) -> values::Column {
    let texts = |offsets: &[u32], data: &str| values::TextValues { offsets: offsets.to_vec(), data: data.to_owned() };
    let values = match &column.data {
        ColumnData::Boolean(items) => values::ColumnValues::Booleans(items.clone()),
        ColumnData::Int64(items) => values::ColumnValues::Int64s(items.clone()),
        ColumnData::UInt64(items) => values::ColumnValues::Uint64s(items.clone()),
        ColumnData::Float64(items) => values::ColumnValues::Float64s(items.clone()),
        ColumnData::Timestamp(items) => values::ColumnValues::Timestamps(items.clone()),
        ColumnData::Date(items) => values::ColumnValues::Dates(items.clone()),
        ColumnData::Text { offsets, data } => values::ColumnValues::Texts(texts(offsets, data)),
        ColumnData::Json { offsets, data } => values::ColumnValues::Json(texts(offsets, data)),
        ColumnData::Bytes { offsets, data } => {
            values::ColumnValues::Bytes(values::BytesValues { offsets: offsets.clone(), data: data.clone() })
        }
    };
    values::Column { name: column.name.clone(), validity: column.validity.clone(), values }
}

pub(super) fn request_to_guest(request: &Request) -> exchange::Request {
    let caller = match &request.caller {
        // A job is no request; `handle` never sees one.
        Caller::Nobody | Caller::Job(_) => exchange::Caller::Nobody,
        Caller::Key(key) => exchange::Caller::Key(exchange::KeyCaller {
            key_id: key.key_id,
            key_name: key.key_name.clone(),
            scopes: key.scopes.iter().map(|scope| scope.name().to_owned()).collect(),
            organization_id: key.organization_id,
            organization_name: key.organization_name.clone(),
            user_id: key.user_id,
        }),
    };
    let cursor = request.page.as_ref().and_then(|page| page.cursor.as_ref());
    exchange::Request {
        operation_id: request.operation_id.to_string(),
        parameters: request.parameters.iter().cloned().map(value_to_guest).collect(),
        caller,
        body: request
            .body
            .as_ref()
            .map(|body| exchange::SentBody { bytes: body.bytes.to_vec(), content_type: body.content_type.clone() }),
        limit: request.page.as_ref().map(|page| page.limit),
        pinned: cursor
            .map(|cursor| cursor.pinned.iter().cloned().map(|(name, value)| (name, value_to_guest(value))).collect())
            .unwrap_or_default(),
        request_id: request.request_id.to_string(),
    }
}

/// A guest's refusal; what it says of the error's shape is checked, since a client relies on it.
pub(super) fn problem_from_guest(problem: exchange::Problem) -> Problem {
    if !(400..=599).contains(&problem.status) || problem.code.is_empty() {
        return Problem::plugin_failed("The component refused the request in a form that the host cannot use.");
    }
    let mut converted = Problem::new(problem.status, &problem.code, problem.detail);
    if let Ok(serde_json::Value::Object(members)) = serde_json::from_str(&problem.members) {
        *converted.members = members;
    }
    match problem.status {
        429 | 503 => converted.retry_after(2),
        _ => converted,
    }
}

pub(super) fn profile_to_guest(id: i64, name: &str, kind: &str, entitlements: &Entitlements) -> identity::Profile {
    identity::Profile {
        organization: identity::Organization { id, name: name.to_owned(), kind: kind.to_owned() },
        plan_key: entitlements.plan_key.clone(),
        plan_name: entitlements.plan_name.clone(),
        allowances: entitlements
            .allowances()
            .map(|(name, limit)| identity::Allowance { name: name.to_owned(), limit })
            .collect(),
        features: entitlements
            .features()
            .map(|(name, enabled)| identity::Feature { name: name.to_owned(), enabled })
            .collect(),
        overridden: entitlements.overridden.clone(),
    }
}

/// A manifest that asks for nothing: what `describe` runs with.
pub(super) fn empty_manifest() -> Manifest {
    Manifest {
        name: "describe".to_owned(),
        version: String::new(),
        summary: String::new(),
        grants: Vec::new(),
        routes: Vec::new(),
        statements: Vec::new(),
        migrations: Vec::new(),
        jobs: Vec::new(),
        events: Vec::new(),
        outbound_hosts: Vec::new(),
    }
}

/// The manifest, or a sentence about what is wrong in it.
pub(super) fn manifest_from_guest(manifest: wit::Manifest) -> Result<Manifest, String> {
    if !declarations::is_words(&manifest.name, "-") {
        return Err(format!("`{}` is not a component's name: lowercase words joined by `-`", manifest.name));
    }
    let routes = manifest.routes.into_iter().map(route_from_guest).collect::<Result<Vec<_>, _>>()?;
    Ok(Manifest {
        name: manifest.name,
        version: manifest.version,
        summary: manifest.summary,
        grants: manifest
            .grants
            .into_iter()
            .map(|grant| match grant {
                wit::Grant::Warehouse => Grant::Warehouse,
                wit::Grant::AppStore => Grant::AppStore,
                wit::Grant::Identity => Grant::Identity,
                wit::Grant::Audit => Grant::Audit,
                wit::Grant::Events => Grant::Events,
                wit::Grant::Jobs => Grant::Jobs,
                wit::Grant::Mail => Grant::Mail,
                wit::Grant::KeyValue => Grant::KeyValue,
                wit::Grant::OutboundHttp => Grant::OutboundHttp,
                wit::Grant::Objects => Grant::Objects,
            })
            .collect(),
        routes,
        statements: manifest
            .statements
            .into_iter()
            .map(|statement| StatementSource {
                name: statement.name,
                store: match statement.store {
                    wit::Store::Warehouse => Store::Warehouse,
                    wit::Store::AppStore => Store::AppStore,
                },
                file: statement.file,
                sql: statement.sql,
                dialects: statement.dialects.into_iter().map(dialect_text).collect(),
            })
            .collect(),
        migrations: declarations::migrations(manifest.migrations)?,
        jobs: declarations::jobs(manifest.jobs)?,
        events: declarations::events(manifest.events)?,
        outbound_hosts: manifest.outbound_hosts,
    })
}

fn route_from_guest(route: wit::Route) -> Result<Route, String> {
    for (what, text) in [("schema", &route.response_schema), ("example", &route.response_example)] {
        serde_json::from_str::<serde_json::Value>(text)
            .map_err(|error| format!("the response {what} of {} is not JSON: {error}", route.operation_id))?;
    }
    if !route.path.starts_with('/') {
        return Err(format!("the path {} of {} does not start with /", route.path, route.operation_id));
    }
    for name in placeholders(&route.path) {
        let declared = route.parameters.iter().any(|p| p.name == name && p.place == wit::ParameterPlace::Path);
        if !declared {
            return Err(format!("{} of {} is not declared as a path parameter", name, route.operation_id));
        }
    }
    let response_form = response_form_from_guest(&route)?;
    Ok(Route {
        operation_id: route.operation_id,
        method: match route.method {
            wit::Method::Get => Method::Get,
            wit::Method::Post => Method::Post,
            wit::Method::Put => Method::Put,
            wit::Method::Patch => Method::Patch,
            wit::Method::Delete => Method::Delete,
        },
        path: route.path,
        summary: route.summary,
        description: route.description,
        module: route.module,
        access: match route.access {
            wit::Access::Keyless => Access::Keyless,
            wit::Access::Key(wit::Scope::Read) => Access::Key(Scope::Read),
            wit::Access::Key(wit::Scope::ResearchWrite) => Access::Key(Scope::ResearchWrite),
            wit::Access::Key(wit::Scope::Exports) => Access::Key(Scope::Exports),
            wit::Access::Session(rule) => Access::Session(SessionRule { permission: rule.permission }),
        },
        parameters: route.parameters.into_iter().map(parameter_from_guest).collect(),
        request_body: route.request_body.map(|body| RequestBody {
            form: match body.form {
                wit::RequestBodyForm::Json(json) => {
                    RequestBodyForm::Json { schema: json.schema, example: json.example }
                }
                wit::RequestBodyForm::Form(form) => {
                    RequestBodyForm::Form { schema: form.schema, example: form.example }
                }
                wit::RequestBodyForm::Raw(content_types) => RequestBodyForm::Raw { content_types },
            },
            max_bytes: body.max_bytes,
        }),
        default_limit: route.default_limit,
        cache: match route.cache {
            wit::CacheRule::NoStore => CacheRule::None,
            wit::CacheRule::Private => CacheRule::Private,
            wit::CacheRule::Public(max_age_seconds) => CacheRule::Public { max_age_seconds },
        },
        rate_class: match route.rate_class {
            wit::RateClass::Key => RateClass::Key,
            wit::RateClass::Public => RateClass::Public,
            wit::RateClass::PublicStatus => RateClass::PublicStatus,
            wit::RateClass::ExplorerLens => RateClass::ExplorerLens,
            wit::RateClass::Session => RateClass::Session,
        },
        response_schema: route.response_schema,
        response_example: route.response_example,
        deprecation: route.deprecation.map(|dates| Deprecation {
            deprecated_at: dates.deprecated_at,
            sunset_at: dates.sunset_at,
            successor: dates.successor,
        }),
        response_form,
    })
}

/// The longest that a stream may last.
const MAX_STREAM_SECONDS: u32 = 3_600;

/// What the answers of a route are made of, checked against the rest of its declaration.
fn response_form_from_guest(route: &wit::Route) -> Result<ResponseForm, String> {
    let form = match &route.response_form {
        wit::ResponseForm::Json => return Ok(ResponseForm::Json),
        wit::ResponseForm::Object(content_type) => ResponseForm::Object { content_type: content_type.clone() },
        wit::ResponseForm::EventStream(max_seconds @ 1..=MAX_STREAM_SECONDS) => {
            ResponseForm::EventStream { max_seconds: *max_seconds }
        }
        wit::ResponseForm::EventStream(max_seconds) => {
            let operation_id = &route.operation_id;
            return Err(format!(
                "the event stream of {operation_id} lasts {max_seconds} s: it is 1 to {MAX_STREAM_SECONDS}"
            ));
        }
    };
    match route.method == wit::Method::Get && route.default_limit.is_none() {
        true => Ok(form),
        false => Err(format!(
            "{} answers with an object or an event stream: that is for a get that does not page",
            route.operation_id
        )),
    }
}

/// The names in `{…}` of a path.
fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
}

fn parameter_from_guest(parameter: wit::Parameter) -> Parameter {
    Parameter {
        name: parameter.name,
        place: match parameter.place {
            wit::ParameterPlace::Path => ParameterPlace::Path,
            wit::ParameterPlace::Query => ParameterPlace::Query,
        },
        required: parameter.required,
        kind: match parameter.kind {
            wit::ParameterKind::Text(form) => ParameterKind::Text { max_length: form.max_length },
            wit::ParameterKind::Integer(form) => {
                ParameterKind::Integer { minimum: form.minimum, maximum: form.maximum }
            }
            wit::ParameterKind::Decimal => ParameterKind::Decimal,
            wit::ParameterKind::Boolean => ParameterKind::Boolean,
            wit::ParameterKind::Choice(form) => ParameterKind::Choice { values: form.values, default: form.default },
            wit::ParameterKind::Address => ParameterKind::Address,
            wit::ParameterKind::AddressList(form) => ParameterKind::AddressList { max_items: form.max_items },
            wit::ParameterKind::Hash => ParameterKind::Hash,
            wit::ParameterKind::Chain => ParameterKind::Chain,
            wit::ParameterKind::Token => ParameterKind::Token,
            wit::ParameterKind::TimeFrom => ParameterKind::TimeFrom,
            wit::ParameterKind::TimeTo => ParameterKind::TimeTo,
        },
        description: parameter.description,
        example: parameter.example,
    }
}
