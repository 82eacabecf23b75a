//! `components_500_memory`: what a component that is loaded and not asked costs.
//!
//! Two hosts, one with five components and one with 500, all of one source with a name and a path of their own. The cost of
//! a request to them is an entry like the others (`components_500` against `components_5`).

use crate::host::{MANY, MANY_BASE};
use crate::report::Report;
use crate::serve::Process;
use anyhow::{Context, Result};

pub(crate) const FIGURES: &[&str] = &["components_500_memory"];

/// Measures once both serve; the answers that they have given are a few pages beside it.
pub(crate) fn measure(many: &Process, base: &Process, report: &mut Report) -> Result<()> {
    let more = resident_kibibytes(many.pid())? - resident_kibibytes(base.pid())?;
    let components = (MANY - MANY_BASE) as f64;
    report.add("components_500_memory", more / components, "KiB of resident memory a component more");
    Ok(())
}

fn resident_kibibytes(pid: u32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    Ok(line.split_whitespace().next().context("a number")?.parse()?)
}
