//! One attempt of a job, by a fresh instance.

use crate::bindings::quarry::plugin::jobs;
use crate::call::note_use;
use crate::capabilities::{Call, FollowingJob};
use crate::cpu_time::CpuTimed;
use crate::guest_problem::told;
use crate::no_answer::Ran;
use crate::{LoadedComponent, instance};
use quarry_contract::{Caller, JobCaller};
use quarry_identity::jobs::{ClaimedJob, Ending, RunningJob};
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;

impl LoadedComponent {
    /// Runs it to its end, within the time that its declaration gives it; dropped, it stops.
    pub async fn run_job(&self, job: &ClaimedJob) -> Ending {
        let name = &self.manifest().name;
        let Some(declared) = self.manifest().jobs.iter().find(|declared| declared.name == job.name) else {
            return Ending::GivenUp(format!("The component {name} declares no job {}.", job.name));
        };
        let figures = self.figures.operation(&format!("job {}", declared.name));
        let _permits = match self.permits(&figures).await {
            Ok(permits) => permits,
            Err(problem) => return Ending::Failed(problem.detail),
        };
        figures.begin();
        let _in_use = self.figures.begin_call();
        let limits = self.limits.of_a_job();
        let caller = JobCaller { job_id: job.id, organization_id: job.organization_id, user_id: job.user_id };
        let deadline = Instant::now() + declared.timeout;
        let request_id: Arc<str> = Arc::from(format!("job-{}-{}", job.id, job.attempt));
        let running = RunningJob { id: job.id, lease_holder: job.lease_holder.clone() };
        let caller = Caller::Job(caller);
        let flow = self.capabilities.write_flow(&caller);
        let call = Call::new(self.capabilities.clone(), caller, None, request_id, deadline)
            .with_shares(limits.shares())
            .within_job(running)
            .following(declared.follows.map(|_| FollowingJob::new(job.name.clone())));
        let mut store = instance::store(&self.runtime.engine, call, &limits, &self.line);
        let given =
            jobs::Job { id: job.id, name: job.name.clone(), arguments: job.arguments.clone(), attempt: job.attempt };
        let span = tracing::info_span!("job", component = name.as_str(), job = job.name.as_str(), job_id = job.id);
        let outcome = {
            let running = CpuTimed::new(flow.scope(self.exports.run_job(&mut store, &given)), &figures, 1);
            tokio::time::timeout_at(deadline.into(), running).instrument(span).await
        };
        note_use(store.data(), &figures);
        match outcome {
            Ok(Ok(Ok(()))) => Ending::Completed,
            Ok(Ok(Err(jobs::JobFailure::Retry(sentence)))) => Ending::Failed(told(&sentence)),
            Ok(Ok(Err(jobs::JobFailure::GiveUp(sentence)))) => Ending::GivenUp(told(&sentence)),
            Ok(Err(error)) => {
                let ran = Ran { name: &job.name, request_id: &format!("job {}", job.id), limits: &limits };
                Ending::Failed(self.fault(store.data(), &ran, &figures, &error).detail)
            }
            Err(_) => {
                let seconds = declared.timeout.as_secs();
                Ending::Failed(format!("It did not end within {seconds} s (timeout-seconds)."))
            }
        }
    }
}
