//! ClickHouse inside this process: one data directory, one connection for each request.
//!
//! Always true: an anchor connection stays open while the engine lives (closing the last one stops it); every connection
//! names the same path; a setting is handed on only when `system.settings` knows it, because the library ignores
//! unknown names silently.

pub(crate) mod failure;
pub(crate) mod ffi;

use self::failure::{EngineFailure, code};
use self::ffi::{Connection, Library, Parameters};
use crate::start_error::StartError;
use crate::statement::refusal::Refusals;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The niceness of merges, as `nice` counts: 19 gives way most.
const MERGE_NICENESS: u64 = 10;

/// Runs of an expression before it is compiled to machine code, 3 by the engine's own choice. Compiling takes tens of milliseconds,
/// ten times as long as most statements spend with rows: it is for what is asked again and again.
const RUNS_BEFORE_COMPILING: u32 = 100;

/// The folder and the limits of the engine.
pub(crate) struct EngineOptions {
    pub(crate) library: PathBuf,
    pub(crate) data_dir: PathBuf,
    /// All queries, merges and caches together; `None` leaves ClickHouse's own rule (nine tenths of the machine).
    pub(crate) memory_limit_bytes: Option<u64>,
}

/// The running engine.
pub(crate) struct Engine {
    library: &'static Library,
    base_arguments: Vec<String>,
    anchor: Mutex<Option<Connection>>,
    known_settings: HashSet<String>,
    refusals: Refusals,
    version: String,
    tag_prefix: String,
    next_tag: AtomicU64,
}

/// The settings that one request asks of its connection.
#[derive(Default)]
pub(crate) struct Session {
    /// Query settings, in the order of the request; the last of a name counts.
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) database: Option<String>,
    /// Set for requests that must not write whatever their settings say.
    pub(crate) read_only: bool,
    /// Identifies the query in `system.processes`, through `log_comment`.
    pub(crate) tag: String,
}

