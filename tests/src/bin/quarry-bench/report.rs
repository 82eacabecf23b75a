//! The measured figures: printed as a table, written to `target/bench/summary.json`.

use crate::load::Measured;
use anyhow::Result;
use serde_json::{Map, Value as Json, json};
use std::collections::HashMap;
use std::path::Path;

#[derive(Default)]
pub(crate) struct Report {
    entries: Map<String, Json>,
    /// The values of each entry's rounds, for the ratios of those that it is the baseline of.
    rounds: HashMap<String, Vec<f64>>,
    rates: HashMap<String, Vec<f64>>,
}

/// The middle one of an odd number of values.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The median of the rounds' own ratios: an entry and its baseline of the same round met the same machine.
fn paired_ratio(values: &[f64], base: &[f64]) -> f64 {
    median(values.iter().zip(base).map(|(value, base)| value / base))
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

impl Report {
    /// Server CPU per request, requests per second and what a request takes at most but for one in a hundred: the medians of the rounds, and the median of their ratios to the
    /// baseline's of the same round.
    pub(crate) fn requests(&mut self, name: &str, baseline: Option<&str>, measured: &[Measured]) {
        let cpu = measured.iter().map(|round| round.cpu_microseconds).collect();
        self.rounds(name, cpu, "microseconds of server CPU per request", baseline);
        let rates: Vec<f64> = measured.iter().map(|round| round.requests_per_second).collect();
        let ratio = baseline.and_then(|name| self.rates.get(name)).map(|base| rounded(paired_ratio(&rates, base)));
        if let Some(entry) = self.entries.get_mut(name) {
            entry["requests_per_second"] = json!(median(rates.iter().copied()).round());
            entry["rate_ratio"] = json!(ratio);
            entry["p99_microseconds"] = json!(rounded(median(measured.iter().map(|round| round.p99_microseconds))));
        }
        self.rates.insert(name.to_owned(), rates);
    }

    /// A figure of several rounds, which took turns with those of its baseline.
    pub(crate) fn rounds(&mut self, name: &str, values: Vec<f64>, unit: &str, baseline: Option<&str>) {
        let ratio = baseline.and_then(|name| self.rounds.get(name)).map(|base| rounded(paired_ratio(&values, base)));
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let entry = json!({
            "value": rounded(median(values.iter().copied())),
            "unit": unit,
            "baseline": baseline,
            "ratio": ratio,
            "rounds": values.iter().copied().map(rounded).collect::<Vec<_>>(),
            "kernel": kernel.trim(),
        });
        self.entries.insert(name.to_owned(), entry);
        self.rounds.insert(name.to_owned(), values);
    }

    /// A figure that is measured once.
    pub(crate) fn add(&mut self, name: &str, value: f64, unit: &str) {
        self.rounds(name, vec![value], unit, None);
    }

    /// Reports the difference of two entries, round by round. Reports nothing where one of them was not measured.
    pub(crate) fn difference(&mut self, name: &str, more: &str, less: &str, unit: &str) {
        let (Some(more), Some(less)) = (self.rounds.get(more), self.rounds.get(less)) else { return };
        let values = more.iter().zip(less).map(|(more, less)| more - less).collect();
        self.rounds(name, values, unit, None);
    }

    /// Adds a further value to a figure.
    pub(crate) fn note(&mut self, name: &str, member: &str, value: f64) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry[member] = json!(rounded(value));
        }
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
            let p99 = entry["p99_microseconds"].as_f64().map(|p99| format!("p99 {p99:.0} µs")).unwrap_or_default();
            println!(
                "{name:<25} {:>12.1} {:<44} {rate:>10}  {p99:<14} {ratio}",
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
