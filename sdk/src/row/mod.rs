//! Rows of a statement as plain Rust structs.
//!
//! All columns come into the component in one call, so a row costs no call of the host. What does not fit (a column that is
//! missing, of another type, or null where the field takes none) is a [`RowMismatch`] that names it: it is a mistake of the
//! component, or a store that is not what the component was written for. To add a type that a column can be read as:
//! implement [`ColumnValue`].

mod cell;
mod column_value;
mod mismatch;

use crate::bindings::quarry::plugin::values::Column;
use crate::result_set::ResultSet;

pub use cell::Cell;
#[doc(hidden)]
pub use column_value::choice_cell;
pub use column_value::{CellMismatch, ColumnValue, MicrosecondsValue};
pub use mismatch::RowMismatch;

/// A row of a statement: a struct that derives this, a field for each column that it reads.
///
/// A field's type is what its column holds: `bool`, the whole numbers from `i8` to `u64`, `f64`, `String`, `Vec<u8>`,
/// [`crate::Address`], [`crate::Hash`], [`crate::DecimalText`], [`crate::Time`], [`crate::Day`], an enum that derives
/// [`crate::Choice`], a newtype that derives [`ColumnValue`], and an `Option` of one where there may be null.
/// `#[row(name = "type")]` reads a column of another name.
/// `#[row(json)]` reads arrays and maps of the warehouse, and JSON text of the app store, into whatever serde can.
/// `#[row(microseconds)]` reads a [`crate::Time`] that the app store keeps as a number. `#[row(skip)]` leaves a field to its
/// `Default`. `#[row(prefix = "author_")]` makes an object of the columns whose names begin so: the field's type is a row itself, or
/// an `Option` of one, which is `None` where all of them are null. `#[row(flatten)]` does so without a prefix.
///
/// ```no_run
/// use quarry_sdk::prelude::*;
///
/// statement!(app_store, SelectNotes, "sql/notes.sql");
///
/// #[derive(Row)]
/// struct Note {
///     title: String,
///     text: Option<String>,
///     #[row(name = "written_at", microseconds)]
///     at: Time,
///     /// Of the columns `author_id` and `author_name`.
///     #[row(prefix = "author_")]
///     author: Author,
/// }
///
/// #[derive(Row)]
/// struct Author {
///     id: i64,
///     name: String,
/// }
///
/// fn longest() -> Result<Option<Note>, Problem> {
///     let notes = SelectNotes { start: None }.query()?.read::<Note>()?;
///     Ok(notes.into_iter().max_by_key(|note| note.text.as_ref().map(String::len)))
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row of a statement",
    label = "a struct with `#[derive(Row)]` is expected"
)]
pub trait Row: Sized {
    /// The struct's name.
    const NAME: &'static str;

    /// The number of columns that it is read from.
    const WIDTH: usize;

    /// Its fields that are read from columns, in their order; the columns' names begin with the prefix.
    fn fields(prefix: &str) -> Vec<RowField>;

    /// Takes the cells of its fields, in their order.
    fn from_cells(cells: &mut Cells<'_>) -> Result<Self, RowMismatch>;
}

/// Reads `None` where all its columns are null, as a `LEFT JOIN` without a match gives them.
impl<R: Row> Row for Option<R> {
    const NAME: &'static str = R::NAME;
    const WIDTH: usize = R::WIDTH;

    fn fields(prefix: &str) -> Vec<RowField> {
        R::fields(prefix)
    }

    fn from_cells(cells: &mut Cells<'_>) -> Result<Option<R>, RowMismatch> {
        match cells.are_null(R::WIDTH) {
            true => {
                cells.taken += R::WIDTH;
                Ok(None)
            }
            false => R::from_cells(cells).map(Some),
        }
    }
}

/// A field that is read from a column.
#[derive(Debug, Clone)]
pub struct RowField {
    /// The column's name.
    pub column: String,
    /// The field's type as it was written.
    pub kind: &'static str,
}

/// The cells of one row, in the order of the struct's fields.
#[derive(Debug)]
pub struct Cells<'a> {
    row_name: &'static str,
    fields: &'a [RowField],
    columns: &'a [&'a Column],
    row: usize,
    taken: usize,
}

impl<'a> Cells<'a> {
    /// The next cell as the type of its field.
    pub fn take<T: ColumnValue>(&mut self) -> Result<T, RowMismatch> {
        let cell = self.next_cell();
        T::from_cell(cell).map_err(|mismatch| self.mismatch(cell, mismatch))
    }

    /// The next cell as JSON text of the field's type.
    pub fn take_json<T: serde::de::DeserializeOwned>(&mut self) -> Result<T, RowMismatch> {
        let cell = self.next_cell();
        column_value::from_json(cell).map_err(|mismatch| self.mismatch(cell, mismatch))
    }

    /// The next cell as a time that is kept as microseconds since 1970.
    pub fn take_microseconds<T: MicrosecondsValue>(&mut self) -> Result<T, RowMismatch> {
        self.take::<T::Number>().map(T::from_microseconds)
    }