impl Engine {
    /// Loads the library and opens the data directory.
    pub(crate) fn start(options: &EngineOptions) -> Result<Engine, StartError> {
        if !options.library.is_file() {
            return Err(StartError::LibraryMissing { path: options.library.clone() });
        }
        let library = Library::load(&options.library)
            .map_err(|source| StartError::LibraryUnusable { path: options.library.clone(), source })?;
        let mut base_arguments = vec![format!("--path={}", options.data_dir.join("store").display())];
        let file = write_engine_config(&options.data_dir, options.memory_limit_bytes)?;
        base_arguments.push(format!("--config-file={}", file.display()));
        for compiled in ["expression", "aggregate_expression", "sort_description"] {
            base_arguments.push(format!("--min_count_to_compile_{compiled}={RUNS_BEFORE_COMPILING}"));
        }
        let anchor =
            Connection::open(library, &base_arguments).ok_or_else(|| StartError::engine_refused(&options.data_dir))?;
        let column = |statement: &str| -> Result<Vec<String>, StartError> {
            let answer = anchor.query(statement, "TSVRaw", &Parameters::default());
            match answer.error() {
                Some(message) => Err(StartError::EngineUnusable { message }),
                None => Ok(String::from_utf8_lossy(answer.as_ref()).lines().map(str::to_owned).collect()),
            }
        };
        let known_settings = column("SELECT name FROM system.settings")?.into_iter().collect();
        let refusals = Refusals::new(column("SELECT name FROM system.table_functions")?);
        let version = column("SELECT version()")?.concat();
        #[expect(
            clippy::disallowed_methods,
            reason = "tells this start's queries from an earlier one's; nothing is decided by it"
        )]
        let started_at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis());
        Ok(Engine {
            library,
            base_arguments,
            anchor: Mutex::new(Some(anchor)),
            known_settings,
            refusals,
            version,
            tag_prefix: format!("quarry-{}-{started_at}-", std::process::id()),
            next_tag: AtomicU64::new(1),
        })
    }

    /// The ClickHouse version, such as `26.7.2.1`.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// The library's own version.
    pub(crate) fn library_version(&self) -> String {
        self.library.version()
    }

    /// The words that no statement may contain.
    pub(crate) fn refusals(&self) -> &Refusals {
        &self.refusals
    }

    /// A name for one query that no other query of this data directory has. It ends in a dot, so that none is a prefix
    /// of another.
    pub(crate) fn new_tag(&self) -> String {
        format!("{}{}.", self.tag_prefix, self.next_tag.fetch_add(1, Ordering::Relaxed))
    }

    /// The beginning of every tag of this process.
    pub(crate) fn tag_prefix(&self) -> &str {
        &self.tag_prefix
    }

    /// A connection without settings, for the warehouse's own statements.
    pub(crate) fn plain_connection(&self) -> Option<Connection> {
        Connection::open(self.library, &self.base_arguments)
    }

    /// A connection as the request asks. Unknown settings are code 115; a bad value is the engine's own error.
    pub(crate) fn connect(&self, session: &Session) -> Result<Connection, EngineFailure> {
        let mut arguments = self.base_arguments.clone();
        let mut comment = session.tag.clone();
        for (name, value) in &session.settings {
            if !self.known_settings.contains(name) {
                let sentence = format!("Setting {name} is neither a builtin setting nor started with a custom prefix");
                return Err(EngineFailure::new(code::UNKNOWN_SETTING, "UNKNOWN_SETTING", sentence));
            }
            if name == "log_comment" {
                comment.push_str(value);
            } else {
                arguments.push(format!("--{name}={value}"));
            }
        }
        arguments.push(format!("--log_comment={comment}"));
        if session.read_only && !session.settings.iter().any(|(name, _)| name == "readonly") {
            arguments.push("--readonly=2".to_owned());
        }
        let connection =
            Connection::open(self.library, &arguments).ok_or_else(|| self.explain_refused_settings(session))?;
        if let Some(database) = session.database.as_deref().filter(|name| !name.is_empty() && *name != "default") {
            let statement = format!("USE {}", quote_identifier(database));
            if let Some(message) = connection.query(&statement, "Null", &Parameters::default()).error() {
                return Err(EngineFailure::from_engine(message));
            }
        }
        Ok(connection)
    }

    /// The library says only that it refused; setting one after the other by SQL finds out which value was wrong.
    fn explain_refused_settings(&self, session: &Session) -> EngineFailure {
        let unknown =
            || EngineFailure::new(code::UNKNOWN_EXCEPTION, "UNKNOWN_EXCEPTION", "The engine opened no connection");
        let Some(connection) = self.plain_connection() else { return unknown() };
        for (name, value) in &session.settings {
            let statement = format!("SET {name} = {}", quote_text(value));
            if let Some(message) = connection.query(&statement, "Null", &Parameters::default()).error() {
                return EngineFailure::from_engine(message);
            }
        }
        unknown()
    }

    /// Closes the anchor and stops the engine. Every request must have ended.
    pub(crate) fn stop(&self) {
        drop(self.anchor.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.library.shutdown();
    }
}

/// Server-wide settings can only come from a configuration file. Merges get what processor time queries leave: an ingest
/// is not held up by the merging of what it wrote, nor is a reader.
fn write_engine_config(data_dir: &Path, memory_limit_bytes: Option<u64>) -> Result<PathBuf, StartError> {
    let path = data_dir.join("engine.xml");
    let memory = memory_limit_bytes.map(|limit| setting("max_server_memory_usage", limit)).unwrap_or_default();
    let merges = setting("os_threads_nice_value_merge_mutate", MERGE_NICENESS);
    let text = format!("<clickhouse>\n{memory}{merges}</clickhouse>\n");
    std::fs::write(&path, text).map_err(|source| StartError::data_dir(data_dir, source))?;
    Ok(path)
}

fn setting(name: &str, value: u64) -> String {
    format!("    <{name}>{value}</{name}>\n")
}

/// `text` as a ClickHouse string literal.
pub(crate) fn quote_text(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn quote_identifier(name: &str) -> String {
    format!("`{}`", name.replace('\\', "\\\\").replace('`', "\\`"))
}
