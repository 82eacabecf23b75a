//! The presence of other hosts that count requests in the same store.
//!
//! A host that is alone knows every counter without asking. Beside others it looks before it says what remains. Each
//! host counts up a number of its own once a second; one whose number stands still is gone. No clocks are compared.

use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The hosts that count in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosts {
    /// Nobody, ever: an embedded store.
    One,
    /// Perhaps others: they make themselves known in the store.
    Several,
}

/// A host that was silent for as long is taken for gone.
const GONE_AFTER: Duration = Duration::from_secs(5);
/// Its row is removed after so long.
const REMOVED_AFTER: Duration = Duration::from_secs(60);
/// Rows that are looked at; more hosts than that are some in any case.
const MAX_HOSTS: i64 = 1_000;

/// This host among the others.
#[derive(Debug)]
pub(super) struct Presence {
    hosts: Hosts,
    id: String,
    has_others: AtomicBool,
    /// The last number of each other host, and when it was first seen.
    seen: Mutex<HashMap<String, (i64, Instant)>>,
}

impl Presence {
    pub(super) fn new(hosts: Hosts) -> Presence {
        Presence {
            hosts,
            id: format!("{:032x}", rand::random::<u128>()),
            // Until the first look: nothing is known.
            has_others: AtomicBool::new(hosts == Hosts::Several),
            seen: Mutex::default(),
        }
    }

    /// True when there can never be another host.
    pub(super) fn is_alone(&self) -> bool {
        self.hosts == Hosts::One
    }

    /// True when another host may be counting at this moment.
    pub(super) fn has_others(&self) -> bool {
        self.has_others.load(Ordering::Relaxed)
    }

    /// Shows this host to the others and looks for them. A store that does not answer hides them, so there may be some.
    pub(super) async fn beat(&self, store: &AppStore) {
        if self.is_alone() {
            return;
        }
        let has_others = self.look(store).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the hosts that count requests could not be looked up");
            true
        });
        self.has_others.store(has_others, Ordering::Relaxed);
    }

    /// Takes this host's row away.
    pub(super) async fn leave(&self, store: &AppStore) {
        if self.is_alone() {
            return;
        }
        let left = store.execute("DELETE FROM budget_hosts WHERE id = $1", &[Value::Text(self.id.clone())]).await;
        if let Err(error) = left {
            tracing::warn!(%error, "this host could not sign off; the others notice within {GONE_AFTER:?}");
        }
    }

    async fn look(&self, store: &AppStore) -> Result<bool, AppStoreError> {
        let id = Value::Text(self.id.clone());
        let sql = "INSERT INTO budget_hosts (id, beats) VALUES ($1, 1)
                   ON CONFLICT (id) DO UPDATE SET beats = budget_hosts.beats + 1";
        store.execute(sql, std::slice::from_ref(&id)).await?;
        let sql = "SELECT id, beats FROM budget_hosts WHERE id <> $1 ORDER BY id LIMIT $2";
        let rows = store.query(sql, &[id, Value::Int64(MAX_HOSTS)]).await?;
        let found = Row::all(&rows)
            .map(|row| Ok((row.text("id")?, row.integer("beats")?)))
            .collect::<Result<Vec<_>, AppStoreError>>()?;
        let (is_somebody_there, gone) = self.note(found, Instant::now());
        for (id, beats) in gone {
            // One that came back meanwhile has counted on.
            let sql = "DELETE FROM budget_hosts WHERE id = $1 AND beats = $2";
            store.execute(sql, &[Value::Text(id), Value::Int64(beats)]).await?;
        }
        Ok(is_somebody_there)
    }

    /// Tells whether one of `found` lives, and lists those that are long gone.
    fn note(&self, found: Vec<(String, i64)>, now: Instant) -> (bool, Vec<(String, i64)>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut is_somebody_there, mut gone, mut noted) = (false, Vec::new(), HashMap::new());
        for (id, beats) in found {
            let since = seen.get(&id).filter(|(before, _)| *before == beats).map_or(now, |(_, since)| *since);
            let silent_for = now.saturating_duration_since(since);
            is_somebody_there |= silent_for < GONE_AFTER;
            if silent_for >= REMOVED_AFTER {
                gone.push((id.clone(), beats));
            }
            noted.insert(id, (beats, since));
        }
        *seen = noted;
        (is_somebody_there, gone)
    }
}
