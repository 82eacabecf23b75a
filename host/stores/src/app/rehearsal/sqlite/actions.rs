//! Everything that SQLite's authorizer tells of one statement.

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use std::collections::BTreeSet;

/// The database of a store: it attaches no other one, and has no temporary tables.
const STORE: &str = "main";
/// Tables in which SQLite keeps the schema, and the counters of AUTOINCREMENT.
const CATALOGUE: &[&str] = &["sqlite_master", "sqlite_schema", "sqlite_sequence"];

/// Tells an action on the schema of temporary tables alone.
fn is_temporary_catalogue(action: &AuthAction<'_>) -> bool {
    let is_catalogue = |table: &str| ["sqlite_temp_master", "sqlite_temp_schema"].contains(&table);
    match action {
        AuthAction::Read { table_name, .. } | AuthAction::Update { table_name, .. } => is_catalogue(table_name),
        _ => false,
    }
}

/// The actions of one statement, in SQLite's own words.
#[derive(Debug, Clone)]
pub(super) struct Actions {
    /// True while a text of the component is read; false for a question of the host.
    pub(super) is_watching: bool,
    /// Tables that it reads or changes rows of, those of the catalogue included.
    pub(super) tables: BTreeSet<String>,
    /// Names that it selects from without reading a column: tables, and what a WITH makes.
    pub(super) mentioned: BTreeSet<String>,
    pub(super) functions: BTreeSet<String>,
    /// Tables and indexes that it makes, alters or drops.
    pub(super) defined: BTreeSet<String>,
    /// True for an ALTER TABLE, which asks SQLite questions of its own.
    pub(super) alters: bool,
    /// True if it selects rows.
    pub(super) selects: bool,
    /// Tables, those of the catalogue left out, of which it inserts or updates rows.
    pub(super) written: BTreeSet<String>,
    /// Those of them whose present rows it changes.
    pub(super) changed: BTreeSet<String>,
    /// Tables, those of the catalogue left out, of which it deletes rows.
    pub(super) deleted: BTreeSet<String>,
    /// True if it inserts rows into a table of the store.
    pub(super) inserts: bool,
    /// True if it updates rows of a table of the store.
    pub(super) updates: bool,
    /// Anything else, as words behind "it uses".
    pub(super) forbidden: BTreeSet<String>,
}

impl Default for Actions {
    fn default() -> Actions {
        Actions {
            is_watching: true,
            tables: BTreeSet::new(),
            mentioned: BTreeSet::new(),
            functions: BTreeSet::new(),
            defined: BTreeSet::new(),
            alters: false,
            selects: false,
            written: BTreeSet::new(),
            changed: BTreeSet::new(),
            deleted: BTreeSet::new(),
            inserts: false,
            updates: false,
            forbidden: BTreeSet::new(),
        }
    }
}

