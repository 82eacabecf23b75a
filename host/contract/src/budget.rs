//! The state of a key's budget in its hour, as the rate headers of every keyed answer tell it.

/// A key's budget at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetState {
    /// Requests that the plan gives in a clock hour.
    pub limit: u64,
    /// Requests that are left of them. Never more than the truth.
    pub remaining: u64,
    /// The beginning of the next hour, in seconds since the epoch.
    pub resets_at_seconds: i64,
}

/// The result of spending one request of a key's budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spending {
    /// The plan sets no number: nothing is counted.
    Unlimited,
    /// One request was taken; the state is the one after it.
    Granted(BudgetState),
    /// Nothing is left in this hour.
    Refused {
        budget_state: BudgetState,
        /// Whole seconds until the next hour, at least 1.
        retry_after_seconds: u32,
    },
}
