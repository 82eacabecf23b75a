//! The evaluation of alerts: a job reads what is new in the warehouse and in the registry of events, and fires the alerts that it meets.
//!
//! Always true here: how far something was looked at is written in the transaction that fires, so that what was looked at fires once,
//! whichever host dies; a turn that another one overtook writes nothing; data that is too old, and figures that are not known, fire nothing.

pub mod events;
pub mod firings;
pub mod marks;
pub mod prices;
pub mod rules;
pub mod watches;

use quarry_sdk::prelude::*;
use rules::{Rules, SelectRules};

statement!(app_store, ForgetOldFirings, "src/evaluation/forget_old_firings.sql");

/// Days for which firings are kept.
const DAYS_KEPT: i64 = 400;

/// Fires the alerts that new prices, liquidations and events of the timeline meet.
#[job(every = "10 s", attempts = 3, follows = warehouse)]
pub fn evaluate_alerts(run: &JobRun, followed: &Followed) -> Result<(), JobFailure> {
    let Some(rules) = SelectRules {}.one::<Rules>()? else { return Ok(()) };
    // Each by itself: what keeps one of them from its end keeps nothing from the others. Events and pauses are told without the warehouse.
    let looked = [
        watches::chain_events::look_at_events(&rules, followed, run),
        match rules.off_version {
            // Nothing is looked at: what it finds when it is on again counts by its age.
            Some(off_version) if rules.pause_told == Some(off_version) => Ok(()),
            Some(off_version) => prices::pause::tell_of_pause(off_version, run),
            None => Ok(()),
        },
        look_at_warehouse(&rules, followed, run),
    ];
    let transaction = Transaction::begin()?;
    transaction.execute(ForgetOldFirings { before: Time::now().minus_days(DAYS_KEPT) })?;
    transaction.commit()?;
    looked.into_iter().collect()
}

/// Looks at liquidations and, while the module is on, at prices.
fn look_at_warehouse(rules: &Rules, followed: &Followed, run: &JobRun) -> Result<(), JobFailure> {
    // The version first: heads that are read behind it know every row up to it.
    followed.newest()?;
    let heads = prices::heads::heads_of_chains()?;
    let liquidations = watches::liquidations::look_at_liquidations(rules, &heads, followed, run);
    let prices = match rules.off_version {
        None => prices::look_at_chains(rules, heads, followed, run),
        Some(_) => Ok(()),
    };
    liquidations.and(prices)
}
