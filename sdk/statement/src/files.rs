//! The files of one statement, as they lie in a component's folder.
//!
//! `sql/name.sql` is the text for every engine. For the app store, `sql/name.sqlite.sql` and `sql/name.postgres.sql` may
//! lie beside it or in its place, each for its engine; a text that no engine would run is refused.

use crate::columns::AppStoreDialect;
use crate::dialects::{DialectError, same_form};
use crate::{Expanded, Statement, StatementError, expand};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A text, read and parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementFile {
    /// Relative to the component's folder.
    pub name: String,
    pub path: PathBuf,
    /// The text with its parts written out.
    pub sql: String,
    /// The files of its parts.
    pub parts: Vec<PathBuf>,
    pub statement: Statement,
}

/// Every text of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementFiles {
    /// The file's name without folder and endings.
    pub name: String,
    /// For each engine that has no text of its own.
    pub main: StatementFile,
    pub dialects: Vec<(AppStoreDialect, StatementFile)>,
}

/// The reason why the files are not a statement.
#[derive(Debug, Error)]
pub enum StatementFilesError {
    #[error("{file} is not the name of a statement's file: it ends in .sql, and in no word for an engine before that")]
    Name { file: String },
    #[error("{file} cannot be read: {source}")]
    Unreadable { file: String, source: std::io::Error },
    #[error("{file}, {source}")]
    Malformed { file: String, source: StatementError },
    #[error("there is neither {file} nor {dialect}")]
    Missing { file: String, dialect: String },
    #[error("{file} is run by no engine: {dialects} take its place; remove it")]
    NeverRun { file: String, dialects: String },
    #[error("{dialect} is a text for an engine of the app store, and {file} is declared for the warehouse")]
    Warehouse { file: String, dialect: String },
    #[error(transparent)]
    Dialect(#[from] DialectError),
}

impl StatementFiles {
    /// Reads `file` of `folder` and what lies beside it. `for_app_store` says which store the statement is declared for.
    pub fn read(folder: &Path, file: &str, for_app_store: bool) -> Result<StatementFiles, StatementFilesError> {
        let stem = file
            .strip_suffix(".sql")
            .filter(|stem| !AppStoreDialect::ALL.iter().any(|engine| stem.ends_with(&format!(".{}", engine.word()))));
        let stem = stem.ok_or_else(|| StatementFilesError::Name { file: file.to_owned() })?;
        let name = stem.rsplit('/').next().unwrap_or(stem).to_owned();
        let dialect_file = |engine: AppStoreDialect| format!("{stem}.{}.sql", engine.word());
        let own = AppStoreDialect::ALL.map(|engine| folder.join(dialect_file(engine)).is_file());
        if !for_app_store && let Some(index) = own.iter().position(|exists| *exists) {
            let dialect = dialect_file(AppStoreDialect::ALL[index]);
            return Err(StatementFilesError::Warehouse { file: file.to_owned(), dialect });
        }
        let main = || read(folder, file);
        let text = |engine: AppStoreDialect| read(folder, &dialect_file(engine));
        let missing = |engine: AppStoreDialect| StatementFilesError::Missing {
            file: file.to_owned(),
            dialect: dialect_file(engine),
        };
        use AppStoreDialect::{Postgres, Sqlite};
        match (folder.join(file).is_file(), own) {
            (_, [false, false]) => Ok(StatementFiles { name, main: main()?, dialects: Vec::new() }),
            (true, [true, false]) => pair(name, (Postgres, main()?), (Sqlite, text(Sqlite)?)),
            (true, [false, true]) => pair(name, (Sqlite, main()?), (Postgres, text(Postgres)?)),
            (false, [true, true]) => pair(name, (Sqlite, text(Sqlite)?), (Postgres, text(Postgres)?)),
            (false, [true, false]) => Err(missing(Postgres)),
            (false, [false, true]) => Err(missing(Sqlite)),
            (true, [true, true]) => Err(StatementFilesError::NeverRun {
                file: file.to_owned(),
                dialects: AppStoreDialect::ALL.map(dialect_file).join(" and "),
            }),
        }
    }
}

/// A statement of two texts: the first for every engine that has none of its own.
fn pair(
    name: String,
    (main_engine, main): (AppStoreDialect, StatementFile),
    (engine, dialect): (AppStoreDialect, StatementFile),
) -> Result<StatementFiles, StatementFilesError> {
    same_form((&main.name, &main.statement, main_engine), (&dialect.name, &dialect.statement, engine))?;
    Ok(StatementFiles { name, main, dialects: vec![(engine, dialect)] })
}

fn read(folder: &Path, file: &str) -> Result<StatementFile, StatementFilesError> {
    let path = folder.join(file);
    let sql = std::fs::read_to_string(&path)
        .map_err(|source| StatementFilesError::Unreadable { file: file.to_owned(), source })?;
    let malformed = |source| StatementFilesError::Malformed { file: file.to_owned(), source };
    let Expanded { sql, parts } = expand(folder, &sql).map_err(malformed)?;
    let statement = Statement::parse(&sql).map_err(malformed)?;
    Ok(StatementFile { name: file.to_owned(), path, sql, parts, statement })
}
