//! The files of an export or of a release: each format, all of one state of the data.

use crate::exports::failure::ExportFailure;
use crate::exports::remove_files;
use crate::requests::ExportFormat;
use crate::requests::files::ExportFile;
use quarry_dataset_catalogue::{Description, FileTarget, Selection};
use quarry_sdk::prelude::*;

/// Most times that the files are written anew because rows changed meanwhile.
const MOST_ROUNDS: u32 = 3;

/// The files to be written.
pub struct FilesToWrite<'a> {
    /// Ends in a slash, so that it begins no other's. Each format has a folder of its own in it.
    pub folder: String,
    pub formats: &'a [ExportFormat],
    /// More rows are a failure.
    pub row_cap: Option<u64>,
    /// Seconds after which the objects go by themselves; none: they stay.
    pub valid_seconds: Option<u64>,
    /// True where strangers' texts are made harmless in CSV.
    pub is_spreadsheet_safe: bool,
    pub title: String,
    /// The text by which to cite files whose newest row is of that time.
    pub citation: &'a dyn Fn(Option<Time>) -> String,
}

/// The files that were written.
pub struct WrittenFiles {
    pub files: Vec<ExportFile>,
    pub data_version: i64,
    /// Time of the newest row.
    pub as_of: Option<Time>,
}

/// The state of the data that files are written of.
#[derive(Clone, Copy)]
struct DataState {
    version: i64,
    as_of: Option<Time>,
}

impl FilesToWrite<'_> {
    /// Writes every format. Each file is of one state of the data; they are of the same one where its version is the same before and behind.
    pub fn write(&self, selection: &mut Selection) -> Result<WrittenFiles, ExportFailure> {
        let of_question = |problem: Problem| ExportFailure::of_question(&problem);
        for _ in 0..MOST_ROUNDS {
            let version = selection.data_version().map_err(of_question)?;
            let state = DataState { version, as_of: selection.newest_at().map_err(of_question)? };
            let mut files = Vec::new();
            for format in self.formats {
                // Other readers run nothing, so only CSV is changed.
                selection.is_spreadsheet_safe = self.is_spreadsheet_safe && *format == ExportFormat::Csv;
                files.push(self.write_format(selection, *format, state)?);
            }
            if selection.data_version().map_err(of_question)? == version {
                return Ok(WrittenFiles { files, data_version: version, as_of: state.as_of });
            }
            remove_files(&self.folder);
        }
        let detail =
            "Rows of its range were loaded or taken back each time that it was written: submit it again later.";
        Err(ExportFailure::for_good("data_changing", detail))
    }

    fn write_format(
        &self,
        selection: &Selection,
        format: ExportFormat,
        state: DataState,
    ) -> Result<ExportFile, ExportFailure> {
        let description = Description {
            title: self.title.clone(),
            citation: (self.citation)(state.as_of),
            as_of: state.as_of,
            data_version: state.version,
        };
        let target = FileTarget {
            folder: format!("{}{}", self.folder, format.word()),
            format: format.of_file(),
            max_rows: self.row_cap,
            max_bytes: None,
            valid_seconds: self.valid_seconds,
            reports_progress: true,
            metadata: selection.metadata(&description),
        };
        let written = selection.write_parts(&target);
        let written = written.map_err(|failure| ExportFailure::of_writing(&failure, selection, self.row_cap))?;
        Ok(ExportFile::of_written(format, &written))
    }
}
