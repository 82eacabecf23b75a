//! `PATCH /session/data/requests/{id}`.

use crate::requests::create::{ColumnName, DraftedDataRequest, each_once, names_of};
use crate::requests::draft::{Draft, count_draft};
use crate::requests::get::{DataRequestPath, absent_request};
use crate::requests::record::stored_size;
use crate::requests::submission::not_a_draft;
use crate::requests::{DataRequestRow, ExportFormat, RequestAccess, RequestStatus, SelectDataRequest};
use quarry_dataset_catalogue::{Filters, Selection};
use quarry_sdk::prelude::*;

statement!(app_store, ChangeDraft, "src/requests/change_draft.sql");

/// The changes of a draft: what is left out stays.
#[derive(Schema, Deserialize)]
pub struct DataRequestChange {
    /// The export's name.
    #[schema(optional, single_line, min_length = 1, max_length = 120, example = "Swaps of March")]
    name: Option<String>,
    /// Names of the dataset's variables, all of those that its files are to have; others are dropped.
    #[schema(optional, max_items = 200, example = ["chain_id", "pool", "amount0"])]
    columns: Option<Vec<ColumnName>>,
    /// All of its filters: those that are left out of them are taken away.
    #[schema(optional, example = { "chain": "ethereum", "block_from": 18_944_480 })]
    filters: Option<Filters>,
    /// The formats of its files.
    #[schema(optional, min_items = 1, max_items = 3, example = ["csv"])]
    formats: Option<Vec<ExportFormat>>,
    /// True to put an apostrophe before strangers' texts that a spreadsheet would run as formulas, in the CSV.
    #[schema(optional, example = false)]
    spreadsheet_safe: Option<bool>,
}

/// Change a draft
///
/// Changes what is sent, and estimates the size of the file again; the change counts among the 60 drafts of an hour, and the draft is kept
/// for 90 days more.
#[endpoint(
    patch = "/session/data/requests/{id}", session, module = "data_downloads", guard = RequestAccess::Requester,
    max_body_bytes = 524_288,
    refuses(422, "not_a_draft", "It was submitted already."),
    body = DraftedDataRequest
)]
pub fn change_data_request(
    request: &Request,
    path: DataRequestPath,
    JsonBody(change): JsonBody<DataRequestChange>,
) -> Result<Answer, Problem> {
    let found: Option<DataRequestRow> = SelectDataRequest {}.one()?;
    let found = found.ok_or_else(|| absent_request(path.id))?;
    if found.status != RequestStatus::Draft {
        return Err(not_a_draft());
    }
    count_draft(request)?;
    let now = Time::now();
    let dataset = found.dataset()?;
    let formats = change.formats.map_or(found.formats, each_once);
    ExportFormat::refuse_unwritten(dataset, &formats)?;
    let columns = change.columns.map_or(found.columns, names_of);
    let has_new_filters = change.filters.is_some();
    let selection = Selection::of_draft(dataset, columns, change.filters.unwrap_or(found.filters), &now.day())?;
    let draft = Draft::of(if has_new_filters { selection.with_defaults() } else { selection }, now);
    let [estimated_rows, estimated_bytes, estimated_seconds] = stored_size(draft.size);
    let words: Vec<&str> = formats.iter().map(Choice::word).collect();
    let transaction = Transaction::begin()?;
    let changed = transaction.execute(ChangeDraft {
        name: change.name.unwrap_or(found.name),
        columns: json!(draft.selection.columns).to_string(),
        filters: json!(draft.selection.filters).to_string(),
        formats: json!(words).to_string(),
        spreadsheet_safe: change.spreadsheet_safe.unwrap_or(found.spreadsheet_safe),
        estimated_rows,
        estimated_bytes,
        estimated_seconds,
        warning: draft.warning.clone(),
        expires_at: draft.expires_at,
    })?;
    if changed == 0 {
        return Err(not_a_draft());
    }
    let entry = AuditEntry::of("data_request.changed", "data_request", &path.id);
    transaction.audit(entry.after(&json!({ "dataset": dataset.key, "columns": draft.selection.columns.len() })))?;
    let stored: Option<DataRequestRow> = transaction.one(SelectDataRequest {})?;
    transaction.commit()?;
    let stored = stored.ok_or_else(|| absent_request(path.id))?;
    Ok(Answer::json(&DraftedDataRequest::of(stored, draft)))
}
