//! Running declared statements.

use crate::bindings::quarry::plugin::{app_store, manifest, values, warehouse};
use crate::values::Value;
use crate::{Problem, Row};

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

    /// Runs it. The rows stay in the host until they are asked for.
    fn query(self) -> Result<ResultSet, StatementFailure> {
        let bindings = self.bindings();
        let rows = match Self::STORE {
            Store::Warehouse => warehouse::query(Self::NAME, &bindings),
            Store::AppStore => app_store::query(Self::NAME, &bindings),
        };
        rows.map(|inner| ResultSet { inner })
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
        warehouse::defer_query(Self::NAME, &self.bindings()).map(|inner| DeferredRows { inner })
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
        crate::component::statement_declaration(
            Self::NAME,
            Self::STORE,
            Self::FILE,
            Self::SQL,
            Self::DIALECTS,
            Self::UNGUARDED,
        )
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

/// The rows of a statement, held by the host.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # statement!(app_store, CountNotes, "sql/note_count.sql");
/// # fn notes() -> Result<i64, Problem> {
/// let rows = CountNotes {}.query()?;
/// Ok(rows.integer(0, "notes").unwrap_or_default())
/// # }
/// ```
#[derive(Debug)]
pub struct ResultSet {
    inner: values::ResultSet,
}

impl ResultSet {
    pub(crate) fn new(inner: values::ResultSet) -> ResultSet {
        ResultSet { inner }
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        self.inner.row_count() as usize
    }

    /// True when there is no row.
    pub fn is_empty(&self) -> bool {
        self.row_count() == 0
    }

    /// One cell; `Null` when there is no such row or column.
    pub fn value(&self, row: usize, column: &str) -> Value {
        u32::try_from(row).ok().and_then(|row| self.inner.value(row, column)).unwrap_or(Value::Null)
    }

    /// One cell as text; none when it is null or not text.
    pub fn text(&self, row: usize, column: &str) -> Option<String> {
        match self.value(row, column) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// One cell as a whole number; none when it is null or not a number that fits.
    pub fn integer(&self, row: usize, column: &str) -> Option<i64> {
        match self.value(row, column) {
            Value::Int64(number) => Some(number),
            Value::Uint64(number) => number.try_into().ok(),
            _ => None,
        }
    }

    /// One cell as a time.
    pub fn time(&self, row: usize, column: &str) -> Option<crate::Time> {
        match self.value(row, column) {
            Value::Timestamp(microseconds) => Some(crate::Time { microseconds }),
            _ => None,
        }
    }

    /// One cell as a truth value.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(rows: &ResultSet) -> bool {
    /// rows.boolean(0, "is_shared").unwrap_or(false)
    /// # }
    /// ```
    pub fn boolean(&self, row: usize, column: &str) -> Option<bool> {
        match self.value(row, column) {
            Value::Boolean(value) => Some(value),
            Value::Int64(number) => Some(number != 0),
            Value::Uint64(number) => Some(number != 0),
            _ => None,
        }
    }

    /// Rows that the store read to find these: how a search that is bounded knows what it has spent. 0 from the app store,
    /// which does not count.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(found: &ResultSet, spent: u64) -> bool {
    /// let is_over = spent + found.rows_read() > 200_000;
    /// # is_over
    /// # }
    /// ```
    pub fn rows_read(&self) -> u64 {
        self.inner.rows_read()
    }

    /// Copies every column into the component: for when it must look at many values.
    pub fn columns(&self) -> Vec<values::Column> {
        self.inner.columns()
    }
}

/// Rows that the host reads once the handler has ended: an answer can hand them on, and nobody can look at them before.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::DeferredRows;
///
/// fn answer(tokens: DeferredRows) -> Answer {
///     Answer::object().rows("tokens", tokens).into()
/// }
/// ```
#[derive(Debug)]
pub struct DeferredRows {
    inner: values::ResultSet,
}

/// Rows that an answer can hand on: a [`ResultSet`], or [`DeferredRows`].
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::{AnswerRows, ObjectBuilder};
///
/// fn with_tokens(object: ObjectBuilder, tokens: impl AnswerRows) -> ObjectBuilder {
///     object.rows("tokens", tokens)
/// }
/// ```
pub trait AnswerRows {
    #[doc(hidden)]
    fn into_contract(self) -> values::ResultSet;
}

impl AnswerRows for ResultSet {
    fn into_contract(self) -> values::ResultSet {
        self.inner
    }
}

impl AnswerRows for DeferredRows {
    fn into_contract(self) -> values::ResultSet {
        self.inner
    }
}
