//! How many alerts a person may have, of all types together, by the plan.

use quarry_sdk::prelude::*;

statement!(app_store, SelectUsedAlerts, "src/used_alerts.sql");

/// The name that it has in plans.
const NAME: &str = "alerts";
/// The most that a person has where the plan sets no limit: a list of alerts is read whole.
const CEILING: u64 = 1_000;

/// Limit and use, over every type of alert.
#[derive(Schema, Serialize)]
pub struct Allowance {
    /// The largest number of alerts; null is unlimited.
    #[schema(example = 25)]
    pub limit: Option<u64>,
    /// Alerts that the person made, in spaces in which they are.
    #[schema(example = 3)]
    pub used: u64,
    /// Number of alerts that can still be made; null when unlimited.
    #[schema(example = 22)]
    pub remaining: Option<u64>,
}

impl Allowance {
    /// Reads the allowance as it is.
    pub fn read() -> Result<Allowance, Problem> {
        Ok(Allowance::of(PlanAtHand::of_caller().limit(NAME), SelectUsedAlerts {}.value()?))
    }

    fn of(limit: Option<u64>, used: Option<i64>) -> Allowance {
        let used = used.map_or(0, i64::unsigned_abs);
        Allowance { limit, used, remaining: limit.map(|limit| limit.saturating_sub(used)) }
    }

    /// Refuses one more where the plan's limit is spent. In a transaction that holds the lock of the person, as many pass as are left.
    pub fn refuse_if_spent(transaction: &Transaction, plan: &PlanAtHand) -> Result<(), Problem> {
        let limit = plan.limit(NAME);
        let Allowance { used, .. } = Allowance::of(limit, transaction.value(SelectUsedAlerts {})?);
        match limit {
            Some(limit) if used >= limit => {
                let way = if used > 0 { ": remove one first" } else { "" };
                let sentence = format!("You made {used} alerts of all types together, and {}{way}.", plan.allows(NAME));
                Err(Problem::new(403, "plan_limit_reached", sentence)
                    .with("limit", limit)
                    .with("used", used)
                    .with("allowance", NAME))
            }
            _ if used >= CEILING => {
                let sentence = format!("A person has at most {CEILING} alerts: remove one first.");
                Err(Problem::new(422, "too_many_alerts", sentence).with("limit", CEILING))
            }
            _ => Ok(()),
        }
    }
}
