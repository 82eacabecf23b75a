//! The response cache: public answers and those for everyone, ready to send, so that a hit costs no component and no store.
//!
//! Always true here: only good answers (200) are kept, of keyless reads with a public cache rule and of reads that answer everyone; an
//! answer is found by its operation's revision and the parsed parameters, so another spelling finds it and a swapped component or a
//! switched module never does; it is sent while the version of its data stands, so nobody is given an older one than before; equal
//! requests that miss together wait for one answer, which is given up only when none of them waits any more; a failure is told to
//! those who waited and kept for nobody. Kept bytes are bounded by weight, kept time by the route's rule.
//!
//! The client's own `Cache-Control` is not obeyed: anybody could then have the warehouse asked at will.

mod data_version;
mod flight;
mod key;
mod lifetime;
mod status;
mod stored;

pub(super) use data_version::DataVersion;
pub use data_version::DataVersions;
pub(super) use key::CacheKey;
pub(super) use lifetime::Lifetime;
pub(super) use status::{Found, Source};
pub(super) use stored::StoredAnswer;

use crate::deadline;
use crate::produce::Production;
use data_version::KnownVersions;
use flight::{FlightKey, Flights};
use futures_util::FutureExt;
use http::StatusCode;
use moka::Expiry;
use moka::future::Cache;
use quarry_contract::{DataSource, Problem};
use quarry_stores::clock::Clock;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The deployment's settings of the cache.
#[derive(Debug, Clone)]
pub struct ResponseCacheSettings {
    /// Memory of all kept answers in bytes; 0 keeps none.
    pub memory_bytes: u64,
    /// For how long after its end an answer may still be sent while the data source is down.
    pub stale_if_error: Duration,
}

impl Default for ResponseCacheSettings {
    fn default() -> Self {
        ResponseCacheSettings { memory_bytes: 64 << 20, stale_if_error: Duration::ZERO }
    }
}

/// Share of a request's time after which a copy is sent in place of an answer that is still awaited.
const COPY_SHARE: f64 = 0.9;

/// The kept answers of one edge, and those that are being made. A clone is the same cache.
#[derive(Clone)]
pub(super) struct ResponseCache {
    answers: Cache<CacheKey, Arc<StoredAnswer>>,
    flights: Flights,
    memory_bytes: u64,
    stale_if_error: Duration,
    versions: KnownVersions,
    clock: Clock,
}

impl ResponseCache {
    pub(super) fn new(settings: &ResponseCacheSettings, clock: Clock) -> ResponseCache {
        let answers = Cache::builder()
            .max_capacity(settings.memory_bytes)
            .weigher(|key: &CacheKey, answer: &Arc<StoredAnswer>| {
                u32::try_from(key.len() + answer.weight_bytes()).unwrap_or(u32::MAX)
            })
            .expire_after(Retention)
            .build();
        ResponseCache {
            answers,
            flights: Flights::default(),
            memory_bytes: settings.memory_bytes,
            stale_if_error: settings.stale_if_error,
            versions: KnownVersions::new(clock.clone()),
            clock,
        }
    }

    /// The same cache, whose answers stand for as long as `asked` tells.
    pub(super) fn with_data_versions(mut self, asked: Arc<dyn DataVersions>) -> ResponseCache {
        self.versions = self.versions.asking(asked);
        self
    }

    /// The version of what an answer of these sources would be made of now; none of an answer for keys where it is not told.
    pub(super) async fn version_of(&self, lifetime: Lifetime, sources: &[DataSource]) -> Option<DataVersion> {
        let (version, is_told) = self.versions.current(sources).await;
        (is_told || lifetime.is_public).then_some(version)
    }

    /// Finds the answer under the key: one of that version that is fresh, or one that has ended, if any.
    pub(super) async fn find(&self, key: &[u8], version: Option<DataVersion>) -> Result<Found, Option<Past>> {
        match self.answers.get(key).await {
            Some(stored) => {
                let now = self.clock.elapsed();
                match stored.stands(now, version) {
                    true => Ok(Found::new(stored, Source::Kept, now)),
                    false => Err(Some(Past(stored))),
                }
            }
            None => Err(None),
        }
    }

