//! The number of spaces that a person may own beyond the personal one, by the plan.

use crate::space::SelectOwnedSpaces;
use quarry_sdk::prelude::*;

/// The name that it has in plans.
const NAME: &str = "extra_spaces";

/// Limit and use.
pub struct Allowance {
    plan: PlanAtHand,
    /// None is unlimited.
    pub limit: Option<u64>,
    pub used: u64,
}

impl Allowance {
    /// Reads the allowance as it is.
    pub fn read() -> Result<Allowance, Problem> {
        Ok(Allowance::of(SelectOwnedSpaces {}.value()?))
    }

    /// Reads the allowance as the transaction sees it, which holds the lock of the person.
    pub fn seen_by(transaction: &Transaction) -> Result<Allowance, Problem> {
        Ok(Allowance::of(transaction.value(SelectOwnedSpaces {})?))
    }

    fn of(owned: Option<i64>) -> Allowance {
        let plan = PlanAtHand::of_caller();
        Allowance { limit: plan.limit(NAME), plan, used: owned.map_or(0, i64::unsigned_abs) }
    }

    pub fn remaining(&self) -> Option<u64> {
        self.limit.map(|limit| limit.saturating_sub(self.used))
    }

    /// Refuses one more space when the allowance is used up.
    pub fn refuse_if_spent(&self) -> Result<(), Problem> {
        match self.limit {
            Some(limit) if self.used >= limit => {
                let way = if self.used > 0 { ": leave one to somebody else" } else { "" };
                let (used, allows) = (self.used, self.plan.allows(NAME));
                let sentence = format!("You own {used} spaces beyond the personal one, and {allows}{way}.");
                Err(Problem::new(403, "plan_limit_reached", sentence)
                    .with("limit", limit)
                    .with("used", used)
                    .with("allowance", NAME))
            }
            _ => Ok(()),
        }
    }
}