impl Actions {
    /// Notes one action. What reaches beyond a store is denied at once; anything else is judged when all is known, since a
    /// rehearsal reads no rows and changes nothing that lasts.
    pub(super) fn note(&mut self, context: &AuthContext<'_>) -> Authorization {
        if !self.is_watching {
            return Authorization::Allow;
        }
        // Of ALTER TABLE … DROP COLUMN SQLite tells the column in the place of the database, which the action has itself.
        if let Some(database) = context.database_name
            && database != STORE
            && !matches!(context.action, AuthAction::AlterTable { .. })
        {
            // ALTER TABLE looks for temporary triggers and views that name the table; a rehearsal has none.
            if self.alters && is_temporary_catalogue(&context.action) {
                return Authorization::Allow;
            }
            return self.forbid(format!("the database {database}"));
        }
        match context.action {
            AuthAction::Select => self.selects = true,
            AuthAction::Recursive => {}
            AuthAction::Read { table_name, column_name: "" } => {
                self.mentioned.insert(table_name.to_owned());
            }
            AuthAction::Read { table_name, .. } => self.table(table_name),
            AuthAction::Insert { table_name }
            | AuthAction::Update { table_name, .. }
            | AuthAction::Delete { table_name } => {
                // Defining a table writes the catalogue; a statement cannot.
                if !CATALOGUE.contains(&table_name) {
                    let changed = match context.action {
                        AuthAction::Delete { .. } => &mut self.deleted,
                        _ => &mut self.written,
                    };
                    changed.insert(table_name.to_owned());
                }
                if matches!(context.action, AuthAction::Update { .. }) {
                    self.changed.insert(table_name.to_owned());
                }
                self.inserts |= matches!(context.action, AuthAction::Insert { .. });
                self.updates |= matches!(context.action, AuthAction::Update { .. });
                self.table(table_name);
            }
            AuthAction::Function { function_name } => {
                self.functions.insert(function_name.to_ascii_lowercase());
            }
            AuthAction::CreateTable { table_name } | AuthAction::DropTable { table_name } => self.define(table_name),
            AuthAction::CreateIndex { index_name, table_name } | AuthAction::DropIndex { index_name, table_name } => {
                self.define(index_name);
                self.define(table_name);
            }
            AuthAction::AlterTable { database_name, table_name } => {
                if database_name != STORE {
                    return self.forbid(format!("the database {database_name}"));
                }
                self.alters = true;
                self.define(table_name);
            }
            // A new index is filled.
            AuthAction::Reindex { index_name } => self.define(index_name),
            // ALTER TABLE looks whether present rows fulfil a new constraint.
            AuthAction::Pragma { pragma_name: "quick_check", .. } if self.alters => {}
            AuthAction::Pragma { pragma_name, .. } => return self.forbid(format!("PRAGMA {pragma_name}")),
            AuthAction::Attach { .. } | AuthAction::Detach { .. } => return self.forbid("another database".to_owned()),
            AuthAction::Transaction { .. } | AuthAction::Savepoint { .. } => {
                return self.forbid("a transaction of its own".to_owned());
            }
            AuthAction::CreateVtable { module_name, .. } | AuthAction::DropVtable { module_name, .. } => {
                return self.forbid(format!("the virtual table module {module_name}"));
            }
            AuthAction::CreateView { .. } | AuthAction::DropView { .. } => return self.forbid("a view".to_owned()),
            AuthAction::CreateTrigger { .. } | AuthAction::DropTrigger { .. } => {
                return self.forbid("a trigger".to_owned());
            }
            AuthAction::Analyze { .. } => return self.forbid("ANALYZE".to_owned()),
            AuthAction::CreateTempTable { .. }
            | AuthAction::CreateTempIndex { .. }
            | AuthAction::CreateTempTrigger { .. }
            | AuthAction::CreateTempView { .. }
            | AuthAction::DropTempTable { .. }
            | AuthAction::DropTempIndex { .. }
            | AuthAction::DropTempTrigger { .. }
            | AuthAction::DropTempView { .. } => return self.forbid("a temporary table".to_owned()),
            // SQLite may learn to do more than this release knows of.
            other => return self.forbid(format!("an action that this host does not know ({other:?})")),
        }
        Authorization::Allow
    }

    /// True if it inserts, updates or deletes rows.
    pub(super) fn changes_rows(&self) -> bool {
        !self.written.is_empty() || !self.deleted.is_empty()
    }

    /// Tells one of SQLite's own tables, which defining a table reads and writes.
    pub(super) fn is_of_the_catalogue(name: &str) -> bool {
        CATALOGUE.contains(&name)
    }

    fn table(&mut self, name: &str) {
        self.tables.insert(name.to_owned());
    }

    fn define(&mut self, name: &str) {
        self.defined.insert(name.to_owned());
    }

    fn forbid(&mut self, what: String) -> Authorization {
        self.forbidden.insert(what);
        Authorization::Deny
    }
}
