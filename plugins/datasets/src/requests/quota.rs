//! The exports that the caller's plan allows, and those that they have used in this month.

use quarry_sdk::prelude::*;

statement!(app_store, SelectUsedExports, "src/requests/used_exports.sql");

/// A month of UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Month {
    /// `YYYY-MM`.
    pub word: String,
    /// The first moment of the next one.
    pub ends_at: Time,
}

impl Month {
    /// The one that the time lies in.
    pub fn at(now: Time) -> Month {
        let word: String = now.day().0.chars().take(7).collect();
        // Thirty-one days behind its first one lies the next month, whichever month it is.
        let first: Time = format!("{word}-01T00:00:00Z").parse().unwrap_or(now);
        let next: String = first.plus_days(31).day().0.chars().take(7).collect();
        Month { ends_at: format!("{next}-01T00:00:00Z").parse().unwrap_or(now), word }
    }
}

/// The name of the allowance of rows in plans.
const ROWS: &str = "rows_per_export";

/// The number of exports that a plan allows.
#[derive(Debug, Clone)]
pub struct ExportPlan {
    /// Exports a month; none is unlimited.
    exports: Option<u64>,
    /// Rows of an export; none is unlimited.
    pub rows: Option<u64>,
    month: Month,
    plan: PlanAtHand,
}

/// A month in which no export is left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpentMonth {
    pub limit: u64,
    pub used: u64,
    /// What was used and what the plan at hand allows.
    pub sentence: String,
}

impl ExportPlan {
    /// Gives the plan of the caller: 403 `no_subscription` where it has no data downloads.
    pub fn of_caller(now: Time) -> Result<ExportPlan, Problem> {
        let plan = PlanAtHand::of_caller();
        if !plan.has("data_downloads") {
            return Err(Problem::new(403, "no_subscription", plan.lacks("data_downloads", "data downloads")));
        }
        Ok(ExportPlan { exports: plan.limit("exports_per_month"), rows: plan.limit(ROWS), month: Month::at(now), plan })
    }

    /// The rows of an export that are allowed, as a part of a sentence.
    pub fn allows_rows(&self) -> String {
        self.plan.allows(ROWS)
    }

    pub fn month(&self) -> &str {
        &self.month.word
    }

    /// Refuses one more export in this month where none is left: 403 `plan_limit_reached`. In a transaction that holds the lock of
    /// the person, as many pass as are left.
    pub fn refuse_if_spent(&self, transaction: Option<&Transaction>) -> Result<(), Problem> {
        match self.spent(transaction)? {
            None => Ok(()),
            Some(SpentMonth { limit, used, sentence }) => Err(Problem::new(403, "plan_limit_reached", sentence)
                .with("limit", limit)
                .with("used", used)
                .with("resets_at", self.month.ends_at.to_string())
                .with("allowance", "exports_per_month")),
        }
    }

    /// The month, where no export is left in it.
    pub fn spent(&self, transaction: Option<&Transaction>) -> Result<Option<SpentMonth>, Problem> {
        let Some(limit) = self.exports else { return Ok(None) };
        let statement = SelectUsedExports { month: self.month.word.clone() };
        let used: Option<i64> = match transaction {
            Some(transaction) => transaction.value(statement)?,
            None => statement.value()?,
        };
        let used = used.map_or(0, i64::unsigned_abs);
        if used < limit {
            return Ok(None);
        }
        let allows = self.plan.allows("exports_per_month");
        // Another month brings none either where none are allowed.
        let way = if limit > 0 { format!(": wait until {}", self.month.ends_at) } else { String::new() };
        let sentence = format!("You have used {used} exports of this month, and {allows} a month{way}.");
        Ok(Some(SpentMonth { limit, used, sentence }))
    }
}
