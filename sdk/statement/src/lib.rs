//! The form of a declared statement.
//!
//! A family's SQL lies in `sql/*.sql`. The SDK parses each file when the component is built (names and types are then
//! checked by the compiler) and the host parses the same text again when it loads the component, so both read it alike.
//! No text ever comes from a request: the only variants are those that the `-- when` lines and the orders allow.
//!
//! ```sql
//! -- Comments are dropped.
//! SELECT symbol, name, address, pools
//! FROM tokens
//! WHERE chain_id = {chain_id:uint64}
//!   AND position(lower(symbol), lower({q:text})) > 0              -- when q
//! -- order symbol
//!   AND {after(symbol:text asc, address:bytes asc)}
//! ORDER BY symbol, address
//! -- order pools
//!   AND {after(pools:uint64 desc, address:bytes asc)}
//! ORDER BY pools DESC, address
//! -- end order
//! LIMIT {page.limit}
//! ```
//!
//! - `{name:type}` is a parameter; see [`ParameterType`] for the types. The same name has the same type throughout.
//! - `{name:type?}` is a parameter that may be null.
//! - `{name:rows(column type, column type?)}` of the app store is rows, which stand as a table behind `FROM` or `JOIN`.
//! - `{name:type else column}` of the app store is the parameter where it is given, and otherwise the column: what a partial
//!   update leaves out stays, in one text however many members it has. With `type?`, null is told apart from absent.
//! - A line that ends in `-- when NAME` stands only when the parameter NAME is given; null is given where the type is `type?`.
//! - The lines from `-- order NAME` to the next order or to `-- end order` stand only in that order. An order may have
//!   several such blocks; the caller of the statement picks one order by its name.
//! - `{after(column:type asc|desc, …)}` is the keyset comparison of a paged list. It becomes `TRUE` on the first page;
//!   the host binds the values from the cursor. The columns must be selected by the statement. Where there are orders,
//!   each has its own. A column that can be null is `column:type?`; its nulls come last in either direction, and `ORDER BY`
//!   says so: `column DESC NULLS LAST`.
//! - `{page.limit}` is the page size plus one; the host binds it.
//! - `{caller.user_id:int64}` and the other names in a namespace of [`NAMESPACES`] are bound by the host.
//! - `{scope.NAME}` stands where a table stands: the rows of the scope NAME, whose statement the host writes there.
//! - A line `-- column NAME, NAME timestamp`, `boolean` or `json` says what columns of the app store hold, which keeps numbers
//!   and texts: see [`ColumnForm`].
//! - A line `-- within 3 seconds` ends the wait for an answer before the request's time does, for a handler that goes on without it.
//! - A line `{part.NAME}` is the part NAME, which several statements have in common: see [`expand`], which writes it out before a
//!   text is parsed.
//! - The lines from `-- each NAME in 1..4` to `-- end each` stand once for each number, which they write as `{NAME}`.
//!
//! To add a parameter type: [`ParameterType`], its two renderings in `render`, and its Rust type in `quarry-sdk-macros`.

mod column_form;
mod columns;
mod crates;
mod dialects;
mod directive;
mod files;
mod names;
mod parameter_type;
mod parse;
mod parts;
mod place;
mod render;
mod render_rows;
mod rendered;
mod repetition;
mod rows;
mod scopes;
mod source_line;
mod statement;

pub use column_form::{ColumnForm, FormedColumn};
pub use columns::{AppStoreDialect, ColumnsError, columns_of_text, output_columns, warehouse_columns};
pub use crates::crates_beside;
pub use dialects::{DialectError, same_form};
pub use files::{StatementFile, StatementFiles, StatementFilesError};
pub use names::{NAMESPACES, ORDER_PARAMETER, PAGE_LIMIT, binding_of_given, dotless, parameter_of_given, scope_table};
pub use parameter_type::ParameterType;
pub use parts::{Expanded, expand};
pub use rendered::{Dialect, Rendered};
pub use rows::RowsColumn;
pub use scopes::ScopeError;
pub use source_line::{SourceLine, StatementError};
pub use statement::{AfterColumn, Parameter, Statement};
