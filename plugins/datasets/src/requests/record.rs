//! An export as it is stored and as it is shown.

use crate::requests::files::{ExportFile, ExportPart};
use crate::requests::{ExportFormat, RequestStatus};
use quarry_dataset_catalogue::{Dataset, Filters, Pin, Pins, Selection, Size};
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// The size that the file was estimated to have when the request was made.
#[derive(Schema, Serialize)]
pub struct Estimate {
    /// Rows that the warehouse counted.
    #[schema(example = 128_451)]
    pub rows: i64,
    /// Bytes of the file as CSV.
    #[schema(example = 31_212_000)]
    pub bytes: i64,
    /// Seconds that finding and writing the rows takes, about.
    #[schema(example = 3)]
    pub seconds: i64,
}

/// The progress of an export that runs.
#[derive(Schema, Serialize)]
pub struct ExportProgress {
    /// Rows of the file that is being written, or of the finished one; null before the first rows.
    #[schema(example = 128_451)]
    pub rows: Option<i64>,
    /// Bytes of the file that is being written, or of all finished ones.
    #[schema(example = 31_212_000)]
    pub bytes: i64,
}

/// The reason why an export failed.
#[derive(Schema, Serialize)]
pub struct ExportError {
    /// `over_cap`, `cancelled`, `warehouse_unavailable`, `object_store_unavailable`, `data_changing`, `too_large`,
    /// `no_room`, `not_possible`, `lost`.
    #[schema(example = "over_cap")]
    pub code: String,
    /// A sentence for people.
    #[schema(example = "The export has more than the 1000000 rows that the plan allows: narrow it.")]
    pub detail: String,
}

/// An export as its requester built it.
#[derive(Schema, Serialize)]
pub struct DataRequest {
    /// Id of the export, unique in a deployment.
    #[schema(example = 17)]
    pub id: i64,
    /// State of the export.
    pub status: RequestStatus,
    /// Key of the dataset.
    #[schema(example = "swaps")]
    pub dataset: String,
    /// Name that the requester gave it.
    #[schema(example = "Swaps of March")]
    pub name: String,
    /// Columns that the export's files have, in their order.
    #[schema(example = ["chain_id", "pool"])]
    pub columns: Vec<String>,
    /// The filters as they were understood.
    #[schema(example = { "chain": "ethereum", "block_from": 18_944_480 })]
    pub filters: Filters,
    /// Formats that it is written in.
    pub formats: Vec<ExportFormat>,
    /// True where strangers' texts that a spreadsheet would run as formulas begin with an apostrophe in the CSV.
    #[schema(example = false)]
    pub spreadsheet_safe: bool,
    /// The file's estimated size; null where no estimate could be made.
    pub estimate: Option<Estimate>,
    /// The warning that the requester was given when it was made; null where there was nothing to warn of.
    #[schema(example = "The figures of these protocols are not comparable with each other.")]
    pub warning: Option<String>,
    /// The run's progress; null before it runs and after it failed.
    pub progress: Option<ExportProgress>,
    /// Rows of each of its files; null until it is completed.
    #[schema(example = 128_451)]
    pub row_count: Option<i64>,
    /// Bytes of all its files; null until it is completed.
    #[schema(example = 31_212_000)]
    pub size_bytes: Option<i64>,
    /// SHA-256 of the first format's file, whole; null until it is completed.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub checksum_sha256: Option<String>,
    /// One for each format; none until it is completed.
    pub files: Vec<ExportFile>,
    /// Parts of the first format's file.
    pub parts: Vec<ExportPart>,
    /// The time of the newest of its rows, of a bar that of the newest event in it. Null until it is completed, without rows, and where rows
    /// have no time.
    pub as_of: Option<Time>,
    /// The newest block that it may have rows of, where one chain is meant; else null.
    #[schema(example = 18_946_480)]
    pub as_of_block: Option<u64>,
    /// The newest block of each chain that it may have rows of; empty for a draft, and for datasets without blocks.
    #[schema(example = { "ethereum": 18_946_480 })]
    pub as_of_blocks: BTreeMap<String, u64>,
    /// Version of the data: the same request with the same blocks and this number gives the same bytes of CSV and NDJSON; null until it is
    /// completed.
    #[schema(example = 1_793_491_200_000_001_i64)]
    pub data_version: Option<i64>,
    /// The text by which to cite it; null until it is completed.
    #[schema(example = "Quarry, Swaps (swaps), export 17 as of 2026-11-01T00:00:00Z, SHA-256 9f86…")]
    pub citation: Option<String>,
    /// The reason why it failed; null unless it failed.
    pub error: Option<ExportError>,
    /// The person who built it.
    pub requester: Named,
    /// The time at which it was built.
    pub created_at: Time,
    /// The time at which it was submitted; null for a draft.
    pub queued_at: Option<Time>,
    /// The time at which its files were last begun; null before.
    pub started_at: Option<Time>,
    /// The time at which its files were complete; null before.
    pub completed_at: Option<Time>,
    /// The time at which a draft is removed, 90 days after its last change; the time at which the files of an export are deleted, seven
    /// days after it was completed. Null while the export waits or runs.
    pub expires_at: Option<Time>,
}

