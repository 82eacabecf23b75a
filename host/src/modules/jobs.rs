//! The jobs of the components that are loaded.

use crate::modules::Modules;
use futures_util::future::BoxFuture;
use quarry_contract::JobDeclaration;
use quarry_identity::jobs::{ClaimedJob, Ending, JobComponents};

impl JobComponents for Modules {
    fn declared(&self) -> Vec<(String, Vec<JobDeclaration>)> {
        let components = self.components();
        let with_jobs =
            components.iter().map(|component| component.manifest()).filter(|manifest| !manifest.jobs.is_empty());
        with_jobs.map(|manifest| (manifest.name.clone(), manifest.jobs.clone())).collect()
    }

    fn run<'a>(&'a self, job: &'a ClaimedJob) -> BoxFuture<'a, Ending> {
        Box::pin(async move {
            match self.components().iter().find(|component| component.manifest().name == job.component) {
                Some(component) => component.run_job(job).await,
                // Another host of the deployment may have it.
                None => Ending::Released,
            }
        })
    }
}
