//! `row-files`, connected to the engine.

use crate::bindings::quarry::plugin::{row_files, values};
use crate::capabilities::{PartBounds, RowFileTarget};
use crate::instance::State;
use crate::{convert, object_imports};
use quarry_stores::row_files::{FileCompression, RowFormat, WrittenParts, WrittenRows};

impl row_files::Host for State {
    async fn write(
        &mut self,
        statement: String,
        parameters: Vec<values::Binding>,
        target: row_files::Target,
    ) -> wasmtime::Result<Result<row_files::RowFile, values::StatementFailure>> {
        let target = row_file_target(target);
        let bindings = convert::bindings_from_guest(parameters);
        // On the heap: it holds a query, an upload and an encoder, and the guest's stack of futures is deep enough.
        let written = Box::pin(self.call.write_row_file(&statement, bindings, target)).await;
        Ok(self.told(None, written).map(row_file))
    }

    async fn write_parts(
        &mut self,
        statement: String,
        parameters: Vec<values::Binding>,
        target: row_files::Target,
        bounds: row_files::PartBounds,
    ) -> wasmtime::Result<Result<row_files::RowFileParts, values::StatementFailure>> {
        let (bindings, target) = (convert::bindings_from_guest(parameters), row_file_target(target));
        let bounds = PartBounds { rows: bounds.rows, bytes: bounds.bytes };
        let written = Box::pin(self.call.write_row_file_parts(&statement, bindings, target, bounds)).await;
        Ok(self.told(None, written).map(row_file_parts))
    }
}

pub(super) fn row_file_parts(written: WrittenParts) -> row_files::RowFileParts {
    row_files::RowFileParts {
        parts: written.parts.into_iter().map(row_file).collect(),
        row_count: written.row_count,
        size_bytes: written.size_bytes,
        sha256: const_hex::encode(written.sha256),
    }
}

fn row_file(written: WrittenRows) -> row_files::RowFile {
    row_files::RowFile { object: object_imports::info(written.object), row_count: written.row_count }
}

pub(super) fn row_file_target(target: row_files::Target) -> RowFileTarget {
    RowFileTarget {
        key: target.key,
        format: match target.format {
            row_files::Format::Csv => RowFormat::Csv,
            row_files::Format::JsonLines => RowFormat::JsonLines,
            row_files::Format::Parquet => RowFormat::Parquet,
        },
        compression: match target.compression {
            row_files::Compression::None => FileCompression::None,
            row_files::Compression::Gzip => FileCompression::Gzip,
            row_files::Compression::Zstd => FileCompression::Zstd,
        },
        columns: target.columns,
        valid_seconds: target.valid_seconds,
        max_rows: target.max_rows,
        max_bytes: target.max_bytes,
        reports_progress: target.reports_progress,
        metadata: target.metadata.into_iter().map(|entry| (entry.key, entry.value)).collect(),
    }
}