/// A data request as it is stored.
#[derive(Row)]
pub struct DataRequestRow {
    pub id: i64,
    pub user_id: i64,
    pub requester_name: Option<String>,
    pub status: RequestStatus,
    pub dataset: String,
    pub name: String,
    #[row(json)]
    pub columns: Vec<String>,
    #[row(json)]
    pub filters: Filters,
    #[row(json)]
    pub formats: Vec<ExportFormat>,
    pub spreadsheet_safe: bool,
    pub estimated_rows: Option<i64>,
    pub estimated_bytes: Option<i64>,
    pub estimated_seconds: Option<i64>,
    pub warning: Option<String>,
    #[row(json)]
    pub pins: Option<Vec<Pin>>,
    pub data_version: Option<i64>,
    pub as_of: Option<Time>,
    #[row(json)]
    pub files: Option<Vec<ExportFile>>,
    pub row_count: Option<i64>,
    pub size_bytes: Option<i64>,
    pub checksum_sha256: Option<String>,
    pub error_code: Option<String>,
    pub error_detail: Option<String>,
    pub written_bytes: Option<i64>,
    pub written_rows: Option<i64>,
    /// Number of the run, raised each time that its files are begun again.
    #[row(name = "run")]
    pub run_number: i64,
    pub job_id: Option<i64>,
    pub created_at: Time,
    pub queued_at: Option<Time>,
    pub started_at: Option<Time>,
    pub completed_at: Option<Time>,
    pub expires_at: Option<Time>,
}

impl DataRequestRow {
    /// Expired from the moment on when its time is over, be its files deleted yet or not.
    pub fn status_at(&self, now: Time) -> RequestStatus {
        match (self.status, self.expires_at) {
            (RequestStatus::Completed, Some(expires_at)) if expires_at <= now => RequestStatus::Expired,
            (status, _) => status,
        }
    }

    /// The dataset that it is of; 422 where there is none of that key any more.
    pub fn dataset(&self) -> Result<&'static Dataset, Problem> {
        quarry_dataset_catalogue::dataset(&self.dataset).ok_or_else(|| {
            Problem::new(422, "validation_failed", format!("There is no dataset {} any more.", self.dataset))
        })
    }

    /// Reads it anew: what it asks of the dataset, with its pins.
    pub fn selection(&self) -> Result<Selection, Problem> {
        let (columns, filters) = (self.columns.clone(), self.filters.clone());
        let mut selection = Selection::of_request(self.dataset()?, columns, filters, &Time::now().day())?;
        selection.pins = self.pins.clone().map(Pins);
        Ok(selection)
    }

    fn progress(&self, status: RequestStatus) -> Option<ExportProgress> {
        match status {
            RequestStatus::Draft | RequestStatus::Failed => None,
            RequestStatus::Queued | RequestStatus::Running => {
                Some(ExportProgress { rows: self.written_rows, bytes: self.written_bytes.unwrap_or(0) })
            }
            RequestStatus::Completed | RequestStatus::Expired => {
                Some(ExportProgress { rows: self.row_count, bytes: self.size_bytes.unwrap_or(0) })
            }
        }
    }

    fn as_of_block(&self) -> Option<u64> {
        match self.pins.as_deref() {
            Some([pin]) if self.filters.chain.is_some() => Some(pin.block_number),
            _ => None,
        }
    }

    /// Gives the text by which to cite it.
    pub fn citation(&self) -> Option<String> {
        let sha256 = self.checksum_sha256.as_ref()?;
        let file = self.citation_of_file(self.as_of);
        Some(format!("{file}, {} rows, SHA-256 {sha256}", self.row_count.unwrap_or(0)))
    }

    /// The same without what is not known before the file is written, of rows the newest of which is of that time.
    pub fn citation_of_file(&self, as_of: Option<Time>) -> String {
        let as_of = as_of.map(|as_of| format!(" as of {as_of}")).unwrap_or_default();
        let name =
            quarry_dataset_catalogue::dataset(&self.dataset).map_or(self.dataset.as_str(), |dataset| dataset.name);
        let blocks = self.pins.iter().flatten().map(|pin| format!(", {} to block {}", pin.chain, pin.block_number));
        format!("Quarry, {name} ({}), export {}{as_of}{}", self.dataset, self.id, blocks.collect::<String>())
    }
}

impl From<DataRequestRow> for DataRequest {
    fn from(row: DataRequestRow) -> DataRequest {
        let estimate = match (row.estimated_rows, row.estimated_bytes, row.estimated_seconds) {
            (Some(rows), Some(bytes), Some(seconds)) => Some(Estimate { rows, bytes, seconds }),
            _ => None,
        };
        let status = row.status_at(Time::now());
        let (progress, as_of_block, citation) = (row.progress(status), row.as_of_block(), row.citation());
        let files = row.files.unwrap_or_default();
        let pins = row.pins.unwrap_or_default();
        DataRequest {
            id: row.id,
            status,
            dataset: row.dataset,
            name: row.name,
            columns: row.columns,
            filters: row.filters,
            formats: row.formats,
            spreadsheet_safe: row.spreadsheet_safe,
            estimate,
            warning: row.warning,
            progress,
            row_count: row.row_count,
            size_bytes: row.size_bytes,
            checksum_sha256: row.checksum_sha256,
            parts: files.first().map(|file| file.parts.clone()).unwrap_or_default(),
            files,
            as_of: row.as_of,
            as_of_block,
            as_of_blocks: pins.into_iter().map(|pin| (pin.chain, pin.block_number)).collect(),
            data_version: row.data_version,
            citation,
            error: row.error_code.zip(row.error_detail).map(|(code, detail)| ExportError { code, detail }),
            requester: Named { id: row.user_id, name: row.requester_name.unwrap_or_default() },
            created_at: row.created_at,
            queued_at: row.queued_at,
            started_at: row.started_at,
            completed_at: row.completed_at,
            expires_at: row.expires_at,
        }
    }
}

/// Gives the stored columns of an estimate: rows, bytes, seconds.
pub fn stored_size(size: Option<Size>) -> [Option<i64>; 3] {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    [size.map(|size| number(size.rows)), size.map(|size| number(size.bytes)), size.map(|size| number(size.seconds))]
}