    /// The next cells as a row of its own.
    pub fn take_row<R: Row>(&mut self) -> Result<R, RowMismatch> {
        R::from_cells(self)
    }

    fn next_cell(&mut self) -> Cell<'a> {
        let cell = self.cell(self.taken);
        self.taken += 1;
        cell
    }

    fn cell(&self, place: usize) -> Cell<'a> {
        self.columns.get(place).map_or(Cell::Null, |column| Cell::of(column, self.row))
    }

    /// Looks ahead, without taking: true where the next `width` cells are null.
    fn are_null(&self, width: usize) -> bool {
        (self.taken..self.taken + width).all(|place| self.cell(place) == Cell::Null)
    }

    /// The error about the cell that was taken last.
    fn mismatch(&self, cell: Cell<'_>, mismatch: CellMismatch) -> RowMismatch {
        let field = self.taken.checked_sub(1).and_then(|taken| self.fields.get(taken));
        let (column, kind) = field.map_or(("", ""), |field| (field.column.as_str(), field.kind));
        RowMismatch::of_cell(self.row_name, column, kind, self.row + 1, cell, mismatch)
    }
}

impl ResultSet {
    /// Every row as a struct that derives [`Row`]. Columns that it has no field for are left out; they are carried into the
    /// component all the same, so a statement selects what is read.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(app_store, SelectNotes, "sql/notes.sql");
    /// #[derive(Row)]
    /// struct Title {
    ///     title: String,
    /// }
    ///
    /// # fn titles() -> Result<Vec<String>, Problem> {
    /// let notes = SelectNotes { start: None }.query()?;
    /// let titles = notes.read::<Title>()?.into_iter().map(|note| note.title).collect();
    /// # Ok(titles)
    /// # }
    /// ```
    pub fn read<R: Row>(&self) -> Result<Vec<R>, RowMismatch> {
        self.read_rows(self.row_count())
    }

    /// The first row as a struct that derives [`Row`]; none when there is no row.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(app_store, CountNotes, "sql/note_count.sql");
    /// #[derive(Row)]
    /// struct Count {
    ///     notes: u64,
    /// }
    ///
    /// # fn count() -> Result<u64, Problem> {
    /// let count = CountNotes {}.query()?.read_first::<Count>()?.map_or(0, |row| row.notes);
    /// # Ok(count)
    /// # }
    /// ```
    pub fn read_first<R: Row>(&self) -> Result<Option<R>, RowMismatch> {
        self.read_rows(self.row_count().min(1)).map(|rows| rows.into_iter().next())
    }

    /// The values of the one column that the statement gives.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn names(rows: &ResultSet) -> Result<Vec<String>, Problem> {
    /// Ok(rows.read_values::<String>()?)
    /// # }
    /// ```
    pub fn read_values<T: ColumnValue>(&self) -> Result<Vec<T>, RowMismatch> {
        read_column(&self.columns(), self.row_count())
    }

    /// The first value of the one column that the statement gives; none when there is no row.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn newest(rows: &ResultSet) -> Result<Option<i64>, Problem> {
    /// Ok(rows.read_first_value::<i64>()?)
    /// # }
    /// ```
    pub fn read_first_value<T: ColumnValue>(&self) -> Result<Option<T>, RowMismatch> {
        read_column(&self.columns(), self.row_count().min(1)).map(|values| values.into_iter().next())
    }

    fn read_rows<R: Row>(&self, count: usize) -> Result<Vec<R>, RowMismatch> {
        read_columns(&self.columns(), count)
    }
}

/// The first `count` values of the only column that was copied.
#[doc(hidden)]
pub fn read_column<T: ColumnValue>(columns: &[Column], count: usize) -> Result<Vec<T>, RowMismatch> {
    let expected = std::any::type_name::<T>();
    let [column] = columns else { return Err(RowMismatch::not_one_column(expected, columns)) };
    let value = |row| {
        let cell = Cell::of(column, row);
        let mismatch = |mismatch| RowMismatch::of_cell("value", &column.name, expected, row + 1, cell, mismatch);
        T::from_cell(cell).map_err(mismatch)
    };
    (0..count).map(value).collect()
}

/// The first `count` rows of columns that were copied.
#[doc(hidden)]
pub fn read_columns<R: Row>(columns: &[Column], count: usize) -> Result<Vec<R>, RowMismatch> {
    let fields = R::fields("");
    let found = fields.iter().map(|field| {
        let column = columns.iter().find(|column| column.name == field.column);
        column.ok_or_else(|| RowMismatch::missing(R::NAME, &field.column, columns))
    });
    let found = found.collect::<Result<Vec<&Column>, RowMismatch>>()?;
    let cells = |row| Cells { row_name: R::NAME, fields: &fields, columns: &found, row, taken: 0 };
    (0..count).map(|row| R::from_cells(&mut cells(row))).collect()
}
