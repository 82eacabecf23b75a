//! `POST /datasets/{key}/requests`.

use crate::catalogue::query_manager::DatasetPath;
use crate::requests::create::{NewDataRequest, insert_of};
use crate::requests::draft::Draft;
use crate::requests::submission::{ExportAccount, Submission};
use crate::requests::{DataRequest, DataRequestRow, SelectOwnDataRequest};
use quarry_dataset_catalogue::Selection;
use quarry_sdk::prelude::*;

/// The export, and the columns that it was asked for and does not have.
#[derive(Schema, Serialize)]
pub struct KeyedDataRequest {
    #[schema(flatten)]
    #[serde(flatten)]
    pub request: DataRequest,
    /// Names of columns that were dropped, since the dataset has none of that name.
    #[schema(example = ["gas"])]
    pub dropped_columns: Vec<String>,
}

/// Export a dataset
///
/// Creates an export and submits it, as the member who minted the key: it counts in that member's month. Columns that the dataset does not
/// have are dropped, and listed in `dropped_columns`. Poll it by its id until its status is `completed`.
#[endpoint(
    post = "/datasets/{key}/requests", key = "exports", module = "data_downloads", status = 201, guard = ExportAccount, changes_ranks,
    max_body_bytes = 524_288,
    refuses(403, "no_subscription", "The plan has no data downloads."),
    refuses(403, "plan_limit_reached", "The month's exports are spent: `limit`, `used` and `resets_at` say more."),
    refuses(422, "nothing_final", "No block of the chain that its filter names is final yet: `chain`."),
    refuses(422, "over_cap", "It has more rows than the plan allows: `rows` and `limit` say how many."),
    body = KeyedDataRequest
)]
pub fn create_keyed_data_request(
    path: DatasetPath,
    JsonBody(new): JsonBody<NewDataRequest>,
) -> Result<Answer, Problem> {
    let dataset = path.dataset()?;
    let now = Time::now();
    let (new, columns, filters) = new.split();
    let mut selection = Selection::of_request(dataset, columns, filters, &now.day())?.with_defaults();
    let submission = Submission::prepare(&mut selection, &new.formats)?;
    let draft = Draft::of_submitted(selection, now);
    let transaction = Transaction::begin()?;
    let id = transaction.insert(insert_of(&draft, new, now))?;
    submission.queue(&transaction, id)?;
    let queued: Option<DataRequestRow> = transaction.one(SelectOwnDataRequest { id })?;
    transaction.commit()?;
    let queued = queued.ok_or_else(|| Problem::not_found(format!("There is no export {id} here.")))?;
    let answer =
        KeyedDataRequest { request: DataRequest::from(queued), dropped_columns: draft.selection.dropped_columns };
    Ok(Answer::json(&answer).with_status(201))
}
