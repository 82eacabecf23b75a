//! What the plan at hand lets the reader do with exports and releases: pages offer nothing else.

use crate::requests::quota::ExportPlan;
use quarry_sdk::prelude::*;

/// The actions that the reader's plan allows.
#[derive(Schema, Serialize)]
pub struct DataPermissions {
    /// True when the reader may run an export now: the plan has data downloads, and an export is left in this month.
    #[schema(example = true)]
    pub run: bool,
    /// True when the reader may download files: the plan has data downloads.
    #[schema(example = true)]
    pub download: bool,
    /// The reason why one of the two is not allowed, in a sentence about the plan at hand; null where both are.
    #[schema(example = null)]
    pub reason: Option<String>,
}

impl DataPermissions {
    /// Those of the caller, as they are now.
    pub fn of_caller() -> Result<DataPermissions, Problem> {
        let plan = match ExportPlan::of_caller(Time::now()) {
            Ok(plan) => plan,
            Err(refusal) => {
                let reason = Some(refusal.detail().to_owned());
                return Ok(DataPermissions { run: false, download: false, reason });
            }
        };
        let reason = plan.spent(None)?.map(|month| month.sentence);
        Ok(DataPermissions { run: reason.is_none(), download: true, reason })
    }
}
