//! One flight for many equal requests.
//!
//! Each waiting request moves the flight on, whichever request began it. The last one to leave drops it, and with it the
//! component and its query. Only requests in progress hold a flight, so their number bounds the table.

use crate::response_cache::{CacheKey, DataVersion, StoredAnswer};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use quarry_contract::Problem;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The answer that a flight makes: who asks for one of newer data joins no flight that began with older ones.
pub(super) type FlightKey = (CacheKey, Option<DataVersion>);
type Landed = Result<Arc<StoredAnswer>, Problem>;
type Making = BoxFuture<'static, Landed>;

/// The flights in the air. A clone is the same table.
#[derive(Clone, Default)]
pub(super) struct Flights(Arc<Mutex<Table>>);

#[derive(Default)]
struct Table {
    last_number: u64,
    by_key: HashMap<FlightKey, (u64, WeakShared<Making>)>,
}

impl Flights {
    /// The flight for `key`, and whether another request had begun it. `start` is called when no flight exists yet.
    pub(super) fn join(&self, key: &FlightKey, start: impl FnOnce() -> Making) -> (Shared<Making>, bool) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flight) = table.by_key.get(key).and_then(|(_, flight)| flight.upgrade()) {
            return (flight, true);
        }
        table.last_number += 1;
        let entry = Entry { flights: self.clone(), key: key.clone(), number: table.last_number };
        let making = start();
        let flight = async move {
            let _entry = entry;
            making.await
        };
        let flight = flight.boxed().shared();
        if let Some(weak) = flight.downgrade() {
            let number = table.last_number;
            table.by_key.insert(key.clone(), (number, weak));
        }
        (flight, false)
    }
}

/// A flight's place in the table; dropped with the flight, landed or given up.
struct Entry {
    flights: Flights,
    key: FlightKey,
    number: u64,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut table = self.flights.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A later flight may have taken the place.
        if table.by_key.get(&self.key).is_some_and(|(number, _)| *number == self.number) {
            table.by_key.remove(&self.key);
        }
    }
}
