//! Every warehouse statement of the families and examples, in every shape that its lines allow.

// The figures and functions are printed with `--nocapture`.
#![allow(clippy::print_stderr)]

use super::{Warehouse, database};
use quarry::ingest::migrate::{MigrationSettings, migrate};
use quarry::stores::report::Report;
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::is_computing_function;
use quarry_statement::{Dialect, ParameterType, Rendered, Statement, StatementFiles};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The files that `statement!(warehouse, …)` names below a folder of crates, each behind the folder of its crate.
fn files() -> BTreeSet<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeSet::new();
    for folder in ["plugins", "examples"] {
        for component in std::fs::read_dir(root.join(folder)).expect("a folder").flatten() {
            let mut folders = vec![component.path().join("src")];
            while let Some(folder) = folders.pop() {
                for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                    if entry.path().is_dir() {
                        folders.push(entry.path());
                    } else if entry.path().extension().is_some_and(|extension| extension == "rs") {
                        let source = std::fs::read_to_string(entry.path()).expect("a source");
                        for declared in source.split("statement!(").skip(1) {
                            let Some(rest) = declared.trim_start().strip_prefix("warehouse,") else { continue };
                            let file = rest.split('"').nth(1).expect("a file");
                            found.insert((component.path(), file.to_owned()));
                        }
                    }
                }
            }
        }
    }
    found
}

fn shapes(statement: &Statement) -> Vec<(Rendered, Option<&str>)> {
    let conditions = statement.conditions();
    let mut orders: Vec<Option<&str>> = statement.orders().map(Some).collect();
    if orders.is_empty() {
        orders.push(None);
    }
    let mut shapes = Vec::new();
    for given in 0..1_u32 << conditions.len() {
        for order in &orders {
            for has_cursor in [false, true] {
                if has_cursor && !statement.is_paged() {
                    continue;
                }
                let is_given = |name: &str| {
                    conditions.iter().position(|known| *known == name).is_none_or(|place| given >> place & 1 == 1)
                };
                shapes.push((statement.render(Dialect::ClickHouse, *order, is_given, has_cursor), *order));
            }
        }
    }
    shapes
}

fn example(statement: &Statement, order: Option<&str>, name: &str) -> (String, Value) {
    let declared = statement.parameters().iter().find(|known| known.name == name).map(|known| known.kind);
    let after = || statement.after(order).get(name.strip_prefix("after.")?.parse::<usize>().ok()? - 1).map(|c| c.kind);
    let value = match declared.or_else(after).unwrap_or(ParameterType::Uint64) {
        ParameterType::Boolean => Value::Boolean(true),
        ParameterType::Int64 => Value::Int64(1),
        ParameterType::Uint64 => Value::UInt64(1),
        ParameterType::Float64 => Value::Float64(1.0),
        ParameterType::Text => Value::Text("1".to_owned()),
        ParameterType::Bytes => Value::Bytes(vec![0; 20]),
        ParameterType::Timestamp => Value::Timestamp(0),
        ParameterType::TextList => Value::TextList(vec!["1".to_owned()]),
        ParameterType::Int64List => Value::Int64List(vec![1]),
        ParameterType::Uint64List => Value::UInt64List(vec![1]),
        ParameterType::BytesList => Value::BytesList(vec![vec![0; 20]]),
        ParameterType::Rows => unreachable!("rows are of the app store"),
    };
    (quarry_statement::dotless(name), value)
}

async fn migrated(name: &str) -> Warehouse {
    let warehouse = database(name).await;
    migrate(&warehouse, &MigrationSettings::default()).await.expect("a schema");
    warehouse
}

#[tokio::test]
async fn every_statement_of_the_families_reports_its_tables_in_every_shape() {
    let warehouse = migrated("families").await;
    let mut tables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut functions = BTreeSet::new();
    let (mut count, mut longest, mut total) = (0_u32, Duration::ZERO, Duration::ZERO);
    for (folder, file) in files() {
        let statement = StatementFiles::read(&folder, &file, false).expect("well formed").main.statement;
        let name = folder.join(&file).to_string_lossy().split("/../").last().expect("a path").to_owned();
        for (rendered, order) in shapes(&statement) {
            let params: Vec<_> = rendered.bindings.iter().map(|name| example(&statement, order, name)).collect();
            let started = Instant::now();
            let report = warehouse.report(&rendered.sql, &params, &|_| true).await;
            let took = started.elapsed();
            let report = report.unwrap_or_else(|error| panic!("{name}: {error}\n{}", rendered.sql));
            (count, longest, total) = (count + 1, longest.max(took), total + took);
            assert!(report.forbidden.is_empty(), "{name}: {report:#?}\n{}", rendered.sql);
            let refused: Vec<_> = report.functions.iter().filter(|name| !is_computing_function(name)).collect();
            assert!(refused.is_empty(), "{name}: {refused:?}");
            functions.extend(report.functions.iter().cloned());
            tables.entry(name.clone()).or_default().extend(report.tables.iter().cloned());
            if count % 16 == 1 {
                same_in_brackets(&warehouse, &rendered.sql, &params, &report, &name).await;
                let exact = warehouse.report(&rendered.sql, &params, &|table| report.tables.contains(table)).await;
                assert_eq!(exact.expect("a report"), report, "{name}: its own tables are enough");
            }
        }
    }
    eprintln!("{count} shapes, {:?} each, {longest:?} the longest", total / count);
    eprintln!("{} functions: {functions:?}", functions.len());
    let mut listed = String::new();
    for (file, tables) in &tables {
        let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
        writeln!(listed, "{file}: {}", tables.join(", ")).expect("a String");
    }
    insta::assert_snapshot!("tables_of_statements", listed);
}

/// A file of rows is asked for as `SELECT columns FROM (text)`: ClickHouse says the same of it.
async fn same_in_brackets(warehouse: &Warehouse, sql: &str, params: &[(String, Value)], report: &Report, name: &str) {
    let columns: Vec<String> = report.columns.iter().map(|column| format!("`{column}`")).collect();
    let wrapped = format!("SELECT {} FROM (\n{sql}\n)", columns.join(", "));
    let of_file = warehouse.report(&wrapped, params, &|_| true).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(&of_file, report, "{name}");
}
