//! A migration of a component: run on the scratch, statement by statement, each judged before it runs.

use crate::app::AppStoreError;
use crate::app::rehearsal::sqlite::actions::Actions;
use crate::app::rehearsal::sqlite::scratch::Scratch;
use crate::app::rehearsal::sqlite::text::{is_of_the_machine, line_of, message};
use crate::app::rehearsal::{OwnNames, RehearsalError};
use rusqlite::fallible_iterator::FallibleIterator;
use rusqlite::{Batch, Error};

/// Functions that a default, a check, a generated column or an index may call.
const FUNCTIONS: &[&str] = &[
    "abs",
    "char_length",
    "coalesce",
    "current_date",
    "current_time",
    "current_timestamp",
    "glob",
    "hex",
    "ifnull",
    "iif",
    "instr",
    "json_valid",
    "length",
    "like",
    "lower",
    "ltrim",
    "max",
    "min",
    "nullif",
    "octet_length",
    "replace",
    "round",
    "rtrim",
    "sign",
    "strftime",
    "substr",
    "substring",
    "trim",
    "typeof",
    "unixepoch",
    "upper",
];

/// Functions that ALTER TABLE itself calls to write the schema anew, and to look whether rows fulfil a new constraint.
const OF_ALTER: &[&str] = &[
    "glob",
    "length",
    "like",
    "lower",
    "printf",
    "raise",
    "sqlite_add_constraint",
    "sqlite_drop_column",
    "sqlite_drop_constraint",
    "sqlite_fail",
    "sqlite_rename_column",
    "sqlite_rename_quotefix",
    "sqlite_rename_table",
    "sqlite_rename_test",
    "substr",
];

/// The table function through which ALTER TABLE asks for the check of present rows.
const CHECK_OF_ALTER: &str = "pragma_quick_check";

/// The contents of the scratch beside the catalogue's own tables.
const OBJECTS: &str = "SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
const TABLES_REFERRED_TO: &str = "SELECT keys.\"table\" FROM pragma_foreign_key_list(?1) AS keys";
const DEFAULTS: &str =
    "SELECT columns.dflt_value FROM pragma_table_xinfo(?1) AS columns WHERE columns.dflt_value IS NOT NULL";

/// Runs the author's bytes. Refuses a statement that touches anything but the component's own tables and indexes.
pub(super) fn run(scratch: &Scratch, migration: &str, sql: &str, own: &OwnNames) -> Result<(), RehearsalError> {
    let refused = |reason: String| RehearsalError::Migration { migration: migration.to_owned(), reason };
    if sql.contains('\0') {
        return Err(refused("it holds a NUL, where SQLite stops reading".to_owned()));
    }
    let others = objects(scratch, own).map_err(|error| failed(&error, migration))?;
    let mut statements = Batch::new(scratch.connection(), sql);
    loop {
        scratch.take_actions();
        let next = statements.next();
        let actions = scratch.actions();
        judge(&actions, own).map_err(refused)?;
        let Some(mut statement) = next.map_err(|error| failed(&error, migration))? else { break };
        if actions.defined.is_empty() {
            return Err(refused("each of its statements makes, alters or drops a table or an index".to_owned()));
        }
        let done = statement.raw_execute();
        // SQLite itself says of what the authorizer denied no more than "not authorized".
        judge(&scratch.take_actions(), own).map_err(refused)?;
        done.map_err(|error| failed(&error, migration))?;
    }
    let made = objects(scratch, own).map_err(|error| failed(&error, migration))?;
    if made != others {
        return Err(refused("it changes a table or an index that is not its own".to_owned()));
    }
    check_tables(scratch, migration, own)
}

/// Tables and indexes that are not the component's: nothing that it does changes them.
fn objects(scratch: &Scratch, own: &OwnNames) -> Result<Vec<(String, String, String)>, Error> {
    let mut found = scratch.connection().prepare(OBJECTS)?;
    let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let all: Vec<(String, String, String)> = rows.collect::<Result<_, _>>()?;
    let is_own = |(kind, name, table): &(String, String, String)| {
        (kind == "table" || kind == "index") && own.has(name) && own.has(table)
    };
    Ok(all.into_iter().filter(|object| !is_own(object)).collect())
}

