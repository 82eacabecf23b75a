//! The time for which an answer may be kept, read from the route's declaration.

use jiff::Timestamp;
use quarry_contract::{Access, CacheRule, Method, RateClass, Readers, ResponseForm, Route};
use std::time::Duration;

/// Its operations tell what can be verified now, so none of their answers outlives its end, whatever the configuration.
const NEVER_OUTLIVED_MODULE: &str = "research";

/// The longest that an answer for everyone is kept, however long its data stand.
const FOR_EVERYONE: Duration = Duration::from_secs(60);

const MINUTE_MICROSECONDS: i64 = 60_000_000;

/// The rule of one route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lifetime {
    max_age: Duration,
    /// The answer changes with the minute on every host at once, as the status snapshot does.
    ends_with_minute: bool,
    /// True when it may be sent past its end while the data source is down.
    pub(crate) may_outlive: bool,
    /// True of a public answer: it goes on when a store is down and nobody tells whether its data have changed, and nobody can have it
    /// made. One for keys fails then as it would if it were made.
    pub(crate) is_public: bool,
}

impl Lifetime {
    /// The rule of a route whose answers are kept; `None` for every other one.
    pub(crate) fn of(route: &Route) -> Option<Lifetime> {
        // What is made while it is sent is not kept.
        if route.response_form != ResponseForm::Json {
            return None;
        }
        match (route.cache, &route.access, route.method) {
            (CacheRule::Public { max_age_seconds }, Access::Keyless, Method::Get) => Some(Lifetime {
                max_age: Duration::from_secs(max_age_seconds.into()),
                ends_with_minute: route.rate_class == RateClass::PublicStatus,
                may_outlive: route.module.as_deref() != Some(NEVER_OUTLIVED_MODULE),
                is_public: true,
            }),
            (CacheRule::Private, Access::Key(_), Method::Get) if route.answers == Readers::Everyone => {
                Some(Lifetime { max_age: FOR_EVERYONE, ends_with_minute: false, may_outlive: false, is_public: false })
            }
            _ => None,
        }
    }

    /// For how long an answer that is begun now is fresh.
    pub(super) fn fresh_for(&self, now: Timestamp) -> Duration {
        if !self.ends_with_minute {
            return self.max_age;
        }
        let into_minute = now.as_microsecond().rem_euclid(MINUTE_MICROSECONDS);
        let left = u64::try_from(MINUTE_MICROSECONDS - into_minute).unwrap_or_default();
        self.max_age.min(Duration::from_micros(left))
    }
}