    /// The answer that `production` makes, or `past` where that may stand in. The error is what the handler said, or
    /// why it said nothing.
    pub(super) async fn make(
        &self,
        key: Vec<u8>,
        version: Option<DataVersion>,
        lifetime: Lifetime,
        production: Production,
        past: Option<Past>,
    ) -> Result<Found, Problem> {
        let was_kept = past.is_some();
        let past = past.filter(|past| self.may_be_sent(&past.0, lifetime));
        let key: FlightKey = (key.into(), version);
        let landing = self.land(&key, lifetime, &production);
        let landed = match past {
            None => landing.await,
            Some(_) => {
                // Over a little before the request is, so that there is time left to send the copy.
                let allowed = production.configuration.limits.duration;
                deadline::within(production.deadline - allowed, allowed.mul_f64(COPY_SHARE), landing).await
            }
        };
        match landed {
            Ok((stored, is_joined)) => {
                let is_kept = self.keeps(&stored);
                let source = Source::Made { is_joined, was_kept, is_kept };
                Ok(Found::new(stored, source, self.clock.elapsed()))
            }
            Err(problem) => match past {
                Some(Past(stored)) if problem.code == "data_source_unavailable" => {
                    Ok(Found::new(stored, Source::Outlived { status: problem.status }, self.clock.elapsed()))
                }
                _ => Err(problem),
            },
        }
    }

    /// True for an answer that may be kept: its data are still what they were, and it is not larger than the whole cache.
    fn keeps(&self, stored: &StoredAnswer) -> bool {
        stored.version.is_some() && stored.status == StatusCode::OK && stored.weight_bytes() as u64 <= self.memory_bytes
    }

    /// True when an answer that is past its end may still be sent.
    fn may_be_sent(&self, stored: &StoredAnswer, lifetime: Lifetime) -> bool {
        // One whose data have changed has ended too, however young it is.
        let outlives = lifetime.may_outlive && !self.stale_if_error.is_zero();
        outlives && stored.age(self.clock.elapsed()) < stored.fresh_for + self.stale_if_error
    }

    /// A new answer, and whether another request had begun it. Who joined a flight that failed asks once more, in one
    /// flight with the others that did: the failure may have been the first one's alone, such as its time being over.
    async fn land(
        &self,
        key: &FlightKey,
        lifetime: Lifetime,
        production: &Production,
    ) -> Result<(Arc<StoredAnswer>, bool), Problem> {
        let start = || self.clone().fly(key.clone(), lifetime, production.clone()).boxed();
        let (flight, is_joined) = self.flights.join(key, start);
        match (flight.await, is_joined) {
            (Err(problem), true) if Instant::now() < production.deadline => {
                tracing::debug!(code = problem.code, "the shared answer failed and is asked for again");
                let (flight, is_joined) = self.flights.join(key, start);
                flight.await.map(|stored| (stored, is_joined))
            }
            (outcome, is_joined) => outcome.map(|stored| (stored, is_joined)),
        }
    }

    /// Makes an answer and keeps it.
    async fn fly(
        self,
        (key, version): FlightKey,
        lifetime: Lifetime,
        production: Production,
    ) -> Result<Arc<StoredAnswer>, Problem> {
        // A flight that ended between the look into the cache and the start of this one has left its answer there.
        if let Some(stored) = self.answers.get(&key).await
            && stored.stands(self.clock.elapsed(), version)
        {
            return Ok(stored);
        }
        let (made_at, fresh_for) = (self.clock.elapsed(), lifetime.fresh_for(self.clock.now()));
        let allowed = production.configuration.limits.duration;
        let began = production.deadline - allowed;
        let route = Arc::clone(&production.operation.route);
        let making = AssertUnwindSafe(deadline::within(began, allowed, production.run())).catch_unwind();
        let written = making.await.unwrap_or_else(|_panic| {
            Err(Problem::plugin_failed("The operation broke down while it was answering; its keepers can see why."))
        })?;
        let kept_for = if lifetime.may_outlive { fresh_for + self.stale_if_error } else { fresh_for };
        let stood = version.is_some() && self.version_of(lifetime, &route.rests_on).await == version;
        let version = version.filter(|_| stood);
        let stored = Arc::new(StoredAnswer::new(written, made_at, fresh_for, kept_for, version));
        if self.keeps(&stored) {
            self.answers.insert(key, Arc::clone(&stored)).await;
        }
        Ok(stored)
    }
}

/// An answer that has ended and is still there.
pub(super) struct Past(Arc<StoredAnswer>);

/// Frees what nobody may be sent any more.
struct Retention;

impl Expiry<CacheKey, Arc<StoredAnswer>> for Retention {
    fn expire_after_create(&self, _key: &CacheKey, stored: &Arc<StoredAnswer>, _now: Instant) -> Option<Duration> {
        Some(stored.kept_for)
    }

    fn expire_after_update(
        &self,
        _key: &CacheKey,
        stored: &Arc<StoredAnswer>,
        _now: Instant,
        _remaining: Option<Duration>,
    ) -> Option<Duration> {
        Some(stored.kept_for)
    }
}
