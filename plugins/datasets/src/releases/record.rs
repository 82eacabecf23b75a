//! A release as it is stored and as it is shown.

use crate::releases::file::ReleaseFile;
use quarry_dataset_catalogue::Pin;
use quarry_sdk::deployment;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// A monthly release of a dataset, in lists.
#[derive(Schema, Serialize)]
pub struct DatasetRelease {
    /// Key of the dataset.
    #[schema(example = "swaps")]
    pub dataset: String,
    /// The month; a correction of it has a number behind a point.
    #[schema(example = "2026-10")]
    pub release: String,
    /// The time at which it was ready.
    #[schema(example = "2026-11-01T00:00:00Z")]
    pub released_at: Option<Time>,
    /// The reason of a correction; null of the first release of a month.
    #[schema(example = "Swaps of one pool were missing.")]
    pub reason: Option<String>,
    /// Rows of each of its data files.
    #[schema(example = 128_451)]
    pub row_count: i64,
    /// Bytes of all its files.
    #[schema(example = 31_212_000)]
    pub size_bytes: i64,
    /// SHA-256 of the CSV, whole.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub checksum_sha256: Option<String>,
    /// The path of the release with its files.
    #[schema(example = "/api/v1/session/data/datasets/swaps/releases/2026-10")]
    pub path: String,
}

/// A file of a release.
#[derive(Schema, Serialize)]
pub struct ReleaseFileEntry {
    /// The name under which the file is saved, and by which the release's documents name it.
    #[schema(example = "swaps-2026-10.csv")]
    pub name: String,
    #[schema(example = "text/csv")]
    pub media_type: String,
    /// Rows of the file; null of a document.
    #[schema(example = 128_451)]
    pub rows: Option<u64>,
    #[schema(example = 31_212_000)]
    pub bytes: u64,
    /// SHA-256 of its bytes.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// The path that makes a link to it.
    #[schema(example = "/api/v1/session/data/datasets/swaps/releases/2026-10/files/swaps-2026-10.csv")]
    pub path: String,
}

/// A release with its files.
#[derive(Schema, Serialize)]
pub struct Release {
    #[serde(flatten)]
    #[schema(flatten)]
    pub release: DatasetRelease,
    /// The time of the newest of its rows, of a bar that of the newest event in it; null where rows have no time.
    pub as_of: Option<Time>,
    /// The newest block of each chain that it may have rows of; empty for datasets without blocks.
    #[schema(example = { "ethereum": 18_946_480 })]
    pub as_of_blocks: BTreeMap<String, u64>,
    /// The state of the data that it was written from.
    #[schema(example = 1_793_491_200_000_001_i64)]
    pub data_version: Option<i64>,
    /// The text by which to cite it.
    #[schema(example = "Quarry, Swaps (swaps), release 2026-10 as of 2026-11-01T00:00:00Z")]
    pub citation: String,
    /// The data as CSV and, but of the timeline, as Parquet; `datapackage.json` and `croissant.json`.
    pub files: Vec<ReleaseFileEntry>,
}

/// A release as it is stored.
#[derive(Row, Debug)]
pub struct ReleaseRow {
    pub id: i64,
    pub dataset: String,
    pub month: String,
    pub correction: i64,
    pub reason: Option<String>,
    pub run: i64,
    #[row(json)]
    pub pins: Option<Vec<Pin>>,
    pub data_version: Option<i64>,
    pub as_of: Option<Time>,
    #[row(json)]
    pub files: Option<Vec<ReleaseFile>>,
    pub row_count: Option<i64>,
    pub size_bytes: Option<i64>,
    pub checksum_sha256: Option<String>,
    pub completed_at: Option<Time>,
}

/// Reads `YYYY-MM` or `YYYY-MM.N`: the month, and the correction's number.
pub fn read_name(name: &str) -> Option<(String, i64)> {
    match name.split_once('.') {
        None => Some((name.to_owned(), 0)),
        Some((month, number)) => {
            number.parse().ok().filter(|number| *number > 0).map(|number| (month.to_owned(), number))
        }
    }
}

impl ReleaseRow {
    /// Gives the name: the month, and the number of a correction.
    pub fn name(&self) -> String {
        match self.correction {
            0 => self.month.clone(),
            number => format!("{}.{number}", self.month),
        }
    }

    fn dataset_name(&self) -> &str {
        quarry_dataset_catalogue::dataset(&self.dataset).map_or(self.dataset.as_str(), |dataset| dataset.name)
    }

    pub fn title(&self) -> String {
        format!("{}, release {}", self.dataset_name(), self.name())
    }

    /// Gives the text by which to cite it.
    pub fn citation(&self) -> String {
        self.citation_of(self.as_of)
    }

    /// The same of rows the newest of which is of that time: it is not known before they are written.
    pub fn citation_of(&self, as_of: Option<Time>) -> String {
        let as_of = as_of.map(|as_of| format!(" as of {as_of}")).unwrap_or_default();
        let blocks = self.pins.iter().flatten().map(|pin| format!(", {} to block {}", pin.chain, pin.block_number));
        let (name, release, blocks) = (self.dataset_name(), self.name(), blocks.collect::<String>());
        format!("Quarry, {name} ({}), release {release}{as_of}{blocks}", self.dataset)
    }

    fn path(&self) -> String {
        format!("{}/session/data/datasets/{}/releases/{}", deployment::base_path(), self.dataset, self.name())
    }
}

impl From<&ReleaseRow> for DatasetRelease {
    fn from(row: &ReleaseRow) -> DatasetRelease {
        DatasetRelease {
            dataset: row.dataset.clone(),
            release: row.name(),
            released_at: row.completed_at,
            reason: row.reason.clone(),
            row_count: row.row_count.unwrap_or(0),
            size_bytes: row.size_bytes.unwrap_or(0),
            checksum_sha256: row.checksum_sha256.clone(),
            path: row.path(),
        }
    }
}

impl From<ReleaseRow> for Release {
    fn from(row: ReleaseRow) -> Release {
        let (release, citation, path) = (DatasetRelease::from(&row), row.citation(), row.path());
        let file = |file: ReleaseFile| ReleaseFileEntry {
            path: format!("{path}/files/{}", file.name),
            name: file.name,
            media_type: file.media_type,
            rows: file.rows,
            bytes: file.bytes,
            sha256: file.sha256,
        };
        Release {
            release,
            as_of: row.as_of,
            as_of_blocks: row.pins.into_iter().flatten().map(|pin| (pin.chain, pin.block_number)).collect(),
            data_version: row.data_version,
            citation,
            files: row.files.into_iter().flatten().map(file).collect(),
        }
    }
}
