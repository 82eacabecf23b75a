//! The time of a call, and the store or server that it waits for.

use crate::capabilities::StatementFailure;
use quarry_contract::Store;
use std::time::{Duration, Instant};
use tracing::{Instrument, Span};

/// The most that a component has left of its time when a store or a server did not answer in the rest of it.
const TIME_TO_ANSWER: Duration = Duration::from_millis(250);

/// The deadline of a call and its waits, each of which stays noted when it is dropped halfway.
pub(in crate::capabilities) struct CallTime {
    deadline: Instant,
    /// The store that is being asked; stays too when it leaves no time to answer with.
    store: Option<Store>,
    server_outside: bool,
    objects: bool,
    /// The waits for stores so far.
    store_time: Duration,
}

impl CallTime {
    pub(in crate::capabilities) fn new(deadline: Instant) -> CallTime {
        CallTime { deadline, store: None, server_outside: false, objects: false, store_time: Duration::ZERO }
    }

    /// Gives the call another deadline: that of a stream that was opened.
    pub(in crate::capabilities) fn ends_at(&mut self, deadline: Instant) {
        self.deadline = deadline;
    }

    /// The rest of the request's time for a call of the host: the component keeps a little, to answer with what it has.
    pub(in crate::capabilities) fn remaining(&self) -> Result<Duration, StatementFailure> {
        let remaining = self.until_deadline();
        let kept = (remaining / 2).min(TIME_TO_ANSWER);
        if remaining.is_zero() { Err(deadline_exceeded()) } else { Ok(remaining - kept) }
    }

    /// Gives [`CallTime::remaining`]; none when the time is over.
    pub(in crate::capabilities) fn left(&self) -> Option<Duration> {
        self.remaining().ok()
    }

    /// Awaits `work`, and remembers meanwhile which store is being asked.
    pub(in crate::capabilities) async fn asking<T>(&mut self, store: Store, work: impl Future<Output = T>) -> T {
        self.store = Some(store);
        let began = Instant::now();
        let answer = work.await;
        let ended = Instant::now();
        self.store_time += ended - began;
        let left = self.deadline.saturating_duration_since(ended);
        let is_late = left <= TIME_TO_ANSWER && ended - began > left;
        if !is_late {
            self.store = None;
        }
        answer
    }

    /// Does `work` of the interface `call`, which asks the app store, within the request's time; none when that is over.
    pub(in crate::capabilities) async fn asking_in_time<T>(
        &mut self,
        call: &'static str,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let work = tokio::time::timeout(self.left()?, work).instrument(host_call(call));
        self.asking(Store::AppStore, work).await.ok()
    }

    /// Awaits `work`, which asks a server outside.
    pub(in crate::capabilities) async fn asking_outside<T>(&mut self, work: impl Future<Output = T>) -> T {
        self.server_outside = true;
        let answer = work.await;
        self.server_outside = false;
        answer
    }

    /// Awaits `work`, which asks the object store, for as long as the call has time; none when that is over.
    pub(in crate::capabilities) async fn asking_objects<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let remaining = self.until_deadline().max(Duration::from_millis(1));
        self.objects = true;
        let done = tokio::time::timeout(remaining, work).instrument(host_call("objects")).await;
        self.objects = false;
        done.ok()
    }

    /// The store whose answer the call waits for, or waited for until it was too late.
    pub(super) fn waits_for(&self) -> Option<Store> {
        self.store
    }

    pub(super) fn waits_for_outside(&self) -> bool {
        self.server_outside
    }

    pub(super) fn waits_for_objects(&self) -> bool {
        self.objects
    }

    pub(super) fn store_time(&self) -> Duration {
        self.store_time
    }

    fn until_deadline(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

pub(in crate::capabilities) fn deadline_exceeded() -> StatementFailure {
    StatementFailure::DeadlineExceeded(
        "The time of the request is over (deadline); ask for less, or try again.".to_owned(),
    )
}

/// The span of a call of the host that is not a statement: a part of the component's.
pub(in crate::capabilities) fn host_call(call: &'static str) -> Span {
    tracing::info_span!("host_call", call)
}
