//! A host's budgets with a clock that the test sets, and keys to count for.

use anyhow::{Result, bail};
use jiff::Timestamp;
use quarry::budgets::{Budgets, Clock, Hosts};
use quarry::contract::{Scope, Spending};
use quarry::identity::{Environment, Keys, NewKey, NewUser, Passwords, Users};
use quarry::stores::app::AppStore;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The hour at which the tests' clocks begin, in hours since the epoch.
pub(crate) const HOUR: i64 = 498_000;

/// A clock that stands until it is set.
#[derive(Clone)]
pub(crate) struct TestClock(Arc<AtomicI64>);

impl TestClock {
    pub(crate) fn new() -> TestClock {
        TestClock(Arc::new(AtomicI64::new(HOUR * 3_600)))
    }

    pub(crate) fn set(&self, hour: i64, seconds: i64) {
        self.0.store(hour * 3_600 + seconds, Ordering::SeqCst);
    }

    pub(crate) fn advance_hour(&self) {
        self.0.fetch_add(3_600, Ordering::SeqCst);
    }

    pub(crate) fn seconds(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn hour_end(&self) -> i64 {
        (self.seconds() / 3_600 + 1) * 3_600
    }

    pub(crate) fn clock(&self) -> Clock {
        let clock = self.clone();
        Arc::new(move || Timestamp::from_second(clock.seconds()).expect("a time"))
    }
}

/// A host that knows it is alone.
pub(crate) fn host(store: &AppStore, clock: &TestClock) -> Budgets {
    Budgets::new(store.clone(), Hosts::One, clock.clock())
}

/// A stored key's id.
pub(crate) async fn key(store: &AppStore) -> Result<i64> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let email = format!("ada{}@example.org", NUMBER.fetch_add(1, Ordering::Relaxed));
    let new = NewUser { email, name: "Ada".to_owned(), password: None };
    let created = Users::new(store.clone(), Passwords::default()).create_user(new, Timestamp::now()).await?;
    let new = NewKey {
        organization_id: created.organization_id,
        user_id: created.user_id,
        name: "k".to_owned(),
        scopes: vec![Scope::Read],
        ip_allow_list: Vec::new(),
        expires_at: None,
    };
    Ok(Keys::new(store.clone(), Environment::Sandbox).mint(new, Timestamp::now()).await?.0.id)
}

/// Spends a request that must be granted; what remains after it.
pub(crate) async fn granted(budgets: &Budgets, key: i64, limit: u64) -> Result<u64> {
    match budgets.spend(key, Some(limit)).await? {
        Spending::Granted(budget_state) => Ok(budget_state.remaining),
        other => bail!("it was not granted: {other:?}"),
    }
}

/// Gives the rest of a budget, without spending.
pub(crate) async fn remaining(budgets: &Budgets, key: i64, limit: u64) -> Result<u64> {
    let budget_state = budgets.budget_state(key, Some(limit)).await?;
    Ok(budget_state.map_or(u64::MAX, |budget_state| budget_state.remaining))
}
