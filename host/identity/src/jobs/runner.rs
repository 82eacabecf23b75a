//! Takes jobs from the queue and runs them, a bounded number at once.

use crate::jobs::queue::{Held, LEASE, Queue};
use crate::jobs::record::{ClaimedJob, Ending};
use crate::jobs::schedule::{Scheduled, enqueue_if_due};
use crate::outbox;
use futures_util::future::BoxFuture;
use quarry_contract::JobDeclaration;
use quarry_stores::app::AppStore;
use quarry_stores::clock::Clock;
use quarry_stores::shutdown::Shutdown;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The time between two looks at a queue that has nothing for this host.
const POLL: Duration = Duration::from_millis(250);
/// Jobs that one host runs at once.
const AT_ONCE: usize = 8;
/// Those of one component among them: long ones, such as exports, leave room for the jobs of others.
const AT_ONCE_OF_A_COMPONENT: usize = 4;
/// The time between two looks at schedules and old rows.
const KEEPING: Duration = Duration::from_secs(5);
/// The time that a stopping host waits for jobs in flight before it gives them back.
const DRAIN: Duration = Duration::from_secs(5);
/// The time that a start waits after the store failed.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);

/// The components whose jobs this host runs.
pub trait JobComponents: Send + Sync + 'static {
    /// Names and declarations of what is loaded now.
    fn declared(&self) -> Vec<(String, Vec<JobDeclaration>)>;

    /// Runs one attempt to its end; dropped, it stops.
    fn run<'a>(&'a self, job: &'a ClaimedJob) -> BoxFuture<'a, Ending>;
}

/// Work of the host itself that runs on the queue.
pub trait HostJob: Send + Sync + 'static {
    /// Unique among the host's own jobs.
    fn name(&self) -> &'static str;

    /// Runs one attempt.
    fn run<'a>(&'a self, arguments: &'a str) -> BoxFuture<'a, Ending>;
}

impl dyn HostJob {
    /// The word that stands in the place of a component's name.
    pub const COMPONENT: &'static str = "host";
    /// The time that one attempt may take.
    const TIMEOUT: Duration = Duration::from_secs(60);
}

/// The turns of each component whose jobs this host has run.
type Turns = BTreeMap<String, Arc<Semaphore>>;

/// Runs this host's share of the deployment's jobs.
pub struct Runner {
    inner: Arc<Inner>,
}

struct Inner {
    store: AppStore,
    queue: Queue,
    components: Arc<dyn JobComponents>,
    host_jobs: BTreeMap<&'static str, Arc<dyn HostJob>>,
    clock: Clock,
}

impl Runner {
    pub fn new(
        store: AppStore,
        components: Arc<dyn JobComponents>,
        host_jobs: Vec<Arc<dyn HostJob>>,
        clock: Clock,
    ) -> Runner {
        let host_jobs = host_jobs.into_iter().map(|job| (job.name(), job)).collect();
        let queue = Queue::new(store.clone());
        Runner { inner: Arc::new(Inner { store, queue, components, host_jobs, clock }) }
    }

    /// Runs jobs until `shutdown`; those in flight then have a few seconds, and are given back after them.
    pub async fn run(self, mut shutdown: Shutdown) {
        let (mut running, mut turns) = (JoinSet::new(), Turns::new());
        let mut kept: Option<Instant> = None;
        while !shutdown.is_fired() {
            while running.try_join_next().is_some() {}
            if kept.is_none_or(|kept| kept.elapsed() >= KEEPING) {
                kept = Some(Instant::now());
                self.inner.keep().await;
            }
            let pause = match running.len() < AT_ONCE {
                true => self.inner.take_one(&mut running, &mut turns, &shutdown).await,
                false => Some(POLL),
            };
            let Some(pause) = pause else { continue };
            tokio::select! {
                () = shutdown.wait() => break,
                () = tokio::time::sleep(pause) => {}
            }
        }
        // Each gives its job back when its time is over.
        while running.join_next().await.is_some() {}
    }
}

