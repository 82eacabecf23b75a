//! The formats of files.

/// The form of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFormat {
    Csv,
    JsonLines,
    Parquet,
}

/// The compression of a whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileCompression {
    None,
    Gzip,
    Zstd,
}

impl RowFormat {
    /// The format's name in ClickHouse.
    pub fn warehouse_name(self) -> &'static str {
        match self {
            RowFormat::Csv => "CSVWithNames",
            RowFormat::JsonLines => "JSONEachRow",
            RowFormat::Parquet => "Parquet",
        }
    }

    /// The form in which the rows of its parts come. Parts of Parquet are made here, since the embedded warehouse makes a file of it in memory.
    pub fn warehouse_name_of_parts(self) -> &'static str {
        match self {
            RowFormat::Csv | RowFormat::JsonLines => self.warehouse_name(),
            RowFormat::Parquet => "RowBinaryWithNamesAndTypes",
        }
    }

    /// The media type of a file in this form, compressed so.
    pub fn media_type(self, compression: FileCompression) -> &'static str {
        match (compression, self) {
            (FileCompression::Gzip, _) => "application/gzip",
            (FileCompression::Zstd, _) => "application/zstd",
            (FileCompression::None, RowFormat::Csv) => "text/csv",
            (FileCompression::None, RowFormat::JsonLines) => "application/x-ndjson",
            (FileCompression::None, RowFormat::Parquet) => "application/vnd.apache.parquet",
        }
    }
}
