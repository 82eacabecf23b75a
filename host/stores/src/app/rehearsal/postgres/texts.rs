//! Texts as PostgreSQL reads them: each becomes the body of a function that is never called, and the tree of that body
//! names everything that it would touch.

use crate::app::AppStoreError;
use crate::app::rehearsal::postgres::names::Names;
use crate::app::rehearsal::postgres::scratch::{CANCELLED, Scratch, failed};
use crate::app::rehearsal::postgres::uses::Uses;
use crate::app::rehearsal::{RehearsalError, RehearsedText};
use crate::report::{ColumnShape, Report, ValueKind};
use quarry_statement::ParameterType;
use sqlx::postgres::{PgColumn, PgDatabaseError};
use sqlx::{Column as _, Either, Statement as _, TypeInfo as _};
use std::collections::HashMap;

/// The most parameters that a function of PostgreSQL has.
const MAX_PARAMETERS: usize = 100;

const BODY: &str = "SELECT prosqlbody::text FROM pg_catalog.pg_proc WHERE pronamespace = $1 AND proname = 'question'";

pub(super) async fn read(
    scratch: &mut Scratch,
    names: &mut Names,
    texts: &[RehearsedText],
) -> Result<Vec<Report>, RehearsalError> {
    let (schema, deployment) = (scratch.schema.clone(), scratch.deployment_quoted.clone());
    scratch.search(&[&schema, &deployment]).await?;
    scratch.say("SAVEPOINT question".to_owned()).await?;
    let mut reports: Vec<Report> = Vec::with_capacity(texts.len());
    let mut read: HashMap<(&str, Vec<&str>), usize> = HashMap::new();
    for (index, text) in texts.iter().enumerate() {
        let types = text.parameters.iter().map(|kind| kind.name()).collect();
        let known = read.insert((&text.sql, types), index);
        let report = match known {
            Some(known) => reports[known].clone(),
            None => read_one(scratch, names, index, text).await?,
        };
        reports.push(report);
    }
    Ok(reports)
}

async fn read_one(
    scratch: &mut Scratch,
    names: &mut Names,
    index: usize,
    text: &RehearsedText,
) -> Result<Report, RehearsalError> {
    let refuse = |reason| RehearsalError::Text { index, line: None, reason };
    if text.sql.contains('\0') {
        return Err(refuse("a NUL character stands in it".to_owned()));
    }
    if text.parameters.len() > MAX_PARAMETERS {
        return Err(refuse(format!(
            "it has {} parameters; PostgreSQL examines {MAX_PARAMETERS}",
            text.parameters.len()
        )));
    }
    let mut types = Vec::with_capacity(text.parameters.len());
    for kind in &text.parameters {
        types.push(type_name(*kind));
    }
    // By itself first: that it is one command, where its mistakes are, and how it is read where a value is null, which is
    // sent without a type.
    let statement = scratch.prepare(&text.sql).await.map_err(|source| refusal(source, index, &text.sql, 0))?;
    let column = |column: &PgColumn| (column.name().to_owned(), shape(column.type_info().name()));
    let (columns, shapes): (Vec<String>, Vec<_>) = statement.columns().iter().map(column).unzip();
    if let Some(Either::Left(inferred)) = statement.parameters() {
        let differs = |(_, (inferred, declared)): &(usize, (&sqlx::postgres::PgTypeInfo, &&str))| {
            !inferred.name().eq_ignore_ascii_case(short_name(declared))
        };
        if let Some((place, (inferred, declared))) = inferred.iter().zip(&types).enumerate().find(differs) {
            let number = place + 1;
            return Err(refuse(format!(
                "PostgreSQL reads its parameter ${number} as {declared} where it has a value, and as {} where it is null: \
                 compare it with a column of that type",
                inferred.name().to_ascii_lowercase()
            )));
        }
    }
    drop(statement);
    let begin = format!(
        "CREATE FUNCTION {}.question({}) RETURNS void LANGUAGE sql BEGIN ATOMIC\n",
        scratch.schema,
        types.join(", ")
    );
    let sql = format!("{begin}{}\n; END", text.sql);
    scratch.run(&sql).await.map_err(|source| refusal(source, index, &sql, 1))?;
    let asked = sqlx::query_scalar::<_, Option<String>>(BODY).bind(scratch.schema_object);
    let body = asked.fetch_one(&mut scratch.connection).await.map_err(failed)?;
    let uses = Uses::of_statement(body.as_deref().unwrap_or_default());
    scratch.say("ROLLBACK TO SAVEPOINT question".to_owned()).await?;
    let report = names.report(&mut scratch.connection, &uses).await?;
    Ok(Report { columns, shapes, ..report })
}

/// The JSON form of a type's values. PostgreSQL does not tell whether a computed column may hold nulls.
fn shape(type_name: &str) -> Option<ColumnShape> {
    let kind = match type_name {
        "BOOL" => ValueKind::Boolean,
        "INT2" | "INT4" | "INT8" => ValueKind::Integer,
        "FLOAT4" | "FLOAT8" => ValueKind::Number,
        "TEXT" | "VARCHAR" | "CHAR" | "NAME" | "BYTEA" => ValueKind::Text,
        _ => return None,
    };
    Some(ColumnShape { kind, nullable: None })
}

/// The type that a value of the parameter is sent with.
fn type_name(kind: ParameterType) -> &'static str {
    match kind {
        ParameterType::Boolean => "boolean",
        ParameterType::Int64 | ParameterType::Uint64 | ParameterType::Timestamp => "bigint",
        ParameterType::Float64 => "double precision",
        ParameterType::Text | ParameterType::Rows => "text",
        ParameterType::Bytes => "bytea",
        ParameterType::TextList => "text[]",
        ParameterType::Int64List | ParameterType::Uint64List => "bigint[]",
        ParameterType::BytesList => "bytea[]",
    }
}

/// The name that the driver calls that type by.
fn short_name(name: &str) -> &str {
    match name {
        "boolean" => "bool",
        "bigint" => "int8",
        "bigint[]" => "int8[]",
        "double precision" => "float8",
        name => name,
    }
}

/// The server's reason for refusing `sql`, which has `added` lines of ours before the text's first.
fn refusal(source: sqlx::Error, index: usize, sql: &str, added: usize) -> RehearsalError {
    let line = AppStoreError::line_of(&source, sql).and_then(|line| line.checked_sub(added)).filter(|line| *line > 0);
    let error = source.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    let Some(reason) = error.map(|error| error.message().to_owned()) else { return failed(source).into() };
    if error.is_some_and(|error| error.code() == CANCELLED) {
        return RehearsalError::Text {
            index,
            line: None,
            reason: "PostgreSQL did not come to an end with it within five seconds".to_owned(),
        };
    }
    match failed(source) {
        error if error.is_unavailable() => error.into(),
        _ => RehearsalError::Text { index, line, reason },
    }
}
