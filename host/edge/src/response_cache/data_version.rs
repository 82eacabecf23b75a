//! The version of the data that answers are made of: a kept answer stands while the version does.
//!
//! Always true here: a source is asked once, however many requests wait for it, and at most four times a second (the switches of modules,
//! which are felt at once, each time); the number that is known of it never falls; one that does not answer holds no request for longer
//! than a second.

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, WeakShared};
use quarry_contract::DataSource;
use quarry_stores::clock::Clock;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Tells how far the data of a source have come.
pub trait DataVersions: Send + Sync {
    /// A number that grows whenever a change of the data begins or ends; none where the source does not tell.
    fn data_version(&self, source: DataSource) -> BoxFuture<'_, Option<u64>>;
}

/// The time for which a source is not asked again.
const fn asked_every(source: DataSource) -> Duration {
    match source {
        DataSource::Warehouse | DataSource::Timeline => Duration::from_millis(250),
        DataSource::Switches => Duration::ZERO,
    }
}

/// The time that a request waits for a source, and for which one that did not answer is left alone.
const PATIENCE: Duration = Duration::from_secs(1);

/// The numbers of the sources that an answer is made of; 0 for any other source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct DataVersion([u64; DataSource::ALL.len()]);

/// What this host knows of the sources. A clone knows the same.
#[derive(Clone)]
pub(super) struct KnownVersions {
    sources: [Arc<KnownSource>; DataSource::ALL.len()],
    clock: Clock,
    /// None where nobody counts changes: all data then have the same version.
    asked: Option<Arc<dyn DataVersions>>,
}

#[derive(Default)]
struct KnownSource(Mutex<Known>);

#[derive(Default)]
struct Known {
    number: u64,
    /// False where it did not answer the last question.
    is_told: bool,
    /// When to ask again, on [`Clock::elapsed`]; none before it was asked at all.
    due_at: Option<Duration>,
    /// The question on its way, while a request waits for it.
    question: Option<WeakShared<BoxFuture<'static, ()>>>,
}

impl KnownSource {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KnownVersions {
    pub(super) fn new(clock: Clock) -> KnownVersions {
        KnownVersions { sources: Default::default(), clock, asked: None }
    }

    /// Asks `asked` from now on.
    pub(super) fn asking(mut self, asked: Arc<dyn DataVersions>) -> KnownVersions {
        self.asked = Some(asked);
        self
    }

    /// The version of what an answer of these sources would be made of now, as far as it is known, and whether each of them told it.
    pub(super) async fn current(&self, sources: &[DataSource]) -> (DataVersion, bool) {
        let (mut version, mut are_told) = (DataVersion::default(), true);
        if let Some(asked) = &self.asked {
            for source in sources {
                let (number, is_told) = self.number(*source, asked).await;
                version.0[source.index()] = number;
                are_told &= is_told;
            }
        }
        (version, are_told)
    }

    async fn number(&self, source: DataSource, asked: &Arc<dyn DataVersions>) -> (u64, bool) {
        let place = &self.sources[source.index()];
        let question = {
            let mut known = place.known();
            if known.due_at.is_some_and(|due_at| self.clock.elapsed() < due_at) {
                return (known.number, known.is_told);
            }
            let on_its_way = known.question.as_ref().and_then(WeakShared::upgrade);
            match on_its_way {
                Some(question) => question,
                None => {
                    let asking = ask(Arc::clone(place), source, Arc::clone(asked), self.clock.clone());
                    let question = asking.boxed().shared();
                    known.question = question.downgrade();
                    question
                }
            }
        };
        question.await;
        let known = place.known();
        (known.number, known.is_told)
    }
}

/// Asks a source, and notes its answer.
async fn ask(place: Arc<KnownSource>, source: DataSource, asked: Arc<dyn DataVersions>, clock: Clock) {
    let began = clock.elapsed();
    let answer = tokio::time::timeout(PATIENCE, asked.data_version(source)).await.ok().flatten();
    let mut known = place.known();
    known.question = None;
    known.is_told = answer.is_some();
    match answer {
        Some(number) => {
            // A replica that lags would take back what others have seen.
            known.number = known.number.max(number);
            known.due_at = Some(began + asked_every(source));
        }
        None => known.due_at = Some(clock.elapsed() + PATIENCE),
    }
}
