//! `just soak MINUTES`: the installation under a steady load while components fail, are swapped and are switched at random.
//!
//! Four clients ask a component that is swapped and switched, four another one that nobody touches. Meanwhile, one after
//! the other and at random: a swap, a switch off and on, a component that loops, fills its memory, recurses or panics, and the warehouse
//! killed. Every request must be answered as it should be; the memory after each drain is written down, and its slope over
//! the second half is the figure that tells a leak: a first half fills caches.

use super::installed::{Installed, built};
use crate::report::Report;
use anyhow::{Context, Result, ensure};
use quarry_tests::browser::Browser;
use quarry_tests::steady_load::{Now, SteadyLoad, Tally};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

const CLIENTS: usize = 4;
/// Faults of the hostile component; each is answered with an error that names its limit or that it failed.
const FAULTS: [&str; 4] = ["loop", "memory", "stack", "panic"];
/// Between two happenings; the host drains meanwhile.
const PAUSE: Duration = Duration::from_millis(800);

/// Soaks for `minutes` and reports.
pub(crate) async fn run(minutes: u64) -> Result<()> {
    let mut report = Report::default();
    let installed = block_in_place(|| Installed::start("soak"))?;
    for component in ["hostile", "many"] {
        std::fs::copy(built(component), installed.folder.join(format!("{component}.wasm")))?;
    }
    block_in_place(|| installed.wait_for("/many-000000"))?;
    block_in_place(|| installed.wait_for("/hostile/remember"))?;
    let changed = SteadyLoad::begin(installed.address()?, "/api/v1/version", CLIENTS);
    let neighbour = SteadyLoad::begin(installed.address()?, "/api/v1/many-000000", CLIENTS);
    let mut soak =
        Soak { staff: block_in_place(|| Browser::of(&installed.server, "staff")), installed: &installed, version: 1 };
    let (began, length) = (Instant::now(), Duration::from_secs(minutes * 60));
    let mut memory = Vec::new();
    let mut happenings = 0_u32;
    while began.elapsed() < length {
        block_in_place(|| soak.happen(&changed))?;
        happenings += 1;
        tokio::time::sleep(PAUSE).await;
        memory.push((began.elapsed().as_secs_f64() / 3600.0, installed.memory()?));
    }
    let (changed, neighbour) = (changed.end().await?, neighbour.end().await?);
    for (name, tally) in [("changed", &changed), ("neighbour", &neighbour)] {
        say(name, tally);
    }
    let second_half = memory.split_off(memory.len() / 2);
    report.add(
        "soak_failed_requests",
        (changed.failed + neighbour.failed) as f64,
        "requests that should not have failed",
    );
    report.add("soak_requests", (changed.requests + neighbour.requests) as f64, "requests");
    report.add("soak_happenings", f64::from(happenings), "swaps, switches, faults and kills");
    report.add("soak_memory", second_half.last().context("some minutes")?.1, "MiB of the host at the end");
    report.add("soak_memory_slope", slope(&second_half), "MiB more an hour, over the second half");
    report.write()
}

fn say(name: &str, tally: &Tally) {
    println!("{name}: {} requests, {} while switched off, {} failed", tally.requests, tally.switched_off, tally.failed);
    if let Some(sentence) = &tally.first_failure {
        println!("  the first: {sentence}");
    }
}

struct Soak<'a> {
    installed: &'a Installed,
    staff: Browser<'a>,
    version: u64,
}

impl Soak<'_> {
    fn happen(&mut self, load: &SteadyLoad) -> Result<()> {
        match rand::random_range(0..8) {
            0..3 => self.swap(),
            3..5 => self.switch(load),
            5..7 => self.fault(),
            _ => self.kill_warehouse(),
        }
    }

    fn swap(&mut self) -> Result<()> {
        self.version = 3 - self.version;
        self.installed.put(if self.version == 1 { "version_one" } else { "version_two" })?;
        self.installed.wait_for_version(self.version)
    }

    fn switch(&mut self, load: &SteadyLoad) -> Result<()> {
        for (is_on, now) in [(false, Now::IsOff), (true, Now::Serves)] {
            load.changes();
            let path = "/session/admin/modules/partners/toggle";
            let answer = self.staff.write("PATCH", path, &json!({ "enabled": is_on }));
            ensure!(answer.status == 200, "the switch: {} {}", answer.status, answer.text);
            load.is_settled(now);
        }
        Ok(())
    }

    fn fault(&self) -> Result<()> {
        let path = format!("/hostile/{}?armed=true", FAULTS[rand::random_range(0..FAULTS.len())]);
        let answer = self.installed.server.get_keyless(&path);
        ensure!(answer.status == 503, "{path} was answered {} {}", answer.status, answer.text);
        Ok(())
    }

    /// It is started again by itself; nothing that is asked here needs it.
    fn kill_warehouse(&self) -> Result<()> {
        // Being started again it has none.
        let Ok(pid) = self.installed.server.warehouse_pid() else { return Ok(()) };
        let pid = rustix::process::Pid::from_raw(pid).context("a process id")?;
        // It may have gone in between.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        Ok(())
    }
}

/// Gives the slope of the line through the points with the least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let (above, below) = points.iter().fold((0.0, 0.0), |(above, below), point| {
        (above + (point.0 - x) * (point.1 - y), below + (point.0 - x).powi(2))
    });
    above / below
}
