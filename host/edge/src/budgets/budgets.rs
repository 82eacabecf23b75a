//! The budgets of a host's keys.

use crate::budgets::hour::Hour;
use crate::budgets::key_budget::{KeyBudget, Moment};
use crate::budgets::ledger::Ledger;
use crate::budgets::presence::Hosts;
use crate::budgets::presence::Presence;
use crate::budgets::{BudgetError, LEASE};
use jiff::Timestamp;
use quarry_contract::{BudgetState, Spending};
use quarry_stores::app::{AppStore, AppStoreError};
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time that a request waits to be counted.
const COUNT_TIMEOUT: Duration = Duration::from_secs(3);
/// The time that it waits, once counted, to learn what other hosts took meanwhile.
const LOOK_TIMEOUT: Duration = Duration::from_millis(500);
/// Keys in use at once: within ten seconds. One takes some 250 bytes.
const MAX_KEYS: usize = 100_000;
const SHARDS: usize = 64;

/// Gives the time of day. Only the hour is taken from it; waiting goes by a clock that cannot be set.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// The machine's clock.
pub fn system_clock() -> Clock {
    Arc::new(Timestamp::now)
}

/// The budgets. A clone shares what is in hand.
#[derive(Clone)]
pub struct Budgets {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) ledger: Ledger,
    clock: Clock,
    pub(super) keys: [Mutex<HashMap<i64, Arc<KeyBudget>>>; SHARDS],
    pub(super) presence: Presence,
}

impl Budgets {
    /// Budgets counted in `store`. [`Budgets::keep`] must run beside them.
    pub fn new(store: AppStore, hosts: Hosts, clock: Clock) -> Budgets {
        let keys = std::array::from_fn(|_| Mutex::default());
        Budgets { inner: Arc::new(Inner { ledger: Ledger::new(store), clock, keys, presence: Presence::new(hosts) }) }
    }

    /// Takes one request of the key's hour. `limit` is what the plan gives an hour; none is unlimited.
    pub async fn spend(&self, key_id: i64, limit: Option<u64>) -> Result<Spending, BudgetError> {
        let Some(limit) = limit else { return Ok(Spending::Unlimited) };
        let arrived = self.moment();
        let key = self.key(key_id, arrived.instant)?;
        let spending = match key.try_spend(limit, arrived) {
            Some(spending) => {
                if key.runs_low() {
                    self.lease_ahead(&key, limit);
                }
                spending
            }
            // On the heap: the future of a statement is large, and most requests need none.
            None => within(key_id, Box::pin(self.lease_and_spend(&key, limit))).await?,
        };
        match spending {
            Spending::Granted(budget_state) if self.inner.presence.has_others() => {
                Ok(Spending::Granted(self.look_again(&key, budget_state, arrived).await))
            }
            spending => Ok(spending),
        }
    }

    /// The state of the key's budget, without taking anything; `None` where the plan is unlimited.
    pub async fn budget_state(&self, key_id: i64, limit: Option<u64>) -> Result<Option<BudgetState>, BudgetError> {
        let Some(limit) = limit else { return Ok(None) };
        let arrived = self.moment();
        let key = self.key(key_id, arrived.instant)?;
        let since = self.inner.presence.has_others().then_some(arrived.instant);
        if let Some(budget_state) = key.budget_state(limit, arrived, since) {
            return Ok(Some(budget_state));
        }
        within(key_id, Box::pin(self.look(&key, limit, since))).await.map(Some)
    }

