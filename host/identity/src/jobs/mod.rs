//! Work that goes on after an answer: the queue in the app store, and the runner that takes from it.
//!
//! Always true: a job is written by the transaction that asks for it; it is begun by one host at a time, which holds it by
//! a lease that it renews; it runs at least once, since a host that dies at it leaves it to the next; its end is written
//! by the holder of the lease and nobody else.
//!
//! A host's own work runs on the same queue: give the [`Runner`] a [`HostJob`].

mod marks;
mod queue;
mod record;
mod retry;
mod runner;
mod schedule;

pub use marks::{JobMarks, Mark};
pub use queue::{Held, Queue};
pub use record::{ClaimedJob, Ending, JobProgress, JobState, JobStatus, NewJob, RunningJob};
pub use runner::{HostJob, JobComponents, Runner};
