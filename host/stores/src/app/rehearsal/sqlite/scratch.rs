//! The store in memory where a rehearsal happens, and the bounds on it.

use crate::app::AppStoreError;
use crate::app::rehearsal::sqlite::actions::Actions;
use crate::app::rehearsal::sqlite::schema::Schema;
use crate::app::rehearsal::{OwnNames, RehearsalError};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest that a rehearsal takes, parsing included.
const TIME: Duration = Duration::from_secs(30);
/// Virtual-machine instructions between two looks at the clock.
const INSTRUCTIONS_BETWEEN_LOOKS: i32 = 1_000;

/// Bounds on what a text may be. All components of ours stay below a tenth of each.
const LIMITS: &[(Limit, i32)] = &[
    (Limit::SQLITE_LIMIT_LENGTH, 4 << 20),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
    (Limit::SQLITE_LIMIT_COLUMN, 500),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 200),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 50),
    (Limit::SQLITE_LIMIT_VDBE_OP, 250_000),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 100),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// A connection to a store in memory, under the authorizer.
pub(super) struct Scratch {
    connection: Connection,
    actions: Arc<Mutex<Actions>>,
}

impl Scratch {
    /// With the tables of everybody but the component.
    pub(super) fn open(schema: &Schema, own: &OwnNames) -> Result<Scratch, RehearsalError> {
        let connection = open(schema, own).map_err(|error| AppStoreError::of_rehearsal(&error))?;
        let actions = Arc::new(Mutex::new(Actions::default()));
        let seen = Arc::clone(&actions);
        let set = connection.authorizer(Some(move |context: rusqlite::hooks::AuthContext<'_>| {
            seen.lock().unwrap_or_else(PoisonError::into_inner).note(&context)
        }));
        set.map_err(|error| AppStoreError::of_rehearsal(&error))?;
        Ok(Scratch { connection, actions })
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The actions that the authorizer was told of since the last call.
    pub(super) fn take_actions(&self) -> Actions {
        std::mem::take(&mut *self.lock())
    }

    /// The same, and it goes on adding to it.
    pub(super) fn actions(&self) -> Actions {
        self.lock().clone()
    }

    /// Asks SQLite something of the host's own.
    pub(super) fn unwatched<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.lock().is_watching = false;
        let answer = ask();
        self.lock().is_watching = true;
        answer
    }

    fn lock(&self) -> MutexGuard<'_, Actions> {
        self.actions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open(schema: &Schema, own: &OwnNames) -> rusqlite::Result<Connection> {
    // Without SQLITE_OPEN_URI, no name is an address with options.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_in_memory_with_flags(flags)?;
    let ends_at = Instant::now() + TIME;
    connection.progress_handler(INSTRUCTIONS_BETWEEN_LOOKS, Some(move || Instant::now() > ends_at))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // Foreign keys of the host's tables are the host's: a program then shows what its text asks for and no more.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, false)?;
    for (limit, value) in LIMITS {
        connection.set_limit(*limit, *value)?;
    }
    for sql in schema.of_others(own) {
        connection.prepare(&sql)?.raw_execute()?;
    }
    Ok(connection)
}