    /// Waits for its turn, then takes a lease if nobody brought one meanwhile.
    async fn lease_and_spend(&self, key: &Arc<KeyBudget>, limit: u64) -> Result<Spending, BudgetError> {
        let turn = Arc::clone(&key.flight).lock_owned().await;
        let now = self.moment();
        if let Some(spending) = key.try_spend(limit, now) {
            return Ok(spending);
        }
        let most = self.most_of(key, now);
        let (key_id, key, ledger) = (key.key_id, Arc::clone(key), self.inner.ledger.clone());
        // A task of its own: a client that leaves now must not take a whole lease with it.
        let taking = tokio::spawn(async move {
            let _turn = turn;
            match ledger.take(key_id, now.hour, limit, most, key.surrender()).await {
                Ok(counted) => Ok(key.receive(limit, counted, now)),
                Err(source) => {
                    key.forget();
                    Err(BudgetError::Store { key_id, source })
                }
            }
        });
        taking.await.unwrap_or(Err(BudgetError::Interrupted { key_id }))
    }

    /// Takes the next lease before the one in hand is spent, so that requests need not wait for it. What fails here is
    /// tried again by the request that finds the hand empty.
    fn lease_ahead(&self, key: &Arc<KeyBudget>, limit: u64) {
        let Ok(turn) = Arc::clone(&key.flight).try_lock_owned() else { return };
        let now = self.moment();
        let most = self.most_of(key, now);
        let (key, ledger) = (Arc::clone(key), self.inner.ledger.clone());
        tokio::spawn(async move {
            let _turn = turn;
            match ledger.take(key.key_id, now.hour, limit, most, None).await {
                Ok(counted) => key.receive_ahead(limit, counted, now),
                Err(error) => tracing::warn!(%error, key_id = key.key_id, "a lease could not be taken ahead"),
            }
        });
    }

    /// The most of the lease that is taken now. What others hold counts as spent, so where there are others it stays small.
    fn most_of(&self, key: &KeyBudget, now: Moment) -> u64 {
        LEASE.most * if self.inner.presence.has_others() { 1 } else { key.leases_together(now.instant) }
    }

    /// Asks the store unless somebody did `since`.
    async fn look(&self, key: &KeyBudget, limit: u64, since: Option<Instant>) -> Result<BudgetState, BudgetError> {
        let _turn = key.flight.lock().await;
        let now = self.moment();
        if let Some(budget_state) = key.budget_state(limit, now, since) {
            return Ok(budget_state);
        }
        let counted = self.inner.ledger.read(key.key_id).await.map_err(|source| store_error(key.key_id, source))?;
        Ok(key.observe(limit, counted, now))
    }

    /// The budget after a request that was granted, with what other hosts took. Where the store does not say in time, only
    /// what is in hand is certain.
    async fn look_again(&self, key: &KeyBudget, granted: BudgetState, arrived: Moment) -> BudgetState {
        let looking = self.look(key, granted.limit, Some(arrived.instant));
        match tokio::time::timeout(LOOK_TIMEOUT, looking).await {
            Ok(Ok(budget_state)) => budget_state,
            Ok(Err(_)) | Err(_) => key.certain(granted),
        }
    }

    pub(super) fn moment(&self) -> Moment {
        let time = (self.inner.clock)();
        Moment { time, hour: Hour::of(time), instant: Instant::now() }
    }

    fn key(&self, key_id: i64, now: Instant) -> Result<Arc<KeyBudget>, BudgetError> {
        let shard = &self.inner.keys[key_id.unsigned_abs() as usize % SHARDS];
        let mut keys = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = keys.get(&key_id) {
            return Ok(Arc::clone(key));
        }
        if keys.len() >= MAX_KEYS / SHARDS {
            return Err(BudgetError::TooManyKeys { limit: MAX_KEYS });
        }
        let key = Arc::new(KeyBudget::new(key_id, now));
        keys.insert(key_id, Arc::clone(&key));
        Ok(key)
    }
}

async fn within<T>(
    key_id: i64,
    work: Pin<Box<impl Future<Output = Result<T, BudgetError>>>>,
) -> Result<T, BudgetError> {
    tokio::time::timeout(COUNT_TIMEOUT, work).await.unwrap_or(Err(BudgetError::Late { key_id, limit: COUNT_TIMEOUT }))
}

fn store_error(key_id: i64, source: AppStoreError) -> BudgetError {
    BudgetError::Store { key_id, source }
}
