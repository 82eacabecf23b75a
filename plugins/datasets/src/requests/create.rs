//! `POST /session/data/datasets/{key}/requests`.

use crate::catalogue::query_manager::DatasetPath;
use crate::requests::draft::{Draft, count_draft};
use crate::requests::record::stored_size;
use crate::requests::{DataRequest, DataRequestRow, ExportFormat, SelectOwnDataRequest};
use quarry_dataset_catalogue::{Filters, Selection};
use quarry_sdk::prelude::*;

statement!(app_store, InsertDataRequest, "src/requests/insert_data_request.sql");

/// An export to be built.
#[derive(Schema, Deserialize)]
pub struct NewDataRequest {
    /// The export's name; the dataset's name is used by default.
    #[schema(optional, single_line, min_length = 1, max_length = 120, example = "Swaps of March")]
    name: Option<String>,
    /// Names of the dataset's variables; others are dropped. By default it is the dataset's default columns.
    #[schema(optional, max_items = 200, example = ["chain_id", "pool", "amount0"])]
    columns: Option<Vec<ColumnName>>,
    /// The rows to export; all of them by default.
    #[schema(optional, example = { "chain": "ethereum", "block_from": 18_944_480 })]
    #[serde(default)]
    filters: Filters,
    /// The formats of its files; `csv` by default.
    #[schema(optional, min_items = 1, max_items = 3, example = ["csv"])]
    #[serde(default)]
    formats: Vec<ExportFormat>,
    /// True to put an apostrophe before strangers' texts that a spreadsheet would run as formulas, such as token symbols that begin with
    /// `=`, in the CSV. By default the texts stay as they are.
    #[schema(optional, example = false)]
    #[serde(default)]
    spreadsheet_safe: bool,
}

/// The name, formats and spreadsheet safety of an export, beside its dataset, columns and filters.
pub struct NamedExport {
    pub name: Option<String>,
    /// One or more, each once.
    pub formats: Vec<ExportFormat>,
    pub is_spreadsheet_safe: bool,
}

impl NewDataRequest {
    /// Splits the body into its name and formats, its columns, and its filters.
    pub fn split(self) -> (NamedExport, Vec<String>, Filters) {
        let mut formats = each_once(self.formats);
        if formats.is_empty() {
            formats.push(ExportFormat::Csv);
        }
        let columns = self.columns.map(names_of).unwrap_or_default();
        (NamedExport { name: self.name, formats, is_spreadsheet_safe: self.spreadsheet_safe }, columns, self.filters)
    }
}

/// The formats, each once.
pub fn each_once(formats: Vec<ExportFormat>) -> Vec<ExportFormat> {
    let mut once: Vec<ExportFormat> = Vec::new();
    for format in formats {
        if !once.contains(&format) {
            once.push(format);
        }
    }
    once
}

/// The names in a body.
pub fn names_of(columns: Vec<ColumnName>) -> Vec<String> {
    columns.into_iter().map(|ColumnName(name)| name).collect()
}

/// A column's name as the client wrote it; a column of that name may not exist.
#[derive(Schema, Deserialize)]
#[schema(max_length = 100, example = "pool")]
pub struct ColumnName(String);

/// The draft, with the warnings about it.
#[derive(Schema, Serialize)]
pub struct DraftedDataRequest {
    pub request: DataRequest,
    /// Warning that the estimate failed, or that the protocols are not comparable with each other; null where there is neither.
    #[schema(example = "The figures of these protocols are not comparable with each other.")]
    pub warning: Option<String>,
    /// Names of columns that were dropped, since the dataset has none of that name.
    #[schema(example = ["gas"])]
    pub dropped_columns: Vec<String>,
}

/// Build an export
///
/// Creates a draft, which is removed at its `expires_at`, 90 days after it was last changed, unless it is submitted. Every signed-in person
/// may, 60 times an hour, changes of drafts included (429 `rate_limited`). How large its file will be is estimated; an estimate that fails,
/// chains and protocols that cannot be looked up, and protocols that are not comparable with each other, are a warning beside the draft.
#[endpoint(
    post = "/session/data/datasets/{key}/requests", session, module = "data_downloads", status = 201,
    max_body_bytes = 524_288,
    body = DraftedDataRequest
)]
pub fn create_data_request(
    request: &Request,
    path: DatasetPath,
    JsonBody(new): JsonBody<NewDataRequest>,
) -> Result<Answer, Problem> {
    let dataset = path.dataset()?;
    count_draft(request)?;
    let now = Time::now();
    let (new, columns, filters) = new.split();
    ExportFormat::refuse_unwritten(dataset, &new.formats)?;
    let draft = Draft::of(Selection::of_draft(dataset, columns, filters, &now.day())?.with_defaults(), now);
    let transaction = Transaction::begin()?;
    let id = transaction.insert(insert_of(&draft, new, now))?;
    let drafted: Option<DataRequestRow> = transaction.one(SelectOwnDataRequest { id })?;
    let drafted = drafted.ok_or_else(|| Problem::not_found(format!("There is no data request {id} here.")))?;
    let entry = AuditEntry::of("data_request.drafted", "data_request", &id);
    transaction.audit(entry.after(&json!({ "dataset": dataset.key, "columns": draft.selection.columns.len() })))?;
    transaction.commit()?;
    Ok(Answer::json(&DraftedDataRequest::of(drafted, draft)).with_status(201))
}

impl DraftedDataRequest {
    /// The draft as it is stored, and what is to be known of it.
    pub fn of(stored: DataRequestRow, draft: Draft) -> DraftedDataRequest {
        DraftedDataRequest {
            request: DataRequest::from(stored),
            warning: draft.warning,
            dropped_columns: draft.selection.dropped_columns,
        }
    }
}

/// Inserts a draft of the caller.
pub fn insert_of(draft: &Draft, new: NamedExport, now: Time) -> InsertDataRequest {
    let selection = &draft.selection;
    let [estimated_rows, estimated_bytes, estimated_seconds] = stored_size(draft.size);
    let formats: Vec<&str> = new.formats.iter().map(Choice::word).collect();
    InsertDataRequest {
        dataset: selection.dataset.key.to_owned(),
        name: new.name.unwrap_or_else(|| selection.dataset.name.to_owned()),
        columns: json!(selection.columns).to_string(),
        filters: json!(selection.filters).to_string(),
        formats: json!(formats).to_string(),
        spreadsheet_safe: new.is_spreadsheet_safe,
        estimated_rows,
        estimated_bytes,
        estimated_seconds,
        warning: draft.warning.clone(),
        now,
        expires_at: draft.expires_at,
    }
}
