//! Components whose statements for new accounts failed: they wait, longer each time, and the accounts that failed are passed over until the
//! others are prepared, so that the store is not asked the same in vain.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

/// The wait after failures, twice as long with each, at most.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(300);
/// Accounts of one component that are passed over. A component that fails for more has no statement that works.
const MOST_PASSED_OVER: usize = 1_000;

/// What is put off, by component.
#[derive(Debug, Default)]
pub(super) struct PutOff {
    components: HashMap<String, Failing>,
}

#[derive(Debug, Default)]
struct Failing {
    /// Failures since an account was prepared.
    in_a_row: u32,
    until: Option<Instant>,
    /// Accounts that are tried at once, where all of them took too long.
    at_once: Option<i64>,
    passed_over: BTreeSet<i64>,
}

impl PutOff {
    /// True while the component waits.
    pub(super) fn waits(&self, component: &str, now: Instant) -> bool {
        self.components.get(component).and_then(|failing| failing.until).is_some_and(|until| now < until)
    }

    /// The accounts that the component failed for.
    pub(super) fn passed_over(&self, component: &str) -> Vec<i64> {
        self.components.get(component).map(|failing| failing.passed_over.iter().copied().collect()).unwrap_or_default()
    }

    /// Lets the accounts have their turn again that the component failed for; false where there are none.
    pub(super) fn try_again(&mut self, component: &str) -> bool {
        let failing = self.components.get_mut(component);
        failing.is_some_and(|failing| !std::mem::take(&mut failing.passed_over).is_empty())
    }

    /// Notes a failure, of one account where it is known which, and gives the time that the component waits.
    pub(super) fn failed(&mut self, component: &str, account: Option<i64>, now: Instant) -> Duration {
        let failing = self.components.entry(component.to_owned()).or_default();
        if failing.passed_over.len() >= MOST_PASSED_OVER {
            // The oldest have their turn again.
            failing.passed_over.clear();
        }
        failing.passed_over.extend(account);
        let wait = LONGEST_WAIT.min(FIRST_WAIT * 2_u32.pow(failing.in_a_row.min(16)));
        failing.in_a_row = failing.in_a_row.saturating_add(1);
        failing.until = Some(now + wait);
        wait
    }

    /// Gives how many accounts are tried at once, at most.
    pub(super) fn at_once(&self, component: &str, most: i64) -> i64 {
        self.components.get(component).and_then(|failing| failing.at_once).unwrap_or(most).min(most)
    }

    /// Notes how many accounts are to be tried at once from now on.
    pub(super) fn try_at_once(&mut self, component: &str, accounts: i64) {
        self.components.entry(component.to_owned()).or_default().at_once = Some(accounts);
    }

    /// Notes that an account was prepared: the next failure is a first one.
    pub(super) fn worked(&mut self, component: &str) {
        if let Some(failing) = self.components.get_mut(component) {
            failing.in_a_row = 0;
            failing.until = None;
        }
    }
}
