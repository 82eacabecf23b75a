//! Between the generated types of `wit/` and the contract as the rest of the host knows it.

use crate::bindings::quarry::plugin::{exchange, identity, jobs, manifest as wit, values};
use crate::capabilities::{SecretHandle, StatementFailure, sources_of};
use crate::declared;
use quarry_contract::{
    Caller, Courtesy, DialectText, Entitlements, Grant, Guarded, Manifest, PageEnds, PageRequest, Request,
    StatementSource, Store, Toward,
};
use quarry_identity::jobs::{HostJob, JobState, JobStatus};
use quarry_stores::app::AppStoreDialect;
use quarry_stores::result_set::{Column, ColumnData, Value};
use wasmtime::component::Resource;

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
        StatementFailure::Unavailable(detail) | StatementFailure::Overloaded(detail) => {
            values::StatementFailure::Unavailable(detail)
        }
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

/// `secrets` are those of the body, in its order.
pub(super) fn request_to_guest(request: &Request, secrets: Vec<Resource<SecretHandle>>) -> exchange::Request {
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
        Caller::Person(person) => exchange::Caller::Person(exchange::PersonCaller {
            user_id: person.user_id,
            name: person.name.clone(),
            email: person.email.clone(),
            organization_id: person.organization_id,
            organization_name: person.organization_name.clone(),
            permissions: person.permissions.clone(),
            impersonator_id: person.impersonator_id,
        }),
    };
    let cursor = request.page.as_ref().and_then(|page| page.cursor.as_ref());
    exchange::Request {
        operation_id: request.operation_id.to_string(),
        parameters: request.parameters.iter().cloned().map(value_to_guest).collect(),
        caller,
        body: request.body.as_ref().map(|body| exchange::SentBody {
            bytes: body.bytes.to_vec(),
            content_type: body.content_type.clone(),
            secrets,
        }),
        limit: request.page.as_ref().map(|page| page.limit),
        pinned: cursor
            .map(|cursor| cursor.pinned.iter().cloned().map(|(name, value)| (name, value_to_guest(value))).collect())
            .unwrap_or_default(),
        request_id: request.request_id.to_string(),
        position: request.page.as_ref().and_then(position_to_guest),
        guarded: request.guarded.as_deref().map(guarded_to_guest),
        media_type: request.media_type.clone(),
        if_match: request.if_match.clone(),
    }
}

fn guarded_to_guest(guarded: &Guarded) -> exchange::Guarded {
    let columns = guarded.columns.iter().cloned();
    exchange::Guarded {
        rank: guarded.rank.clone(),
        tenant: guarded.tenant,
        columns: columns.map(|(name, value)| (name, value_to_guest(value))).collect(),
    }
}

/// The place of a page, for a component that keeps it. Where a statement has `{after(…)}`, the host binds the same values there.
fn position_to_guest(page: &PageRequest) -> Option<exchange::PagePosition> {
    let cursor = page.cursor.as_ref()?;
    let values = cursor.after.iter().cloned().map(value_to_guest).collect();
    Some(match page.toward {
        Toward::Next => exchange::PagePosition::Before(values),
        Toward::Previous => exchange::PagePosition::After(values),
    })
}

pub(super) fn ends_from_guest(ends: exchange::PageEnds) -> PageEnds {
    PageEnds { count: ends.count, older: ends.older.map(place_from_guest), newer: ends.newer.map(place_from_guest) }
}

/// The values of a place that the component keeps.
pub(super) fn place_from_guest(values: Vec<values::Value>) -> Vec<Value> {
    values.into_iter().map(value_from_guest).collect()
}

pub(super) fn profile_to_guest(id: i64, name: &str, kind: &str, entitlements: &Entitlements) -> identity::Profile {
    identity::Profile {
        organization: identity::Organization { id, name: name.to_owned(), kind: kind.to_owned() },
        plan_key: entitlements.plan_key.clone(),
        plan_name: entitlements.plan_name.clone(),
        allowances: allowances_to_guest(entitlements.allowances()),
        features: features_to_guest(entitlements.features()),
        overridden: entitlements.overridden.clone(),
        courtesies: entitlements.courtesies.iter().map(courtesy_to_guest).collect(),
    }
}

