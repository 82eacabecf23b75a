//! Running declared statements.

use crate::bindings::quarry::plugin::{app_store, manifest, values, warehouse};
use crate::values::Value;

pub use crate::bindings::quarry::plugin::manifest::Store;
pub use crate::bindings::quarry::plugin::values::StatementFailure;

/// A declared statement; `statement!` implements it for a struct with a field for each parameter.
pub trait Statement: Sized {
    /// The file's name without its ending.
    const NAME: &'static str;
    /// Relative to the component's folder.
    const FILE: &'static str;
    /// Which store runs it.
    const STORE: Store;
    /// The text of the file.
    const SQL: &'static str;

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

    #[doc(hidden)]
    fn declaration() -> manifest::Statement {
        manifest::Statement {
            name: Self::NAME.to_owned(),
            store: Self::STORE,
            file: Self::FILE.to_owned(),
            sql: Self::SQL.to_owned(),
        }
    }
}

/// The rows of a statement, held by the host.
#[derive(Debug)]
pub struct ResultSet {
    inner: values::ResultSet,
}

impl ResultSet {
    pub(crate) fn new(inner: values::ResultSet) -> ResultSet {
        ResultSet { inner }
    }

    /// How many rows there are.
    pub fn row_count(&self) -> usize {
        self.inner.row_count() as usize
    }

    /// Whether there is no row.
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
    pub fn boolean(&self, row: usize, column: &str) -> Option<bool> {
        match self.value(row, column) {
            Value::Boolean(value) => Some(value),
            Value::Int64(number) => Some(number != 0),
            Value::Uint64(number) => Some(number != 0),
            _ => None,
        }
    }

    /// Copies every column into the component: for when it must look at many values.
    pub fn columns(&self) -> Vec<values::Column> {
        self.inner.columns()
    }

    pub(crate) fn into_contract(self) -> values::ResultSet {
        self.inner
    }
}
