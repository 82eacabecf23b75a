//! The program of a statement: the tables whose trees it opens, and whether it chooses the numbers of rows.

use crate::app::rehearsal::sqlite::actions::Actions;
use crate::report::Report;
use rusqlite::{Connection, Result, Row};
use std::collections::{BTreeSet, HashMap};

/// The root of each tree, with the table that it belongs to. SQLite's own catalogue has the first page.
const ROOTS: &str =
    "SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0 UNION ALL SELECT 1, 'sqlite_schema'";

/// The flag of an instruction that takes the root from a register: only the making of a table does.
const ROOT_IN_REGISTER: i64 = 0x10;
/// The number of the store among the databases of a connection.
const STORE: i64 = 0;

/// The table in which AUTOINCREMENT keeps the last number of each table.
const COUNTERS: &str = "sqlite_sequence";

/// The host's question for the items of a list, by a table function of SQLite.
const LIST: &str = "EXPLAIN SELECT value FROM json_each('[]')";

/// The name that the authorizer tells of the items of a list.
pub(super) const LIST_ITEMS: &str = "json_each";

/// The name of the table function of lists in the programs of this connection: each has one for all of its programs.
fn list_function(connection: &Connection) -> Result<Option<String>> {
    let mut program = connection.prepare(LIST)?;
    let mut instructions = program.raw_query();
    while let Some(instruction) = instructions.next()? {
        if instruction.get::<_, String>("opcode")? == "VOpen" {
            return instruction.get("p4");
        }
    }
    Ok(None)
}

/// The registers from which rows are stored, each with the table, and what is known of the numbers in them.
#[derive(Debug, Default)]
struct Numbers {
    stored: Vec<(String, i64)>,
    /// Registers whose number the statement gives: SQLite makes sure that it is one.
    given: BTreeSet<i64>,
    /// Registers with the number of a row that is read. A whole table that is copied (`INSERT INTO … SELECT *`) keeps its numbers; an update
    /// stores a row under the number that it had.
    read: BTreeSet<i64>,
}

impl Numbers {
    fn note(&mut self, operation: &str, instruction: &Row<'_>) -> Result<()> {
        match operation {
            "MustBeInt" => drop(self.given.insert(instruction.get("p1")?)),
            "Rowid" => drop(self.read.insert(instruction.get("p2")?)),
            // Rows of what SQLite itself keeps meanwhile have no table's name.
            "Insert" => {
                if let Some(table) = instruction.get::<_, Option<String>>("p4")? {
                    self.stored.push((table, instruction.get("p3")?));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The tables of whose rows the statement chooses the number.
    fn chosen(self, actions: &Actions) -> impl Iterator<Item = String> {
        let Numbers { stored, given, read } = self;
        let copies = actions.inserts && !actions.updates;
        let is_chosen = move |register: &i64| given.contains(register) || (copies && read.contains(register));
        stored.into_iter().filter(move |(_, register)| is_chosen(register)).map(|(table, _)| table)
    }
}

/// Adds to `report` what the program of `sql`, one statement that SQLite has prepared, opens, and the names that it mentions
/// where a table has them. With `has_lists` it may open the items of lists. One that inserts reads and writes the counter of its table once each, which is SQLite's own doing.
pub(super) fn read(
    connection: &Connection,
    sql: &str,
    has_lists: bool,
    actions: &Actions,
    report: &mut Report,
) -> Result<()> {
    let list_function = if has_lists { list_function(connection)? } else { None };
    let roots: HashMap<i64, String> = {
        let mut found = connection.prepare(ROOTS)?;
        found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_>>()?
    };
    let is_table = |name: &&String| roots.values().any(|table| table == *name);
    report.tables.extend(actions.mentioned.iter().filter(is_table).cloned());
    let mut program = connection.prepare(&format!("EXPLAIN {sql}"))?;
    let mut instructions = program.raw_query();
    let mut of_counters: Vec<String> = match actions.inserts {
        true => vec!["OpenRead".to_owned(), "OpenWrite".to_owned()],
        false => Vec::new(),
    };
    let mut numbers = Numbers::default();
    while let Some(instruction) = instructions.next()? {
        let operation: String = instruction.get("opcode")?;
        numbers.note(&operation, instruction)?;
        let (root, database, flags) = match operation.as_str() {
            "OpenRead" | "OpenWrite" | "ReopenIdx" => {
                (instruction.get::<_, i64>("p2")?, instruction.get::<_, i64>("p3")?, instruction.get::<_, i64>("p5")?)
            }
            // All rows of a table, or of an index, are deleted.
            "Clear" => (instruction.get("p1")?, instruction.get("p2")?, 0),
            "VOpen" if list_function.is_some() && instruction.get::<_, Option<String>>("p4")? == list_function => {
                report.tables.remove(LIST_ITEMS);
                continue;
            }
            "VOpen" | "VUpdate" | "VCreate" | "VDestroy" | "VBegin" => {
                report.forbidden.insert("a virtual table or a table function".to_owned());
                continue;
            }
            "CreateBtree" | "Destroy" | "ParseSchema" | "SqlExec" | "Vacuum" | "JournalMode" | "SetCookie" => {
                report.forbidden.insert(format!("the instruction {operation}"));
                continue;
            }
            _ => continue,
        };
        match roots.get(&root) {
            Some(table) if database == STORE && flags & ROOT_IN_REGISTER == 0 => {
                if table == COUNTERS
                    && let Some(own) = of_counters.iter().position(|known| *known == operation)
                {
                    of_counters.remove(own);
                    continue;
                }
                report.tables.insert(table.clone());
            }
            _ => {
                report.forbidden.insert("a table that is not in the store".to_owned());
            }
        }
    }
    report.numbered.extend(numbers.chosen(actions));
    Ok(())
}
