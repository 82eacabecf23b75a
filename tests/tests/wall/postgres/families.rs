//! Honest components' declarations: every family and every example is reported with its own tables and no other.

use super::store;
use quarry::stores::app::{AppStore, AppStoreDialect, OwnNames, RehearsedMigration, RehearsedText};
use quarry::stores::report::Report;
use quarry_statement::{Dialect, ParameterType, Statement, StatementFiles, expand, parameter_of_given};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A component's folder.
struct Component {
    folder: PathBuf,
    prefix: String,
    migrations: Vec<(String, String)>,
    statements: Vec<String>,
    scopes: BTreeMap<String, Statement>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn components() -> Vec<Component> {
    let root = root();
    let mut folders = vec![root.join("sdk/template")];
    for parent in ["plugins", "examples", "tests/components"] {
        folders.extend(entries(&root.join(parent)).into_iter().filter(|folder| folder.is_dir()));
    }
    folders.into_iter().map(component).filter(|component| !component.statements.is_empty()).collect()
}

fn component(folder: PathBuf) -> Component {
    let mut migrations = Vec::new();
    for file in entries(&folder.join("migrations")) {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".sqlite.sql") {
            migrations.push((name, std::fs::read_to_string(file).unwrap()));
        }
    }
    let made = migrations.iter().flat_map(|(_, sql)| sql.split_whitespace()).find_map(|word| word.split_once("__"));
    let prefix = made.map_or("none__".to_owned(), |(name, _)| format!("{name}__"));
    let (mut statements, mut scopes) = (BTreeSet::new(), BTreeSet::new());
    let mut sources = entries(&folder.join("src"));
    while let Some(source) = sources.pop() {
        if source.is_dir() {
            sources.extend(entries(&source));
            continue;
        }
        let text = std::fs::read_to_string(&source).unwrap_or_default();
        let quoted = |rest: &str| rest.split('"').nth(1).unwrap_or_default().to_owned();
        scopes.extend(text.split("scope!(").skip(1).map(quoted));
        statements.extend(text.split("#[guard(\"").skip(1).map(|rest| quoted(&format!("\"{rest}"))));
        for declared in text.split("statement!(").skip(1) {
            let mut words = declared.split(')').next().unwrap().split(',').map(str::trim);
            if words.next() == Some("app_store") {
                let file = words.nth(1).unwrap().trim_matches('"').to_owned();
                statements.extend(file.ends_with(".sql").then_some(file));
            }
        }
    }
    // A component in another language says it elsewhere; with tables of its own, its statements are about those.
    if statements.is_empty() && !folder.join("Cargo.toml").exists() && !migrations.is_empty() {
        let files = entries(&folder.join("sql"));
        statements.extend(files.iter().map(|file| format!("sql/{}", file.file_name().unwrap().to_str().unwrap())));
    }
    let scope = |file: String| {
        let name = Path::new(&file).file_stem().unwrap().to_str().unwrap().to_owned();
        let written = std::fs::read_to_string(folder.join(&file)).unwrap();
        (name, Statement::parse(&expand(&folder, &written).unwrap().sql).unwrap())
    };
    let mut scopes: BTreeMap<_, _> = scopes.into_iter().filter(|file| file.ends_with(".sql")).map(scope).collect();
    // And those of the crates beside it that it is made with.
    let cargo = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    for beside in cargo.split("path = \"../").skip(1).filter_map(|rest| rest.split('"').next()) {
        if !beside.contains('/') {
            scopes.extend(component(folder.parent().unwrap().join(beside)).scopes);
        }
    }
    Component { prefix, migrations, statements: statements.into_iter().collect(), scopes, folder }
}

/// Every text that the statement may become.
fn texts(statement: &Statement) -> Vec<RehearsedText> {
    let conditions = statement.conditions();
    let mut orders: Vec<Option<&str>> = statement.orders().map(Some).collect();
    if orders.is_empty() {
        orders.push(None);
    }
    let mut texts = Vec::new();
    for given in 0..1_u32 << conditions.len() {
        for order in &orders {
            for has_cursor in [false, true] {
                let is_given = |name: &str| {
                    conditions
                        .iter()
                        .position(|condition| *condition == name)
                        .is_none_or(|place| given >> place & 1 == 1)
                };
                let rendered = statement.render(Dialect::Postgres, *order, is_given, has_cursor);
                let kind = |name: &String| kind(statement, *order, name);
                texts.push(RehearsedText {
                    parameters: rendered.bindings.iter().map(kind).collect(),
                    sql: rendered.sql,
                });
            }
        }
    }
    texts
}

