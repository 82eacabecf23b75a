//! The lines by which an author tries a component: a command for each operation, and the jobs.

use crate::cli::output;
use crate::cli::plugin::sandbox::Sandbox;
use crate::cli::plugin::{dev_jobs, dev_requests};
use quarry_contract::Manifest;

/// Lines to print.
#[derive(Debug, Clone, Default)]
pub(super) struct Offer {
    commands: Vec<String>,
    jobs: Vec<String>,
}

impl Offer {
    /// Of a component that `sandbox` serves, for people who sign in by the application `client`.
    pub(super) fn of(sandbox: &Sandbox, manifest: &Manifest, client: &str) -> Offer {
        Offer { commands: dev_requests::commands(sandbox, manifest, client), jobs: dev_jobs::lines(manifest) }
    }

    /// Without what `told` has.
    pub(super) fn beyond(&self, told: &Offer) -> Offer {
        let new =
            |lines: &[String], told: &[String]| lines.iter().filter(|line| !told.contains(line)).cloned().collect();
        Offer { commands: new(&self.commands, &told.commands), jobs: new(&self.jobs, &told.jobs) }
    }

    pub(super) fn print(&self) {
        if !self.commands.is_empty() {
            output::line("\nTry:");
            for command in &self.commands {
                output::line(format!("  {command}"));
            }
        }
        if !self.jobs.is_empty() {
            output::line("\nJobs (type `run NAME`, or `run NAME JSON` with arguments, to run one now):");
            for line in &self.jobs {
                output::line(line);
            }
        }
    }
}
