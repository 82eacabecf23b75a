//! The figures: printed, and written to `target/bench/summary.json`.

use crate::load::Measured;
use anyhow::Result;
use serde_json::{Map, Value as Json, json};
use std::path::Path;

#[derive(Default)]
pub(crate) struct Report {
    entries: Map<String, Json>,
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

impl Report {
    /// Server CPU per request, the median of the rounds, and its ratio to the baseline's.
    pub(crate) fn requests(&mut self, name: &str, baseline: Option<&str>, measured: &[Measured]) {
        let cpu = median(measured.iter().map(|round| round.cpu_microseconds));
        let rate = median(measured.iter().map(|round| round.requests_per_second));
        self.add(name, cpu, "microseconds of server CPU per request", baseline);
        let base =
            baseline.and_then(|name| self.entries.get(name)).and_then(|entry| entry["requests_per_second"].as_f64());
        if let Some(entry) = self.entries.get_mut(name) {
            entry["requests_per_second"] = json!(rate.round());
            entry["rate_ratio"] = json!(base.map(|base| (rate / base * 1_000.0).round() / 1_000.0));
        }
    }

    /// A figure, with its ratio where a baseline was measured before.
    pub(crate) fn add(&mut self, name: &str, value: f64, unit: &str, baseline: Option<&str>) {
        let base = baseline.and_then(|name| self.entries.get(name)).and_then(|entry| entry["value"].as_f64());
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let rounded = |value: f64| (value * 1_000.0).round() / 1_000.0;
        let entry = json!({
            "value": rounded(value),
            "unit": unit,
            "baseline": baseline,
            "ratio": base.map(|base| rounded(value / base)),
            "kernel": kernel.trim(),
        });
        self.entries.insert(name.to_owned(), entry);
    }

    /// A figure that was added before.
    pub(crate) fn value(&self, name: &str) -> Option<f64> {
        self.entries.get(name)?["value"].as_f64()
    }

    /// Prints the table and writes the file.
    pub(crate) fn write(&self) -> Result<()> {
        for (name, entry) in &self.entries {
            let ratio = match (entry["ratio"].as_f64(), entry["baseline"].as_str()) {
                (Some(ratio), Some(baseline)) => {
                    let rate = entry["rate_ratio"].as_f64().map(|rate| format!(", {rate:.2} of its rate"));
                    format!("{ratio:.2} × {baseline}{}", rate.unwrap_or_default())
                }
                _ => String::new(),
            };
            let rate = entry["requests_per_second"].as_f64().map(|rate| format!("{rate:.0}/s")).unwrap_or_default();
            println!(
                "{name:<22} {:>12.1} {:<44} {rate:>10}  {ratio}",
                entry["value"].as_f64().unwrap_or(f64::NAN),
                entry["unit"].as_str().unwrap_or_default()
            );
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("summary.json"), serde_json::to_string_pretty(&self.entries)?)?;
        Ok(())
    }
}
