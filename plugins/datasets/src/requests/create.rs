//! `POST /session/data/datasets/{key}/requests`.

use crate::catalogue::query_manager::DatasetPath;
use crate::requests::record::stored_size;
use crate::requests::{DataRequest, DataRequestRow, ExportFormat, SelectOwnDataRequest};
use quarry_dataset_catalogue::{Filters, Selection, Size};
use quarry_sdk::key_value::{self, Lifetime};
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;

statement!(app_store, InsertDataRequest, "src/requests/insert_data_request.sql");

/// Each draft has the warehouse count its rows.
const MOST_AN_HOUR: i64 = 60;
const SECONDS_OF_AN_HOUR: u32 = 3_600;

/// An export to be built.
#[derive(Schema, Deserialize)]
pub struct NewDataRequest {
    /// The export's name; the dataset's name is used where it is left out.
    #[schema(optional, single_line, min_length = 1, max_length = 120, example = "Swaps of March")]
    name: Option<String>,
    /// Names of the dataset's variables; others are dropped. Its default columns where it is left out.
    #[schema(optional, max_items = 200, example = ["chain_id", "pool", "amount0"])]
    columns: Option<Vec<ColumnName>>,
    /// The rows to export; all of them where it is left out.
    #[schema(optional, example = { "chain": "ethereum", "block_from": 18_944_480 })]
    #[serde(default)]
    filters: Filters,
    /// The formats of its files; `csv` where it is left out.
    #[schema(optional, min_items = 1, max_items = 3, example = ["csv"])]
    #[serde(default)]
    formats: Vec<ExportFormat>,
    /// True to put an apostrophe before strangers' texts that a spreadsheet would run as formulas, such as token symbols that begin with
    /// `=`, in the CSV. Where it is left out, the texts stay as they are.
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
        let mut formats: Vec<ExportFormat> = Vec::new();
        for format in self.formats {
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        if formats.is_empty() {
            formats.push(ExportFormat::Csv);
        }
        let columns = self.columns.unwrap_or_default().into_iter().map(|ColumnName(name)| name).collect();
        (NamedExport { name: self.name, formats, is_spreadsheet_safe: self.spreadsheet_safe }, columns, self.filters)
    }
}

/// A column's name as the client wrote it; a column of that name may not exist.
#[derive(Schema, Deserialize)]
#[schema(max_length = 100, example = "pool")]
pub struct ColumnName(String);

/// The draft, and what is to be known of it.
#[derive(Schema, Serialize)]
pub struct DraftedDataRequest {
    pub request: DataRequest,
    /// That the estimate failed, or that the protocols are not comparable with each other; null where nothing is to be said.
    #[schema(example = "The figures of these protocols are not comparable with each other.")]
    pub warning: Option<String>,
    /// Names of columns that were dropped, since the dataset has none of that name.
    #[schema(example = ["gas"])]
    pub dropped_columns: Vec<String>,
}

/// Build an export
///
/// It is a draft until it is submitted. Free to everybody who is signed in, 60 an hour (429 `rate_limited`). How large its file will be is estimated; an
/// estimate that fails, and protocols that are not comparable with each other, are a warning beside the draft.
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
    let selection = Selection::of_request(dataset, columns, filters, &now.day())?;
    let (size, failure) = match Size::of(&selection) {
        Ok(size) => (Some(size), None),
        Err(failure) => (None, Some(failure)),
    };
    if let Some(failure) = &failure {
        log::emit(Level::Warn, &format!("the size of {} could not be estimated: {failure:?}", dataset.key));
    }
    let warnings = [
        failure
            .map(|_| "How large the file will be could not be estimated: narrow it, or submit it as it is.".to_owned()),
        selection.incomparable_protocols(),
    ];
    let warnings: Vec<String> = warnings.into_iter().flatten().collect();
    let warning = (!warnings.is_empty()).then(|| warnings.join(" "));
    let transaction = Transaction::begin()?;
    let id = transaction.insert(insert_of(&selection, new, size, warning.clone(), now))?;
    let drafted: Option<DataRequestRow> = transaction.one(SelectOwnDataRequest { id })?;
    let drafted = drafted.ok_or_else(|| Problem::not_found(format!("There is no data request {id} here.")))?;
    let entry = AuditEntry::of("data_request.drafted", "data_request", &id);
    transaction.audit(entry.after(&json!({ "dataset": dataset.key, "columns": selection.columns.len() })))?;
    transaction.commit()?;
    let answer =
        DraftedDataRequest { request: DataRequest::from(drafted), warning, dropped_columns: selection.dropped_columns };
    Ok(Answer::json(&answer).with_status(201))
}

/// Inserts a draft of the caller.
pub fn insert_of(
    selection: &Selection,
    new: NamedExport,
    size: Option<Size>,
    warning: Option<String>,
    now: Time,
) -> InsertDataRequest {
    let [estimated_rows, estimated_bytes, estimated_seconds] = stored_size(size);
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
        warning,
        now,
    }
}

/// Counts a draft of the person in this hour, whatever comes of it.
fn count_draft(request: &Request) -> Result<(), Problem> {
    let user_id = request.person().map_or(0, |person| person.user_id);
    let (now, seconds) = (Time::now().microseconds / 1_000_000, i64::from(SECONDS_OF_AN_HOUR));
    let hour = now / seconds;
    let key = format!("drafts/{user_id}/{hour}");
    let drafts = key_value::increment(&key, 1, Lifetime::Seconds(SECONDS_OF_AN_HOUR))?;
    match drafts > MOST_AN_HOUR {
        true => {
            let sentence = format!(
                "You have built {MOST_AN_HOUR} exports within this hour, and that is the most: try again in the next."
            );
            let refused = Problem::new(429, "rate_limited", sentence).with("limit", MOST_AN_HOUR);
            Err(refused.with("retry_after", seconds - now % seconds))
        }
        false => Ok(()),
    }
}
