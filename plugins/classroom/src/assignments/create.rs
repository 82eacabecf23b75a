//! `POST /session/classroom`.

use crate::assignments::record::BarPeriod;
use crate::assignments::{Assignment, AssignmentRow, SelectAssignment};
use crate::join_code::JoinCode;
use crate::pinning::request::NewAssignment;
use crate::pinning::{Pinned, Subject, remove_bytes};
use crate::teachers::{MOST_BYTES, Teacher};
use quarry_sdk::prelude::*;

statement!(app_store, InsertAssignment, "src/assignments/insert_assignment.sql", pool: Address, period: BarPeriod);
statement!(app_store, SelectUsedRoom, "src/assignments/used_room.sql");

/// Assignments of an organization.
const MOST_ASSIGNMENTS: i64 = 1_000;

/// The things that an organization has pinned.
#[derive(Row)]
struct UsedRoom {
    assignments: i64,
    bytes: i64,
}

/// Pin data for a class
///
/// The rows are read now and kept as CSV: every student downloads exactly these bytes, whatever becomes of the data. Of one's own data
/// request its dataset, columns and filters stand; of a pool the bars of its prices do.
#[endpoint(
    post = "/session/classroom", session, module = "data_downloads", status = 201, guard = Teacher, changes_ranks,
    refuses(404, "not_found", "There is no such data request of the caller."),
    refuses(409, "decimals_unknown", "The decimals of its tokens are not known; their lookup is requested, and `Retry-After` says when to try again."),
    refuses(422, "unknown_market", "No such pool is tracked."),
    refuses(422, "empty_series", "The market has no prices in that range."),
    refuses(422, "nothing_final", "No block of the chain that is asked for is final yet: `chain`."),
    refuses(422, "nothing_to_pin", "Neither a data request nor a pool is named."),
    refuses(422, "over_cap", "It has more than 1,000,000 rows or 100 MiB: `limit` and `limit_bytes`."),
    refuses(422, "too_many_assignments", "The organization has 1,000 assignments, or they have 1 GiB together: `used` and `limit`."),
    body = Assignment
)]
pub fn create_assignment(JsonBody(new): JsonBody<NewAssignment>) -> Result<Answer, Problem> {
    let now = Time::now();
    let used: Option<UsedRoom> = SelectUsedRoom {}.one()?;
    refuse_if_full(used, 0)?;
    let mut subject = new.subject(&now.day())?;
    let JoinCode(join_code) = JoinCode::random()?;
    let written = subject.write(&join_code)?;
    match keep(&new, &subject, &join_code, &written, now) {
        Ok(assignment) => Ok(Answer::json(&Assignment::from(assignment)).with_status(201)),
        Err(problem) => {
            remove_bytes(&join_code);
            Err(problem)
        }
    }
}

/// Makes the bytes those of an assignment.
fn keep(
    new: &NewAssignment,
    subject: &Subject,
    join_code: &str,
    Pinned { file: written, as_of }: &Pinned,
    now: Time,
) -> Result<AssignmentRow, Problem> {
    let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let selection = &subject.selection;
    let transaction = Transaction::begin()?;
    refuse_if_full(transaction.one(SelectUsedRoom {})?, signed(written.bytes))?;
    let id = transaction.insert(InsertAssignment {
        join_code: join_code.to_owned(),
        title: new.title.clone().unwrap_or_else(|| subject.title.clone()),
        instructions: new.instructions.clone().filter(|instructions| !instructions.is_empty()),
        name_organization: new.name_organization,
        data_request_id: subject.data_request_id,
        dataset: selection.dataset.key.to_owned(),
        columns: json!(selection.columns).to_string(),
        filters: json!(selection.filters).to_string(),
        pool: subject.pool.clone(),
        period: subject.period,
        row_count: signed(written.rows),
        size_bytes: signed(written.bytes),
        checksum_sha256: written.sha256.clone(),
        data_as_of: *as_of,
        pins: json!(selection.pins).to_string(),
        now,
    })?;
    let kept: Option<AssignmentRow> = transaction.one(SelectAssignment { join_code: join_code.to_owned() })?;
    // Without the join code: readers of the audit log are told no capability.
    let what = json!({ "dataset": selection.dataset.key, "rows": written.rows, "sha256": written.sha256 });
    transaction.audit(AuditEntry::of("classroom.pinned", "assignment", &id).after(&what))?;
    transaction.commit()?;
    kept.ok_or_else(|| Problem::not_found(format!("The assignment {id} is gone: try again.")))
}

/// 422 where the organization has no room for so many bytes more.
fn refuse_if_full(used: Option<UsedRoom>, bytes: i64) -> Result<(), Problem> {
    let used = used.unwrap_or(UsedRoom { assignments: 0, bytes: 0 });
    let full = |sentence: String, used: i64, limit: i64| {
        Err(Problem::new(422, "too_many_assignments", sentence).with("used", used).with("limit", limit))
    };
    if used.assignments >= MOST_ASSIGNMENTS {
        let sentence = format!("The organization has {MOST_ASSIGNMENTS} assignments, and that is the most.");
        return full(sentence, used.assignments, MOST_ASSIGNMENTS);
    }
    if used.bytes.saturating_add(bytes) > MOST_BYTES {
        let sentence = format!(
            "The organization's assignments have {} bytes, this one would have {bytes}, and {MOST_BYTES} are the most of all.",
            used.bytes
        );
        return full(sentence, used.bytes, MOST_BYTES);
    }
    Ok(())
}
