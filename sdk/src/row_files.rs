//! Rows of the warehouse as files of the object store, however many: they never enter the component. Needs the grants
//! `RowFiles`, `Warehouse` and `Objects`.
//!
//! ```no_run
//! use quarry_sdk::row_files::{Compression, RowFile};
//! # use quarry_sdk::prelude::*;
//! # statement!(warehouse, SelectTokens, "sql/tokens.sql");
//!
//! # fn export() -> Result<u64, Problem> {
//! let written = RowFile::csv("exports/17.csv.gz")
//!     .compressed(Compression::Gzip)
//!     .valid_seconds(7 * 86_400)
//!     .max_rows(1_000_000)
//!     .reporting_progress() // in a job: it is shown how far the file is
//!     .write(SelectTokens { chain_id: 1 })?;
//! let (size, sha256, rows) = (written.object.size_bytes, written.object.sha256, written.row_count);
//! # Ok(rows)
//! # }
//! ```

use crate::bindings::quarry::plugin::row_files;
use crate::statement::{Statement, StatementFailure, Store};

pub use row_files::{Compression, Format, PartBounds, RowFile as WrittenRowFile, RowFileParts as WrittenRowFileParts};

/// A file to write.
#[derive(Debug, Clone)]
pub struct RowFile {
    target: row_files::Target,
}

impl RowFile {
    /// RFC 4180 with a line of names: lines end with CRLF. Null is an empty field; texts stand in quotes, an empty one as `""`.
    pub fn csv(key: impl Into<String>) -> RowFile {
        RowFile::of(Format::Csv, key.into())
    }

    /// One JSON object a line.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # use quarry_sdk::row_files::RowFile;
    /// # statement!(warehouse, SelectTokens, "sql/tokens.sql");
    /// # fn example() -> Result<(), Problem> {
    /// RowFile::json_lines("tokens.jsonl").max_bytes(64 << 20).write(SelectTokens { chain_id: 1 })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn json_lines(key: impl Into<String>) -> RowFile {
        RowFile::of(Format::JsonLines, key.into())
    }

    /// A file in the form of Apache Parquet.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # use quarry_sdk::row_files::RowFile;
    /// # statement!(warehouse, SelectTokens, "sql/tokens.sql");
    /// # fn example() -> Result<(), Problem> {
    /// RowFile::parquet("tokens.parquet").metadata("title", "Tokens").write(SelectTokens { chain_id: 1 })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn parquet(key: impl Into<String>) -> RowFile {
        RowFile::of(Format::Parquet, key.into())
    }

    /// A file in a format that is picked at run time.
    pub fn of(format: Format, key: String) -> RowFile {
        let target = row_files::Target {
            key,
            format,
            compression: Compression::None,
            columns: None,
            valid_seconds: None,
            max_rows: None,
            max_bytes: None,
            reports_progress: false,
            metadata: Vec::new(),
        };
        RowFile { target }
    }

    /// Compressed as a whole; not for Parquet.
    pub fn compressed(mut self, compression: Compression) -> RowFile {
        self.target.compression = compression;
        self
    }

    /// Writes only these columns of the statement, in this order.
    pub fn columns(mut self, names: Vec<String>) -> RowFile {
        self.target.columns = Some(names);
        self
    }

    /// Lets the host remove it after so many seconds.
    pub fn valid_seconds(mut self, seconds: u64) -> RowFile {
        self.target.valid_seconds = Some(seconds);
        self
    }

    /// More rows are a failure; fewer than the deployment allows.
    pub fn max_rows(mut self, rows: u64) -> RowFile {
        self.target.max_rows = Some(rows);
        self
    }

    /// More bytes are a failure; fewer than the deployment allows.
    pub fn max_bytes(mut self, bytes: u64) -> RowFile {
        self.target.max_bytes = Some(bytes);
        self
    }

    /// Reports the bytes that are written as the progress of a job, which ends here when it is cancelled.
    pub fn reporting_progress(mut self) -> RowFile {
        self.target.reports_progress = true;
        self
    }

    /// Writes a key and its value into the footer of each part of Parquet; other formats have no place for it.
    pub fn metadata(mut self, key: impl Into<String>, value: impl Into<String>) -> RowFile {
        self.target.metadata.push(row_files::MetadataEntry { key: key.into(), value: value.into() });
        self
    }

    /// Runs the statement and stores its rows: all of them, or nothing.
    pub fn write<S: Statement>(self, statement: S) -> Result<WrittenRowFile, StatementFailure> {
        const { assert!(matches!(S::STORE, Store::Warehouse), "a file of rows is made of a statement of the warehouse") };
        row_files::write(S::NAME, &statement.bindings(), &self.target)
    }

    /// Runs the statement once and stores its rows in as many objects as are needed: the key has one `*` for the number of the
    /// part. Parts of Parquet stand alone.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// use quarry_sdk::row_files::{PartBounds, RowFile};
    /// # statement!(warehouse, SelectTokens, "sql/tokens.sql");
    /// # fn example() -> Result<(), Problem> {
    /// let bounds = PartBounds { rows: 1_000_000, bytes: 256 << 20 };
    /// let written = RowFile::csv("exports/17/part-*.csv").write_parts(SelectTokens { chain_id: 1 }, bounds)?;
    /// let parts = written.parts.len();
    /// # Ok(())
    /// # }
    /// ```
    pub fn write_parts<S: Statement>(
        self,
        statement: S,
        bounds: PartBounds,
    ) -> Result<WrittenRowFileParts, StatementFailure> {
        const { assert!(matches!(S::STORE, Store::Warehouse), "a file of rows is made of a statement of the warehouse") };
        row_files::write_parts(S::NAME, &statement.bindings(), &self.target, bounds)
    }
}
