//! The conditions under which an export runs, the same for people and for keys.

use crate::exports::run::{RunExportArguments, run_export};
use crate::requests::ExportFormat;
use crate::requests::quota::ExportPlan;
use quarry_dataset_catalogue::{Pins, Selection};
use quarry_sdk::prelude::*;

statement!(app_store, QueueDataRequest, "src/requests/queue_data_request.sql");

/// Seconds that the warehouse has to count the rows of an export; one that takes longer is cut off by its run where it has too many.
const SECONDS_TO_COUNT: u32 = 5;

/// The person whose exports are counted: the caller, or the member who minted the key.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/requests/requester.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no such account."))]
pub struct ExportAccount;

/// An export that may run.
pub struct Submission {
    plan: ExportPlan,
    pins: Pins,
    now: Time,
}

impl Submission {
    /// Pins the newest blocks, and refuses what the plan does not allow: 403 `no_subscription` and `plan_limit_reached`, 422 `over_cap`
    /// by an exact count. Nothing is written.
    pub fn prepare(selection: &mut Selection, formats: &[ExportFormat]) -> Result<Submission, Problem> {
        let now = Time::now();
        let plan = ExportPlan::of_caller(now)?;
        plan.refuse_if_spent(None)?;
        ExportFormat::refuse_unwritten(selection.dataset, formats)?;
        let pins = Pins::newest(selection.dataset, selection.chain_id())?;
        selection.pins = Some(pins.clone());
        if let Some(cap) = plan.rows {
            match selection.count_rows(SECONDS_TO_COUNT) {
                Ok(rows) if rows > cap => return Err(over_cap(rows, cap, &plan)),
                Ok(_) | Err(StatementFailure::DeadlineExceeded(_)) => {}
                Err(failure) => return Err(failure.into()),
            }
        }
        Ok(Submission { plan, pins, now })
    }

    /// Queues the caller's draft, in a transaction that holds their lock. 403 where a parallel request took the last export of the month,
    /// 422 `not_a_draft` where it is no longer a draft.
    pub fn queue(&self, transaction: &Transaction, id: i64) -> Result<(), Problem> {
        self.plan.refuse_if_spent(Some(transaction))?;
        let job_id = transaction.enqueue::<run_export>(&RunExportArguments { request_id: id })?;
        let queued = transaction.execute(QueueDataRequest {
            id,
            month: self.plan.month().to_owned(),
            row_cap: self.plan.rows.map(|rows| i64::try_from(rows).unwrap_or(i64::MAX)),
            job_id,
            pins: json!(self.pins).to_string(),
            now: self.now,
        })?;
        if queued == 0 {
            return Err(not_a_draft());
        }
        transaction.audit(AuditEntry::of("data_request.submitted", "data_request", &id).after(&self.pins))?;
        Ok(())
    }
}

/// 422, once it has run.
pub fn not_a_draft() -> Problem {
    Problem::new(
        422,
        "not_a_draft",
        "The export has been submitted already, perhaps from another tab: build another one.",
    )
}

fn over_cap(rows: u64, cap: u64, plan: &ExportPlan) -> Problem {
    let detail = format!("The export has {rows} rows, and {} in one: narrow it.", plan.allows_rows());
    Problem::new(422, "over_cap", detail).with("rows", rows).with("limit", cap)
}
