//! The files of an export: what was written, and which of it a download means.

use crate::requests::{DataRequestRow, ExportFormat, RequestStatus};
use quarry_dataset_catalogue::WrittenFile;
use quarry_sdk::prelude::*;

/// A piece of a file, which is an object of its own.
#[derive(Schema, Serialize, Deserialize, Debug, Clone)]
pub struct ExportPart {
    /// The part's number, from 1.
    #[schema(example = 1)]
    pub part: u32,
    /// Rows of the part.
    #[schema(example = 128_451)]
    pub rows: u64,
    /// Bytes of the part, as it is downloaded.
    #[schema(example = 31_212_000)]
    pub bytes: u64,
    /// SHA-256 of its bytes.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// The file that an export has in one format.
#[derive(Schema, Serialize, Deserialize, Debug, Clone)]
pub struct ExportFile {
    /// The format that it was written in.
    pub format: ExportFormat,
    /// Rows of all its parts.
    #[schema(example = 128_451)]
    pub rows: u64,
    /// Bytes of all its parts.
    #[schema(example = 31_212_000)]
    pub bytes: u64,
    /// SHA-256 of the parts one behind the other, which of CSV and NDJSON are the whole file. Parquet parts are files of their own.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// The pieces that can be downloaded, in their order.
    pub parts: Vec<ExportPart>,
}

impl ExportFile {
    /// Makes the entry for a file that was written.
    pub fn of_written(format: ExportFormat, written: &WrittenFile) -> ExportFile {
        let part = |(number, part): (u32, &quarry_dataset_catalogue::WrittenPart)| ExportPart {
            part: number,
            rows: part.rows,
            bytes: part.bytes,
            sha256: part.sha256.clone(),
        };
        ExportFile {
            format,
            rows: written.rows,
            bytes: written.bytes,
            sha256: written.sha256.clone(),
            parts: (1..).zip(&written.parts).map(part).collect(),
        }
    }
}

/// Gives the folder of a request's objects.
pub fn folder_of_request(id: i64) -> String {
    format!("exports/{id}/")
}

/// Gives the folder of one run's objects; a run that begins anew has another folder.
pub fn folder_of_run(id: i64, run: i64) -> String {
    format!("exports/{id}/{run}/")
}

/// The file of an export that the caller asks to fetch.
#[derive(Parameters)]
pub struct DownloadParameters {
    /// The export.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
    /// One of the formats that were written; the first of them where it is left out.
    #[parameter(example = "csv")]
    pub format: Option<ExportFormat>,
    /// Number of the part, from 1; needed where the file has several.
    #[parameter(minimum = 1, maximum = 1000, example = "1")]
    pub part: Option<i64>,
}

/// One object of an export.
pub struct ChosenPart {
    pub key: String,
    /// The name under which the file is saved.
    pub file_name: String,
    pub sha256: String,
    pub format: ExportFormat,
    pub part: u32,
    pub part_count: usize,
}

impl ChosenPart {
    /// Chooses the file that is asked for. 409 `download_unavailable` where the export has no such file, 422 where the part is
    /// not given.
    pub fn of_request(row: &DataRequestRow, asked: &DownloadParameters) -> Result<ChosenPart, Problem> {
        let files = match (row.status_at(Time::now()), &row.files) {
            (RequestStatus::Completed, Some(files)) => files,
            (status, _) => return Err(unavailable(without_files(row, status))),
        };
        let file = match asked.format {
            Some(format) => files.iter().find(|file| file.format == format).ok_or_else(|| {
                let written = files.iter().map(|file| file.format.word()).collect::<Vec<_>>().join(", ");
                unavailable(format!("The export was not written as {}: it was written as {written}.", format.word()))
            })?,
            None => files.first().ok_or_else(|| unavailable("The export has no files.".to_owned()))?,
        };
        let part_count = file.parts.len();
        let part = match (asked.part, file.parts.as_slice()) {
            (None, [only]) => only,
            (None, _) => {
                let detail = format!("The file has {part_count} parts: name one, from 1 to {part_count}.");
                return Err(Problem::invalid_parameter("part", detail));
            }
            (Some(number), parts) => parts.iter().find(|part| i64::from(part.part) == number).ok_or_else(|| {
                Problem::invalid_parameter("part", format!("There is no part {number}: the file has {part_count}."))
            })?,
        };
        let ending = file.format.of_file().ending();
        let number = if part_count > 1 { format!("-{}-of-{part_count}", part.part) } else { String::new() };
        Ok(ChosenPart {
            key: format!("{}{}/{}.{ending}", folder_of_run(row.id, row.run_number), file.format.word(), part.part),
            file_name: format!("{}-{}{number}.{ending}", row.dataset, row.id),
            sha256: part.sha256.clone(),
            format: file.format,
            part: part.part,
            part_count,
        })
    }

    /// Refuses an object that is gone, or of which nothing can be told now.
    pub fn refuse_if_gone(&self) -> Result<(), Problem> {
        match objects::head(&self.key) {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(unavailable("The file is no longer there: submit the export again.".to_owned())),
            Err(_) => Err(unavailable("The link cannot be made now: try again shortly.".to_owned())),
        }
    }
}

/// 409, with the reason.
pub fn unavailable(detail: String) -> Problem {
    Problem::new(409, "download_unavailable", detail)
}

fn without_files(row: &DataRequestRow, status: RequestStatus) -> String {
    match status {
        RequestStatus::Draft => "The export has not run: submit it first.".to_owned(),
        RequestStatus::Queued | RequestStatus::Running => {
            "The export is not finished: look at its status, and come again.".to_owned()
        }
        RequestStatus::Failed => {
            format!("The export failed: {}", row.error_detail.as_deref().unwrap_or("nobody knows why."))
        }
        RequestStatus::Completed | RequestStatus::Expired => {
            "The export has expired: its files were deleted seven days after it ran. Build it again.".to_owned()
        }
    }
}
