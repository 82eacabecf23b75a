//! The warehouse: ClickHouse, over HTTP, through the official `clickhouse` crate.
//!
//! In production it is a ClickHouse server or cluster; embedded it is `quarry-warehouse`, a child process that the
//! [`supervisor`] keeps alive. Everything above speaks to [`Warehouse`] and cannot tell the two apart.
//!
//! Always true here: values reach a statement only as server-side parameters (`{name:Type}`), never as SQL text; every wait
//! has an end; a warehouse that is down fails at once ([`WarehouseError::Unavailable`]), and one that hangs within five
//! seconds for those who say so ([`Warehouse::unless_it_hangs`]); dropping a query's future cancels it on the server.
//!
//! [`row_binary`] decides how an answer's columns are read, for the types that [`types`] reads. To support one more
//! ClickHouse type: a variant in `types`, its bytes in `row_binary`, a row in the table of that module's documentation.

mod breaker;
pub mod client;
pub mod error;
mod formatted;
pub mod insert;
mod insert_client;
pub mod parameter;
mod report;
pub mod row_binary;
mod socket;
pub mod supervisor;
mod transport;
pub mod types;
mod utf8_stream;

pub use client::{Answer, QuerySettings, Warehouse};
pub use error::WarehouseError;
pub use formatted::{BlockSize, FormattedRows};
pub use insert_client::{Compressed, InsertSummary};
pub use report::{ReportError, is_computing_function, is_judged_function};
pub use socket::{SocketError, SocketPlace};
pub use supervisor::{EmbeddedError, EmbeddedOptions, EmbeddedWarehouse};