impl Inner {
    /// Takes a job, if there is one; gives how long to wait before looking again, none after a job was found.
    async fn take_one(
        self: &Arc<Inner>,
        running: &mut JoinSet<()>,
        turns: &mut Turns,
        shutdown: &Shutdown,
    ) -> Option<Duration> {
        let mut names: Vec<String> = self.components.declared().into_iter().map(|(name, _)| name).collect();
        names.retain(|name| turns.get(name).is_none_or(|turns| turns.available_permits() > 0));
        // The host's own are short, and are never left out.
        names.push(<dyn HostJob>::COMPONENT.to_owned());
        match self.queue.claim(&names, self.clock.now()).await {
            Ok(Some(job)) => {
                let (inner, shutdown) = (Arc::clone(self), shutdown.clone());
                let of_component = turns.entry(job.component.clone());
                let of_component = of_component.or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE_OF_A_COMPONENT)));
                let turn = Arc::clone(of_component).try_acquire_owned().ok();
                running.spawn(async move {
                    inner.carry_out(job, shutdown).await;
                    drop(turn);
                });
                None
            }
            Ok(None) => Some(POLL),
            Err(error) => {
                tracing::warn!(%error, "the queue of jobs cannot be read");
                Some(AFTER_A_FAILURE)
            }
        }
    }

    /// One attempt, with its lease renewed beside it, and its end written down.
    async fn carry_out(&self, job: ClaimedJob, mut shutdown: Shutdown) {
        // A host that dies at a job leaves no failure behind; a job that takes its hosts down is not tried for ever.
        let began = Instant::now();
        let ending = if job.attempt > job.max_attempts {
            Ending::GivenUp("Every attempt ended with the host that made it.".to_owned())
        } else {
            let stopping = async {
                shutdown.wait().await;
                tokio::time::sleep(DRAIN).await;
            };
            tokio::select! {
                ending = self.attempt(&job) => ending,
                ending = self.hold(&job) => match ending { Some(ending) => ending, None => return },
                () = stopping => Ending::Released,
            }
        };
        if let Ending::Failed(failure) | Ending::GivenUp(failure) = &ending {
            let (component, name, attempt) = (job.component.as_str(), job.name.as_str(), job.attempt);
            tracing::warn!(component, job = name, job_id = job.id, attempt, failure, "a job failed");
        }
        let (component, name) = (job.component.as_str(), job.name.as_str());
        let duration_ms = began.elapsed().as_secs_f64() * 1000.0;
        tracing::debug!(component, job = name, job_id = job.id, ending = ending.word(), duration_ms, "a job has run");
        match self.queue.end(&job, ending, self.clock.now()).await {
            Ok(true) => {}
            Ok(false) => tracing::warn!(job_id = job.id, "a job ended here that another host had taken over"),
            // The lease runs out, and the job is run again.
            Err(error) => tracing::warn!(%error, job_id = job.id, "the end of a job could not be written"),
        }
    }

    async fn attempt(&self, job: &ClaimedJob) -> Ending {
        if job.component != <dyn HostJob>::COMPONENT {
            return self.components.run(job).await;
        }
        let Some(host_job) = self.host_jobs.get(job.name.as_str()) else {
            return Ending::GivenUp(format!("This host has no job {}.", job.name));
        };
        match tokio::time::timeout(<dyn HostJob>::TIMEOUT, host_job.run(&job.arguments)).await {
            Ok(ending) => ending,
            Err(_) => Ending::Failed("It did not end within a minute.".to_owned()),
        }
    }

    /// Renews the lease until it is lost (none) or the job is to stop. While the store is down the job goes on, for as long
    /// as the lease holds.
    async fn hold(&self, job: &ClaimedJob) -> Option<Ending> {
        let mut renewed = Instant::now();
        loop {
            tokio::time::sleep(LEASE / 6).await;
            match self.queue.renew(job.id, &job.lease_holder, None, self.clock.now()).await {
                Ok(Held::Yes) => renewed = Instant::now(),
                Ok(Held::CancelAsked) => return Some(Ending::Cancelled),
                Ok(Held::Lost) => return None,
                Err(_) if renewed.elapsed() < LEASE => {}
                Err(_) => return None,
            }
        }
    }

    /// Enqueues what is due by its schedule, and removes what is old.
    async fn keep(&self) {
        let now = self.clock.now();
        for (component, jobs) in self.components.declared() {
            for job in jobs {
                let Some(every) = job.every else { continue };
                let (component, name) = (component.clone(), job.name);
                let scheduled = Scheduled { component, name, every, max_attempts: job.max_attempts };
                if let Err(error) = enqueue_if_due(&self.store, &scheduled, now).await {
                    tracing::warn!(%error, job = scheduled.name, "a scheduled job could not be enqueued");
                }
            }
        }
        if let Err(error) = outbox::remove_old(&self.store, now).await {
            tracing::warn!(%error, "old events and jobs could not be removed");
        }
    }
}
