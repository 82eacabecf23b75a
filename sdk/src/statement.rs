//! Running declared statements.

use crate::bindings::quarry::plugin::{app_store, manifest, warehouse};
use crate::result_set::{DeferredRows, ResultSet};
use crate::values::Value;
use crate::{ColumnValue, Problem, Row};

pub use crate::bindings::quarry::plugin::manifest::Store;
pub use crate::bindings::quarry::plugin::values::StatementFailure;

/// A declared statement; [`crate::statement`] implements it for a struct with a field for each parameter.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # use quarry_sdk::{Statement, StatementFailure};
/// # statement!(app_store, CountNotes, "sql/note_count.sql");
/// fn is_empty<S: Statement>(statement: S) -> Result<bool, StatementFailure> {
///     Ok(statement.query()?.is_empty())
/// }
/// # fn example() -> Result<bool, Problem> {
/// Ok(is_empty(CountNotes {})?)
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a statement",
    label = "a struct that `statement!` made is expected"
)]
pub trait Statement: Sized {
    /// The file's name without its ending.
    const NAME: &'static str;
    /// Relative to the component's folder.
    const FILE: &'static str;
    /// The store that runs it.
    const STORE: Store;
    /// The text of the file, for every engine that has none of its own.
    const SQL: &'static str;
    /// The texts for one engine of the app store each.
    const DIALECTS: &'static [DialectText] = &[];
    /// The reason why it reads tenants' tables without being held to a tenant.
    const UNGUARDED: Option<&'static str> = None;

    /// The parameters that are given.
    fn bindings(self) -> Vec<(String, Value)>;

    /// Runs the statement. The rows stay in the host until they are asked for.
    fn query(self) -> Result<ResultSet, StatementFailure> {
        let bindings = self.bindings();
        let rows = match Self::STORE {
            Store::Warehouse => warehouse::query(Self::NAME, &bindings),
            Store::AppStore => app_store::query(Self::NAME, &bindings),
        };
        rows.map(ResultSet::new)
    }

    /// Runs it and reads every row as a struct that derives [`crate::Row`].
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(app_store, SelectNotes, "sql/notes.sql");
    /// # #[derive(Row)]
    /// # struct Note { title: String }
    /// # fn notes() -> Result<Vec<Note>, Problem> {
    /// SelectNotes { start: None }.all()
    /// # }
    /// ```
    fn all<R: Row>(self) -> Result<Vec<R>, Problem> {
        Ok(self.query()?.read()?)
    }

    /// Runs it and reads its first row; none where it gave no row.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(app_store, CountNotes, "sql/note_count.sql");
    /// # #[derive(Row)]
    /// # struct Count { notes: u64 }
    /// # fn count() -> Result<Option<Count>, Problem> {
    /// CountNotes {}.one()
    /// # }
    /// ```
    fn one<R: Row>(self) -> Result<Option<R>, Problem> {
        Ok(self.query()?.read_first()?)
    }

    /// Runs it and reads the values of its one column: a struct of one field needs no name.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(app_store, CountNotes, "sql/note_count.sql");
    /// # fn counts() -> Result<Vec<u64>, Problem> {
    /// CountNotes {}.values()
    /// # }
    /// ```
    fn values<T: ColumnValue>(self) -> Result<Vec<T>, Problem> {
        Ok(self.query()?.read_values()?)
    }

    /// Runs it and reads the first value of its one column; none where it gave no row.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(app_store, CountNotes, "sql/note_count.sql");
    /// # fn count() -> Result<Option<u64>, Problem> {
    /// CountNotes {}.value()
    /// # }
    /// ```
    fn value<T: ColumnValue>(self) -> Result<Option<T>, Problem> {
        Ok(self.query()?.read_first_value()?)
    }

    /// Leaves it to the host, for rows that the answer hands on unseen: nothing is waited for here. The host runs what
    /// was deferred when the handler has ended, several statements at a time, and answers 503 itself where the warehouse gives no
    /// rows. Of the warehouse alone; it counts as a statement that ran.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(warehouse, SelectTokens, "sql/tokens.sql");
    /// # fn answer() -> Result<Answer, Problem> {
    /// Ok(Answer::object().rows("tokens", SelectTokens { chain_id: 1 }.defer()?).into())
    /// # }
    /// ```
    fn defer(self) -> Result<DeferredRows, StatementFailure> {
        const {
            assert!(
                matches!(Self::STORE, Store::Warehouse),
                "a statement of the app store cannot be deferred: `query` it"
            )
        };
        warehouse::defer_query(Self::NAME, &self.bindings()).map(DeferredRows::new)
    }

    /// Counts the rows that it gives without reading them out. For statements of the warehouse only. Where counting takes
    /// longer than so many seconds it fails with [`StatementFailure::DeadlineExceeded`], and the rest of the request's time is
    /// left.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(warehouse, SelectTokens, "sql/tokens.sql");
    /// # fn example() -> Result<u64, Problem> {
    /// Ok(SelectTokens { chain_id: 1 }.count_rows(3)?)
    /// # }
    /// ```
    fn count_rows(self, at_most_seconds: u32) -> Result<u64, StatementFailure> {
        const {
            assert!(
                matches!(Self::STORE, Store::Warehouse),
                "a statement of the app store cannot be counted: `query` it, or let it count itself"
            )
        };
        warehouse::count_rows(Self::NAME, &self.bindings(), at_most_seconds)
    }

    #[doc(hidden)]
    fn declaration() -> manifest::Statement {
        statement_declaration(Self::NAME, Self::STORE, Self::FILE, Self::SQL, Self::DIALECTS, Self::UNGUARDED)
    }
}

/// The manifest's entry of a statement.
#[doc(hidden)]
pub fn statement_declaration(
    name: &str,
    store: Store,
    file: &str,
    sql: &str,
    dialects: &[DialectText],
    unguarded: Option<&str>,
) -> manifest::Statement {
    manifest::Statement {
        name: name.to_owned(),
        store,
        file: file.to_owned(),
        sql: sql.to_owned(),
        dialects: dialects.iter().map(DialectText::declaration).collect(),
        unguarded: unguarded.map(str::to_owned),
    }
}

/// `name.sqlite.sql` or `name.postgres.sql`; `statement!` finds them.
#[derive(Debug, Clone, Copy)]
pub struct DialectText {
    /// The engine that runs it.
    pub dialect: manifest::AppStoreDialect,
    /// Relative to the component's folder.
    pub file: &'static str,
    /// The text of the file.
    pub sql: &'static str,
}

impl DialectText {
    pub(crate) fn declaration(&self) -> manifest::DialectText {
        manifest::DialectText { dialect: self.dialect, file: self.file.to_owned(), sql: self.sql.to_owned() }
    }
}

/// True when two lists have the same words and each list has each word once.
#[doc(hidden)]
pub const fn same_words(first: &[&str], second: &[&str]) -> bool {
    first.len() == second.len() && has_each(first, second) && has_each(second, first)
}

const fn has_each(list: &[&str], words: &[&str]) -> bool {
    let mut index = 0;
    while index < words.len() {
        let mut place = 0;
        while place < list.len() && !same_text(list[place], words[index]) {
            place += 1;
        }
        if place == list.len() {
            return false;
        }
        index += 1;
    }
    true
}

const fn same_text(first: &str, second: &str) -> bool {
    let (first, second) = (first.as_bytes(), second.as_bytes());
    let mut index = 0;
    while index < first.len() && index < second.len() && first[index] == second[index] {
        index += 1;
    }
    index == first.len() && index == second.len()
}
