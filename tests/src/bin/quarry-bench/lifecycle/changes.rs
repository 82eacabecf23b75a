//! `swap_failed_requests` and `toggle_failed_requests`: 200 of each within a minute of load.
//!
//! A swap may be noticed by nobody; a switch only by those who ask between off and on, and they are told `module_disabled`.
//! The memory figures are what the host has more of after the last drain than after the first twenty changes: what a first
//! time costs (compiling, caches, the allocator's arenas) is no leak.

use super::installed::Installed;
use crate::report::Report;
use anyhow::{Result, ensure};
use quarry_tests::browser::Browser;
use quarry_tests::steady_load::{Now, SteadyLoad, Tally};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

pub(super) const FIGURES: &[&str] = &[
    "swap_failed_requests",
    "swap_requests",
    "swap_memory_growth",
    "toggle_failed_requests",
    "toggle_requests",
    "toggle_memory_growth",
];

const CHANGES: usize = 200;
/// Changes before the memory is looked at first.
const FIRST: usize = 20;
/// The shortest time that all of them take.
const LOAD: Duration = Duration::from_secs(60);
const CLIENTS: usize = 16;

pub(super) async fn measure(report: &mut Report) -> Result<()> {
    let installed = block_in_place(|| Installed::start("bench-changes"))?;
    let swaps = swap(&installed).await?;
    swaps.report(report, "swap");
    let toggles = toggle(&installed).await?;
    toggles.report(report, "toggle");
    Ok(())
}

struct Outcome {
    tally: Tally,
    elapsed: Duration,
    memory_growth: f64,
}

impl Outcome {
    fn report(&self, report: &mut Report, what: &str) {
        if let Some(sentence) = &self.tally.first_failure {
            println!("the first that failed at a {what}: {sentence}");
        }
        let rate = self.tally.requests as f64 / self.elapsed.as_secs_f64();
        report.add(
            &format!("{what}_failed_requests"),
            self.tally.failed as f64,
            "requests that should not have failed",
        );
        report.add(&format!("{what}_requests"), rate, "requests per second meanwhile");
        report.add(&format!("{what}_memory_growth"), self.memory_growth, "MiB more after the last drain");
    }
}

/// Makes the changes at an even pace, and looks at the memory after the first and after the last.
async fn make(installed: &Installed, mut change: impl FnMut(usize, &SteadyLoad) -> Result<()>) -> Result<Outcome> {
    let load = SteadyLoad::begin(installed.address()?, "/api/v1/version", CLIENTS);
    let began = Instant::now();
    let mut after_first = f64::NAN;
    for number in 0..CHANGES {
        if number == FIRST {
            after_first = installed.memory()?;
        }
        block_in_place(|| change(number, &load))?;
        let due = began + LOAD * u32::try_from(number + 1)? / u32::try_from(CHANGES)?;
        tokio::time::sleep(due.saturating_duration_since(Instant::now())).await;
    }
    let elapsed = began.elapsed();
    let tally = load.end().await?;
    ensure!(tally.requests > 0, "nobody was answered");
    Ok(Outcome { tally, elapsed, memory_growth: installed.memory()? - after_first })
}

async fn swap(installed: &Installed) -> Result<Outcome> {
    let mut outcome = make(installed, |number, _| {
        let (component, version) = if number % 2 == 0 { ("version_two", 2) } else { ("version_one", 1) };
        installed.put(component)?;
        installed.wait_for_version(version)
    })
    .await?;
    let before = installed.memory()?;
    // The last version but one is kept for a roll-back; all others have gone.
    block_in_place(|| installed.wait_for_drained(CHANGES - 1))?;
    outcome.memory_growth += installed.memory()? - before;
    Ok(outcome)
}

async fn toggle(installed: &Installed) -> Result<Outcome> {
    let mut staff = block_in_place(|| Browser::of(&installed.server, "staff"));
    make(installed, |number, load| {
        let is_on = number % 2 == 1;
        load.changes();
        let answer = staff.write("PATCH", "/session/admin/modules/partners/toggle", &json!({ "enabled": is_on }));
        ensure!(answer.status == 200, "the switch: {} {}", answer.status, answer.text);
        load.is_settled(if is_on { Now::Serves } else { Now::IsOff });
        Ok(())
    })
    .await
}
