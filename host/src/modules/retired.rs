//! Components that serve no new request: they drain, and then they are gone with their memory.

use quarry_runtime::LoadedComponent;
use quarry_stores::shutdown::ShutdownTrigger;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The time for which the event streams of a component may go on after it was taken out; requests have an end of their own.
const STREAMS_END_AFTER: Duration = Duration::from_secs(30);

/// Components that were taken out and are still in use.
#[derive(Default)]
pub(super) struct Retired(Mutex<Vec<Leaving>>);

struct Leaving {
    name: String,
    digest: String,
    /// Held by every clone of the component.
    life: Weak<()>,
    component: Weak<LoadedComponent>,
    end_streams: ShutdownTrigger,
    began: Instant,
}

impl Retired {
    /// Follows a component to its end.
    pub(super) fn add(&self, component: &Arc<LoadedComponent>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Leaving {
            name: component.manifest().name.clone(),
            digest: component.digest().to_owned(),
            life: component.life(),
            component: Arc::downgrade(component),
            end_streams: component.stream_end(),
            began: Instant::now(),
        });
    }

    /// Says what is gone, and ends the streams of what should be.
    pub(super) fn sweep(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|leaving| {
            let elapsed = leaving.began.elapsed();
            if leaving.life.strong_count() == 0 {
                tracing::info!(
                    component = leaving.name,
                    digest = leaving.digest,
                    drain_milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
                    "a component has drained and is gone"
                );
                return false;
            }
            if elapsed >= STREAMS_END_AFTER {
                leaving.end_streams.fire();
            }
            true
        });
    }

    /// A component of that digest that is still draining: it can serve again as it is.
    pub(super) fn take_back(&self, digest: &str) -> Option<Arc<LoadedComponent>> {
        let mut leaving = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let position = leaving
            .iter()
            .position(|leaving| leaving.digest == digest && leaving.began.elapsed() < STREAMS_END_AFTER)?;
        let component = leaving[position].component.upgrade()?;
        leaving.remove(position);
        Some(component)
    }
}
