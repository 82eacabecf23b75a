//! `POST /session/admin/data/datasets/{key}/releases/{release}/corrections`.

use crate::releases::get::ReleasePath;
use crate::releases::queue::queue_waiting;
use crate::releases::ready_release;
use quarry_sdk::prelude::*;

statement!(app_store, InsertCorrection, "src/releases/insert_correction.sql");

/// Corrections of one month.
const MOST_CORRECTIONS: i64 = 99;

#[derive(Schema, Deserialize)]
pub struct NewCorrection {
    /// The mistake, for those who cite the release.
    #[schema(single_line, min_length = 1, max_length = 1000, example = "Swaps of one pool were missing.")]
    reason: String,
}

/// A correction that waits for its turn.
#[derive(Schema, Serialize)]
pub struct QueuedCorrection {
    #[schema(example = "swaps")]
    pub dataset: String,
    /// The name that the correction has once it is ready.
    #[schema(example = "2026-10.1")]
    pub release: String,
    #[schema(example = "Swaps of one pool were missing.")]
    pub reason: String,
}

/// Correct a release
///
/// The newest release of a month is frozen anew with the same pins, as a release of its own. What was released stays as it is.
#[endpoint(
    post = "/session/admin/data/datasets/{key}/releases/{release}/corrections", session = "editorial", module = "data_downloads",
    status = 201,
    refuses(422, "not_correctable", "Another release of the month is newer or under way, or it was corrected 99 times."),
    body = QueuedCorrection
)]
pub fn correct_release(path: ReleasePath, JsonBody(new): JsonBody<NewCorrection>) -> Result<Answer, Problem> {
    let corrected = ready_release(&path.key, &path.release)?;
    let not_correctable = || {
        let detail =
            format!("The release {} is not the newest of its month, or a correction is under way.", path.release);
        Problem::new(422, "not_correctable", detail)
    };
    if corrected.correction >= MOST_CORRECTIONS {
        return Err(not_correctable());
    }
    let (dataset, month, correction) = (corrected.dataset, corrected.month, corrected.correction);
    let release = format!("{month}.{}", correction + 1);
    let transaction = Transaction::begin()?;
    let (reason, now) = (new.reason.clone(), Time::now());
    let inserted =
        transaction.execute(InsertCorrection { dataset: dataset.clone(), month, correction, reason, now })?;
    if inserted == 0 {
        return Err(not_correctable());
    }
    queue_waiting(&transaction)?;
    let entry = AuditEntry::of("dataset_release.corrected", "dataset_release", &corrected.id);
    transaction.audit(entry.after(&json!({ "dataset": dataset, "release": release })))?;
    transaction.commit()?;
    Ok(Answer::json(&QueuedCorrection { dataset, release, reason: new.reason }).with_status(201))
}
