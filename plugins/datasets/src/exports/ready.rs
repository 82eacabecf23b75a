//! `data_export.ready`.

use quarry_sdk::prelude::*;

/// An export is completed. The event has no link: those who may fetch the files ask for one.
#[derive(Schema, Serialize)]
pub struct DataExportReady {
    #[schema(example = 17)]
    pub export_id: i64,
    /// Key of the dataset.
    #[schema(example = "swaps")]
    pub dataset: String,
    #[schema(example = 128_451)]
    pub row_count: i64,
    /// SHA-256 of the first format's file, whole.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub checksum_sha256: String,
}

impl Event for DataExportReady {
    const NAME: &'static str = "data_export.ready";
    const SUMMARY: &'static str = "An export of a dataset is completed and can be fetched.";
}
