//! The evaluation of alerts: a job reads what is new in the warehouse and in the registry of events, and fires the alerts that it meets.
//!
//! Always true here: how far something was looked at is written in the transaction that fires, so that what was looked at fires once,
//! whichever host dies; a look that another one overtook writes nothing; data that is too old, and figures that are not known, fire nothing.

pub mod budget;
pub mod events;
pub mod firings;
pub mod look;
pub mod prices;
pub mod rules;
pub mod watches;

use budget::Budget;
use quarry_sdk::prelude::*;
use rules::{Rules, SelectRules};

statement!(warehouse, SelectNewestVersion, "src/evaluation/newest_version.sql");
statement!(app_store, ForgetOldFirings, "src/evaluation/forget_old_firings.sql");

/// Days for which firings are kept.
const DAYS_KEPT: i64 = 400;

/// Evaluates alerts.
pub struct EvaluateAlerts;

/// Nothing is asked of it.
#[derive(Serialize, Deserialize)]
pub struct EvaluateAlertsArguments {}

impl Job for EvaluateAlerts {
    const NAME: &'static str = "evaluate_alerts";
    const SUMMARY: &'static str = "Fires the alerts that new prices, liquidations and events of the timeline meet.";
    const EVERY_SECONDS: Option<u32> = Some(10);
    const MAX_ATTEMPTS: u32 = 3;
    type Arguments = EvaluateAlertsArguments;

    fn run(_: &JobRun, arguments: EvaluateAlertsArguments) -> Result<(), JobFailure> {
        let Some(rules) = SelectRules {}.one::<Rules>()? else { return Ok(()) };
        let mut budget = Budget::of_a_run();
        // Each by itself: what keeps one of them from its end keeps nothing from the others. Events and pauses are told without the warehouse.
        let looked = [
            watches::chain_events::look_at_events(&rules, &mut budget),
            match rules.off_version {
                // Nothing is looked at: what it finds when it is on again counts by its age.
                Some(off_version) if rules.pause_told == Some(off_version) => Ok(()),
                Some(off_version) => prices::pause::tell_of_pause(off_version, &mut budget),
                None => Ok(()),
            },
            look_at_warehouse(&rules, &mut budget),
        ];
        let transaction = Transaction::begin()?;
        transaction.execute(ForgetOldFirings { before: Time::now().minus_days(DAYS_KEPT) })?;
        if budget.is_spent() {
            transaction.enqueue::<EvaluateAlerts>(&arguments)?;
        }
        transaction.commit()?;
        looked.into_iter().collect()
    }
}

/// Looks at liquidations and, while the module is on, at prices.
fn look_at_warehouse(rules: &Rules, budget: &mut Budget) -> Result<(), JobFailure> {
    let newest = SelectNewestVersion {}.query()?.integer(0, "version").unwrap_or_default();
    let heads = prices::heads::heads_of_chains()?;
    let liquidations = watches::liquidations::look_at_liquidations(rules, &heads, newest, budget);
    let prices = match rules.off_version {
        None => prices::look_at_chains(rules, heads, newest, budget),
        Some(_) => Ok(()),
    };
    liquidations.and(prices)
}