fn judge(actions: &Actions, own: &OwnNames) -> Result<(), String> {
    if let Some(forbidden) = actions.forbidden.first() {
        return Err(format!("it uses {forbidden}, which no component may"));
    }
    let prefix = own.prefix();
    let is_implicit = |name: &str| name.starts_with("sqlite_autoindex_") || name == "sqlite_sequence";
    if let Some(other) = actions.defined.iter().find(|name| !own.has(name) && !is_implicit(name)) {
        return Err(format!(
            "it makes, alters or drops {other}; its own tables and indexes have names that begin with `{prefix}`, in lowercase"
        ));
    }
    let is_good = |name: &String| {
        own.has(name) || Actions::is_of_the_catalogue(name) || (actions.alters && name == CHECK_OF_ALTER)
    };
    if let Some(other) = actions.tables.iter().find(|name| !is_good(name)) {
        return Err(format!("it reads or changes {other}, which is not its own"));
    }
    if actions.selects && !actions.alters {
        return Err("it selects rows; a migration makes, alters and drops tables and indexes".to_owned());
    }
    let is_known =
        |name: &String| FUNCTIONS.contains(&name.as_str()) || (actions.alters && OF_ALTER.contains(&name.as_str()));
    if let Some(other) = actions.mentioned.iter().find(|name| !is_good(name)) {
        return Err(format!("it selects from {other}"));
    }
    match actions.functions.iter().find(|name| !is_known(name)) {
        Some(unknown) => Err(format!("it calls the function {unknown}, which a migration may not")),
        None => Ok(()),
    }
}

/// The parts of a table that SQLite reads only when rows are written: the tables that foreign keys refer to, and defaults, whose
/// functions it never asks the authorizer about. Its catalogue has each default as it was read, an expression, so the same
/// expression is shown to it once more in a query.
fn check_tables(scratch: &Scratch, migration: &str, own: &OwnNames) -> Result<(), RehearsalError> {
    let refused = |reason: String| RehearsalError::Migration { migration: migration.to_owned(), reason };
    let connection = scratch.connection();
    let of_sqlite = |error: Error| failed(&error, migration);
    for table in own_tables(scratch, own).map_err(of_sqlite)? {
        let words = |sql: &str| -> Result<Vec<String>, Error> {
            scratch.unwatched(|| {
                let mut found = connection.prepare(sql)?;
                found.query_map([&table], |row| row.get(0))?.collect()
            })
        };
        let referred = words(TABLES_REFERRED_TO).map_err(of_sqlite)?;
        if let Some(other) = referred.iter().find(|name| !own.has(name)) {
            return Err(refused(format!("{table} refers to {other}, which is not its own")));
        }
        let defaults = words(DEFAULTS).map_err(of_sqlite)?;
        let shown = defaults.iter().map(|default| format!("SELECT (\n{default}\n)"));
        for sql in shown.chain([format!("SELECT * FROM \"{table}\"")]) {
            scratch.take_actions();
            let prepared = connection.prepare(&sql).map(drop);
            let Actions { functions, forbidden, tables, .. } = scratch.take_actions();
            judge(&Actions { functions, forbidden, tables, ..Actions::default() }, own).map_err(refused)?;
            prepared.map_err(of_sqlite)?;
        }
    }
    Ok(())
}

fn own_tables(scratch: &Scratch, own: &OwnNames) -> Result<Vec<String>, Error> {
    let mut found = scratch.connection().prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let names = found.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    Ok(names.into_iter().filter(|name| own.has(name)).collect())
}

fn failed(error: &Error, migration: &str) -> RehearsalError {
    if is_of_the_machine(error) {
        return AppStoreError::of_rehearsal(error).into();
    }
    let line = line_of(error).map(|line| format!(", line {line} of the statement")).unwrap_or_default();
    RehearsalError::Migration {
        migration: migration.to_owned(),
        reason: format!("SQLite refuses it{line}: {}", message(error)),
    }
}