fn courtesy_to_guest(courtesy: &Courtesy) -> identity::Courtesy {
    identity::Courtesy {
        plan_key: courtesy.plan.key.clone(),
        plan_name: courtesy.plan.name.clone(),
        ends_at: courtesy.ends_at.as_microsecond(),
        allowances: allowances_to_guest(courtesy.plan.allowances()),
        features: features_to_guest(courtesy.plan.features()),
    }
}

fn allowances_to_guest(allowances: impl Iterator<Item = (&'static str, Option<u64>)>) -> Vec<identity::Allowance> {
    allowances.map(|(name, limit)| identity::Allowance { name: name.to_owned(), limit }).collect()
}

fn features_to_guest(features: impl Iterator<Item = (&'static str, bool)>) -> Vec<identity::Feature> {
    features.map(|(name, enabled)| identity::Feature { name: name.to_owned(), enabled }).collect()
}

/// The manifest, or a sentence about what is wrong in it.
pub(super) fn manifest_from_guest(manifest: wit::Manifest) -> Result<Manifest, String> {
    if !declared::is_words(&manifest.name, "-") {
        return Err(format!("`{}` is not a component's name: lowercase words joined by `-`", manifest.name));
    }
    if manifest.name == <dyn HostJob>::COMPONENT {
        return Err(format!("`{}` is what the host calls itself: the component needs another name", manifest.name));
    }
    declared::check_sizes(&manifest)?;
    let scopes = declared::scopes(manifest.scopes)?;
    let guards = declared::guards(manifest.guards)?;
    let datasets = declared::datasets(&manifest.name, manifest.datasets)?;
    let route = |route| declared::route_from_guest(route, &guards);
    let routes = manifest.routes.into_iter().map(route).collect::<Result<Vec<_>, _>>()?;
    let component = manifest.name.clone();
    let mut read = Manifest {
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
                wit::Grant::Notifications => Grant::Notifications,
                wit::Grant::ApiKeys => Grant::ApiKeys,
                wit::Grant::Invitations => Grant::Invitations,
                wit::Grant::SingleSignOn => Grant::SingleSignOn,
                wit::Grant::NameLookup => Grant::NameLookup,
                wit::Grant::KeyValue => Grant::KeyValue,
                wit::Grant::OutboundHttp => Grant::OutboundHttp,
                wit::Grant::Objects => Grant::Objects,
                wit::Grant::RowFiles => Grant::RowFiles,
                wit::Grant::Datasets => Grant::Datasets,
                wit::Grant::Secrets => Grant::Secrets,
                wit::Grant::Accounts => Grant::Accounts,
                wit::Grant::Modules => Grant::Modules,
                wit::Grant::People => Grant::People,
                wit::Grant::NewAccounts => Grant::NewAccounts,
                wit::Grant::NewAccountNames => Grant::NewAccountNames,
                wit::Grant::AccountKeeping => Grant::AccountKeeping,
                wit::Grant::PersonalData => Grant::PersonalData,
                wit::Grant::TextAnswers => Grant::TextAnswers,
                wit::Grant::FirstParty => Grant::FirstParty,
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
                unguarded: statement.unguarded,
            })
            .collect(),
        migrations: declared::migrations(manifest.migrations)?,
        adopts: declared::adopted_tables(manifest.adopts)?,
        jobs: declared::jobs(manifest.jobs)?,
        events: declared::events(manifest.events)?,
        outbound_hosts: manifest.outbound_hosts,
        personal_data: declared::personal_data(manifest.personal_data),
        notifications: declared::notifications(manifest.notifications)?,
        guards,
        scopes,
        tenant_tables: declared::tenant_tables(manifest.tenant_tables)?,
        account_statements: manifest.account_statements,
        erasure_refusals: declared::erasure_refusals(manifest.erasure_refusals)?,
        append_only_tables: declared::append_only_tables(&component, manifest.append_only_tables)?,
        settings: declared::settings(manifest.settings)?,
        datasets,
    };
    let rests_on: Vec<_> = read.routes.iter().map(|route| sources_of(route, &read)).collect();
    for (route, sources) in read.routes.iter_mut().zip(rests_on) {
        route.rests_on = sources;
    }
    Ok(read)
}
