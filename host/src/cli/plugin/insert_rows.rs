//! `quarry plugin insert-rows`: rows that a test gives the application store of its sandbox.

use crate::cli::store_options::StoreOptions;
use anyhow::{Context, bail};
use quarry_config::EnvironmentName;
use quarry_stores::result_set::Value;
use serde_json::Value as Json;
use std::io::BufRead;

/// More than a test looks at.
const MOST_ROWS: usize = 100_000;

#[derive(clap::Args, Debug)]
pub(super) struct InsertRowsArguments {
    /// The table of the application store; the rows come from standard input, one JSON object a line
    table: String,
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: InsertRowsArguments) -> anyhow::Result<()> {
    let configuration = arguments.stores.configuration()?;
    if configuration.server.environment != EnvironmentName::Sandbox {
        bail!("rows are given to sandboxes only, and this deployment is in production");
    }
    let table = name(&arguments.table, "a table")?;
    let mut rows = Vec::new();
    for (number, line) in std::io::stdin().lock().lines().enumerate().take(MOST_ROWS) {
        let line = line.context("standard input cannot be read")?;
        rows.push(row(table, &line).with_context(|| format!("row {} cannot be inserted into {table}", number + 1))?);
    }
    let app = arguments.stores.open_app_store(&configuration).await?;
    let outcome = async {
        let mut transaction = app.begin().await?;
        for (number, (sql, values)) in rows.iter().enumerate() {
            let inserted = transaction.execute(sql, values).await;
            inserted.with_context(|| format!("row {} cannot be inserted into {table}", number + 1))?;
        }
        transaction.commit().await?;
        Ok(())
    }
    .await;
    app.close().await;
    outcome
}

/// The statement that inserts a row, and its values.
fn row(table: &str, line: &str) -> anyhow::Result<(String, Vec<Value>)> {
    let Json::Object(members) = serde_json::from_str(line).context("it is not JSON")? else {
        bail!("it is not a JSON object: {line}");
    };
    let (mut columns, mut places, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (column, value) in members {
        columns.push(name(&column, "a column")?.to_owned());
        values.push(match value {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Boolean(value),
            Json::String(text) => Value::Text(text),
            Json::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => Value::Int64(whole),
                (None, Some(float)) => Value::Float64(float),
                (None, None) => bail!("{column} is {number}, which no column holds"),
            },
            other => bail!("{column} is {other}: text, a number, true, false or null is expected"),
        });
        places.push(format!("${}", values.len()));
    }
    Ok((format!("INSERT INTO {table} ({}) VALUES ({})", columns.join(", "), places.join(", ")), values))
}

/// A name that can stand in a statement as it is.
fn name<'a>(text: &'a str, what: &str) -> anyhow::Result<&'a str> {
    let is_name = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !is_name {
        bail!("\"{text}\" names no {}: lowercase letters, digits and _ are expected", what.trim_start_matches("a "));
    }
    Ok(text)
}
