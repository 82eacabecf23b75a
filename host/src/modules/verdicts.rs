//! The components that were checked against the stores and found good.
//!
//! A verdict is about a digest under one schema, one host, one form of examination, and what the deployment gives; it is kept in the app store, so
//! that it is about that store and every host knows it. One that is known lets a component load without asking the
//! stores about each of its statements: a toggle takes milliseconds, and works while the warehouse is down.

use jiff::Timestamp;
use quarry_runtime::HOST_CONTRACT_VERSION;
use quarry_runtime::capabilities::{EXAMINATION_VERSION, Given};
use quarry_stores::app::{AppStore, schema_digest};
use quarry_stores::result_set::Value;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Verdicts that a host has at hand, 64 KB: several versions of each of 500 components.
const MOST_KNOWN: usize = 2_048;

/// The verdicts of a deployment.
pub(crate) struct Verdicts {
    store: AppStore,
    /// Those that this host has met last, the newest at the end: good also while the app store is down.
    known: Mutex<VecDeque<[u8; 32]>>,
    /// False for a command that only looks: no verdict is kept, in the store or at hand.
    keeps: bool,
}

impl Verdicts {
    pub(crate) fn new(store: AppStore) -> Verdicts {
        Verdicts { store, known: Mutex::default(), keeps: true }
    }

    /// Gives the verdicts of a deployment to a command that looks at components beside its hosts. It reads them and keeps none of its
    /// own.
    pub(crate) fn to_look(store: AppStore) -> Verdicts {
        Verdicts { keeps: false, ..Verdicts::new(store) }
    }

    /// True when the component of that digest was found good with the stores as they are now.
    pub(crate) async fn is_good(&self, digest: &str, given: &Given) -> bool {
        let verdict = fingerprint(digest, given);
        if self.is_known(&verdict) {
            return true;
        }
        let sql = "SELECT digest FROM component_verdicts WHERE fingerprint = $1";
        let found = match self.store.query(sql, &[Value::Bytes(verdict.to_vec())]).await {
            Ok(rows) => rows.row_count > 0,
            Err(error) => {
                tracing::warn!(%error, "the verdicts on components cannot be read");
                false
            }
        };
        if found {
            self.know(verdict);
        }
        found
    }

    fn is_known(&self, verdict: &[u8; 32]) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).contains(verdict)
    }

    /// Keeps it at hand; the oldest makes room.
    fn know(&self, verdict: [u8; 32]) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains(&verdict) {
            return;
        }
        if known.len() >= MOST_KNOWN {
            known.pop_front();
        }
        known.push_back(verdict);
    }

    /// Keeps that it is. A verdict that cannot be kept costs time at the next load, and nothing else.
    pub(crate) async fn note_good(&self, digest: &str, given: &Given) {
        if !self.keeps {
            return;
        }
        let verdict = fingerprint(digest, given);
        self.know(verdict);
        let sql = "INSERT INTO component_verdicts (fingerprint, digest, verified_at) VALUES ($1, $2, $3)
                   ON CONFLICT (fingerprint) DO NOTHING";
        let values = [
            Value::Bytes(verdict.to_vec()),
            Value::Text(digest.to_owned()),
            Value::Timestamp(Timestamp::now().as_microsecond()),
        ];
        if let Err(error) = self.store.execute(sql, &values).await {
            tracing::warn!(%error, digest, "the verdict on a component cannot be kept");
        }
    }
}

/// Everything that the verdict depends on.
fn fingerprint(digest: &str, given: &Given) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(digest);
    hash.update(env!("CARGO_PKG_VERSION"));
    hash.update(EXAMINATION_VERSION.to_be_bytes());
    hash.update(HOST_CONTRACT_VERSION);
    hash.update(schema_digest());
    // The names of grants and tables, in order.
    hash.update(format!("{given:?}"));
    hash.finalize().into()
}
