//! How many views and favourites a person may have, by the plan.

use quarry_sdk::prelude::*;

/// The most that a person has of either where the plan sets no limit: a library is read whole.
const CEILING: u64 = 1_000;

/// An allowance of the plan, by its name there.
#[derive(Debug, Clone, Copy)]
pub enum Shelf {
    SavedViews,
    Favourites,
}

impl Shelf {
    fn name(self) -> &'static str {
        match self {
            Shelf::SavedViews => "saved_views",
            Shelf::Favourites => "favourites",
        }
    }

    fn things(self) -> &'static str {
        match self {
            Shelf::SavedViews => "saved views",
            Shelf::Favourites => "favourites",
        }
    }
}

/// The limits in force for the caller.
pub struct Allowances(PlanAtHand);

impl Allowances {
    pub fn of_caller() -> Allowances {
        Allowances(PlanAtHand::of_caller())
    }

    /// The limit; none is unlimited.
    pub fn limit(&self, shelf: Shelf) -> Option<u64> {
        self.0.limit(shelf.name())
    }

    /// Refuses one more where `used` is all that may be had. In a transaction that holds the lock of the person, as many pass as are left.
    pub fn refuse_if_spent(&self, shelf: Shelf, used: usize) -> Result<(), Problem> {
        let used = u64::try_from(used).unwrap_or(u64::MAX);
        let things = shelf.things();
        match self.limit(shelf) {
            Some(limit) if used >= limit => {
                let allows = self.0.allows(shelf.name());
                let way = if used > 0 { ": remove one first" } else { "" };
                let sentence = format!("You have {used} {things}, and {allows}{way}.");
                Err(Problem::new(403, "plan_limit_reached", sentence)
                    .with("limit", limit)
                    .with("used", used)
                    .with("allowance", shelf.name()))
            }
            _ if used >= CEILING => {
                let sentence = format!("A library has at most {CEILING} {things}: remove one first.");
                Err(Problem::new(422, "library_full", sentence).with("limit", CEILING))
            }
            _ => Ok(()),
        }
    }
}