fn kind(statement: &Statement, order: Option<&str>, name: &str) -> ParameterType {
    if name == "page.limit" {
        return ParameterType::Uint64;
    }
    if parameter_of_given(name).is_some() {
        return ParameterType::Boolean;
    }
    if let Some(place) = name.strip_prefix("after.") {
        return statement.after(order)[place.parse::<usize>().unwrap() - 1].kind;
    }
    let parameter = |name: &str| statement.parameters().iter().find(|parameter| parameter.name == name).unwrap();
    // A column of rows is a list of its own, and so is where it is null.
    match name.split_once('/') {
        Some((_, column)) if column.ends_with('?') => ParameterType::Int64List,
        Some((rows, column)) => parameter(rows).columns.iter().find(|known| known.name == column).unwrap().list_kind(),
        None => parameter(name).kind,
    }
}

/// The tables that stand behind FROM, JOIN, INTO or UPDATE, and every word at all.
fn named(sql: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let words: Vec<&str> = sql
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let is_before = |word: &str| ["FROM", "JOIN", "INTO", "UPDATE"].contains(&word);
    let tables = words.windows(2).filter(|pair| is_before(pair[0])).map(|pair| pair[1].to_owned()).collect();
    (tables, words.into_iter().map(str::to_owned).collect())
}

fn expect_its_tables(place: &str, text: &RehearsedText, report: &Report, tables: &BTreeSet<String>) {
    assert!(report.forbidden.is_empty(), "{place}: {:?}\n{}", report.forbidden, text.sql);
    let (behind, words) = named(&text.sql);
    let missing: Vec<_> = behind.intersection(tables).filter(|table| !report.tables.contains(*table)).collect();
    assert!(missing.is_empty(), "{place}: {missing:?} are not reported");
    let more: Vec<_> = report.tables.difference(&words).collect();
    assert!(more.is_empty(), "{place}: {more:?} are reported and not there");
}

async fn tables(store: &AppStore) -> BTreeSet<String> {
    let sql = "SELECT relname::text AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v')";
    let rows = store.query(sql, &[]).await.unwrap();
    let named = format!("{rows:?}");
    named.split('"').map(str::to_owned).collect()
}

#[tokio::test]
async fn every_family_and_example_loads_with_exactly_its_tables() {
    let fresh = store().await;
    let hosts = tables(&fresh.store).await;
    let mut functions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut count, mut texts_in_all) = (0, 0);
    for component in components() {
        let name = component.folder.strip_prefix(root()).unwrap().display().to_string();
        let migrations: Vec<RehearsedMigration<'_>> =
            component.migrations.iter().map(|(name, sql)| RehearsedMigration { name, sql }).collect();
        let names = OwnNames::of(component.prefix.trim_end_matches("__"));
        let mut all = hosts.clone();
        let own = component.migrations.iter().flat_map(|(_, sql)| named(sql).1).filter(|word| names.has(word));
        all.extend(own);
        let mut rehearsed = Vec::new();
        let mut places = Vec::new();
        for file in &component.statements {
            let files = StatementFiles::read(&component.folder, file, true).unwrap();
            let dialect = files.dialects.iter().find(|(dialect, _)| *dialect == AppStoreDialect::Postgres);
            let statement = dialect.map_or(&files.main, |(_, file)| file);
            let whole = statement.statement.with_scopes(|name| component.scopes.get(name));
            for text in texts(&whole.unwrap_or_else(|error| panic!("{name}/{file}: {error}"))) {
                places.push(format!("{name}/{}", statement.name));
                rehearsed.push(text);
            }
        }
        texts_in_all += rehearsed.len();
        let reports = fresh.store.rehearse(&migrations, rehearsed.clone(), &names).await;
        let reports = reports.unwrap_or_else(|error| panic!("{name}: {error}: {error:?}"));
        assert_eq!(reports.len(), rehearsed.len());
        let mut seen = BTreeSet::new();
        for ((place, text), report) in places.iter().zip(&rehearsed).zip(&reports) {
            expect_its_tables(place, text, report, &all);
            for function in &report.functions {
                functions.entry(function.clone()).or_default().insert(name.clone());
            }
            if seen.insert(place) {
                eprintln!("{place}: {:?} {:?}", report.tables, report.functions);
            }
        }
        count += 1;
    }
    eprintln!("{texts_in_all} texts of {count} components call: {functions:#?}");
    assert!(count > 12, "{count} components were found");
}
