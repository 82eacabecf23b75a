//! The part of an export's files that a download means.

use crate::requests::files::folder_of_run;
use crate::requests::{DataRequestRow, ExportFormat, RequestStatus};
use quarry_sdk::prelude::*;

/// The file of an export that the caller asks to fetch.
#[derive(Parameters)]
pub struct DownloadParameters {
    /// Id of the export.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
    /// One of the formats that were written; the first of them by default.
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
