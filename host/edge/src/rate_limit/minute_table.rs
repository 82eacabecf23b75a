//! Requests of a minute: a table of fixed size, in memory, one for each host.
//!
//! Whoever is counted is counted from their first request on for a minute, by a clock that cannot be set. The table is made of sets of
//! eight places; where somebody belongs follows from a keyed hash that nobody outside knows, so nobody can aim at a set. A place is
//! free again when its minute is over. When a set is full of running minutes, further ones that belong there share one more count:
//! nobody's count is dropped for somebody else's sake, memory does not grow, and the cost of a request stays the same.

use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

const WINDOW_MILLISECONDS: u64 = 60_000;
/// Places of a set.
pub(super) const PLACES: usize = 8;

/// The table; `Who` is counted.
#[derive(Debug)]
pub(super) struct MinuteTable<Who> {
    sets: Box<[Mutex<Set<Who>>]>,
    hash: RandomState,
    began: Instant,
}

#[derive(Debug, Default)]
struct Set<Who> {
    places: [Place<Who>; PLACES],
    overflow: Count,
}

#[derive(Debug, Default)]
struct Place<Who> {
    who: Who,
    count: Count,
}

/// A minute. Without requests it is not a minute yet.
#[derive(Debug, Default)]
struct Count {
    began_milliseconds: u64,
    requests: u32,
}

/// A minute after a request was counted in it, or refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Minute {
    pub(super) is_admitted: bool,
    /// Requests that are left of it.
    pub(super) remaining: u32,
    /// Whole seconds to its end, one at the least.
    pub(super) seconds_left: u32,
}

impl<Who: Copy + Eq + Hash + Default> MinuteTable<Who> {
    /// An empty table of `sets` sets; all of its memory is taken here.
    pub(super) fn new(sets: usize) -> MinuteTable<Who> {
        let sets = (0..sets).map(|_| Mutex::default()).collect();
        MinuteTable { sets, hash: RandomState::new(), began: Instant::now() }
    }

    /// Counts one request of `who` as `weight`, unless `limit` are counted in the minute: what is refused is not counted.
    pub(super) fn count(&self, who: Who, weight: u32, limit: NonZeroU32, now: Instant) -> Minute {
        let now = u64::try_from(now.saturating_duration_since(self.began).as_millis()).unwrap_or(u64::MAX);
        let set = &self.sets[self.hash.hash_one(who) as usize % self.sets.len()];
        // A panic cannot leave a set half changed, so a poisoned lock is as good as a sound one.
        let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
        set.count_of(who, now).count(weight, limit, now)
    }
}

impl<Who: Copy + Eq> Set<Who> {
    fn count_of(&mut self, who: Who, now: u64) -> &mut Count {
        let known = self.places.iter().position(|place| place.who == who && place.count.is_running(now));
        let place = known.or_else(|| self.places.iter().position(|place| !place.count.is_running(now)));
        match place {
            Some(place) => {
                let place = &mut self.places[place];
                place.who = who;
                &mut place.count
            }
            None => &mut self.overflow,
        }
    }
}

impl Count {
    fn is_running(&self, now: u64) -> bool {
        self.requests > 0 && now.saturating_sub(self.began_milliseconds) < WINDOW_MILLISECONDS
    }

    fn count(&mut self, weight: u32, limit: NonZeroU32, now: u64) -> Minute {
        if !self.is_running(now) {
            *self = Count { began_milliseconds: now, requests: 0 };
        }
        let is_admitted = self.requests < limit.get();
        if is_admitted {
            self.requests = self.requests.saturating_add(weight);
        }
        let left = WINDOW_MILLISECONDS.saturating_sub(now.saturating_sub(self.began_milliseconds));
        Minute {
            is_admitted,
            remaining: limit.get().saturating_sub(self.requests),
            seconds_left: u32::try_from(left.div_ceil(1_000).max(1)).unwrap_or(u32::MAX),
        }
    }
}
