//! The sandbox's log as the author of a component reads it: a line a request with what it cost, what the component said, and
//! what went wrong.

use crate::cli::output;
use crate::cli::plugin::dev_offer::Offer;
use jiff::Timestamp;
use quarry_contract::{Grant, Manifest};
use serde_json::Value as Json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// The log filter of the sandbox.
pub(super) const FILTER: &str = "warn,quarry_edge::trace=info,quarry::modules=info,quarry_identity::jobs=debug,quarry_runtime::call=debug,quarry_runtime::capabilities::log=debug";

/// Costs that wait for the line of their request.
const MOST_COSTS: usize = 1_000;

/// The component that was built last, until it serves.
#[derive(Debug, Clone, Default)]
pub(super) struct Awaited(Arc<Mutex<Builds>>);

#[derive(Debug, Default)]
struct Builds {
    /// Digest of the component, when its source was saved, and what can be tried of it.
    awaited: Option<(String, Timestamp, Offer)>,
    /// Digest of the component that was loaded last, and when.
    loaded: Option<(String, Timestamp)>,
    /// The grants that the component that was built last asks for.
    grants: Vec<Grant>,
    /// The lines that the author was shown so far.
    told: Offer,
}

impl Awaited {
    /// Of the component that is there first.
    pub(super) fn of(manifest: &Manifest, told: Offer) -> Awaited {
        let builds = Builds { grants: manifest.grants.clone(), told, ..Builds::default() };
        Awaited(Arc::new(Mutex::new(builds)))
    }

    /// The line for `plugin!` that asks for what the component asks for and `missing`.
    fn with_grant(&self, missing: Grant) -> String {
        let builds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let names: Vec<String> = builds.grants.iter().chain([&missing]).map(|grant| word(*grant)).collect();
        format!("grants: [{}],", names.join(", "))
    }

    /// It was put in place; it may serve already.
    pub(super) fn note(&self, digest: &str, saved: Timestamp, manifest: &Manifest, offer: Offer) {
        let mut builds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        builds.grants.clone_from(&manifest.grants);
        match &builds.loaded {
            // A comment was changed, or what was changed is as it was before.
            Some((loaded, at)) if loaded == digest && *at < saved => {
                output::line("the component is the same as before, and goes on serving");
            }
            Some((loaded, at)) if loaded == digest => {
                let at = *at;
                builds.tell(saved, at, offer);
            }
            _ => builds.awaited = Some((digest.to_owned(), saved, offer)),
        }
    }

    /// A component is loaded.
    fn loaded(&self, digest: &str) {
        let (mut builds, now) = (self.0.lock().unwrap_or_else(PoisonError::into_inner), Timestamp::now());
        if let Some((_, saved, offer)) = builds.awaited.take_if(|(awaited, ..)| awaited == digest) {
            builds.tell(saved, now, offer);
        }
        builds.loaded = Some((digest.to_owned(), now));
    }
}

impl Builds {
    /// Tells that the new component serves, and what can be tried that the author was not told before.
    fn tell(&mut self, saved: Timestamp, served: Timestamp, offer: Offer) {
        let seconds = served.duration_since(saved).as_secs_f64();
        output::line(format!("serving the new component, {seconds:.1} s after it was saved"));
        offer.beyond(&self.told).print();
        self.told = offer;
    }
}

/// Prints the log until it ends.
pub(super) async fn print(log: impl AsyncRead + Unpin, awaited: Awaited) {
    let mut lines = BufReader::new(log).lines();
    let mut costs: HashMap<String, Json> = HashMap::new();
    while let Ok(Some(text)) = lines.next_line().await {
        let Ok(line) = serde_json::from_str::<Json>(&text) else {
            output::line(text);
            continue;
        };
        let message = line["message"].as_str().unwrap_or_default();
        match message {
            "the component has run" => {
                if costs.len() >= MOST_COSTS {
                    costs.clear();
                }
                costs.insert(line["request_id"].as_str().unwrap_or_default().to_owned(), line);
            }
            "request answered" => {
                let cost = line["request_id"].as_str().and_then(|id| costs.remove(id));
                output::line(request(&line, cost.as_ref()));
            }
            "a component was loaded" => awaited.loaded(line["digest"].as_str().unwrap_or_default()),
            "a job has run" => output::line(job(&line)),
            _ if line["target"] == "quarry_runtime::capabilities::log" => output::line(format!("    says: {message}")),
            _ if line["level"] == "ERROR" || line["level"] == "WARN" => output::line(format!("    {}", problem(&line))),
            _ => {}
        }
        if let Some(missing) = Grant::missing_in(&text) {
            let grants = awaited.with_grant(missing);
            output::line(format!("    to ask for it, write in plugin! of src/lib.rs:  {grants}"));
        }
    }
}

/// The grant as `plugin!` has it: `AppStore` of `app-store`.
fn word(grant: Grant) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    grant.name().split('-').map(capital).collect()
}

/// `job make_digest (7): completed in 312 ms`
fn job(line: &Json) -> String {
    let text = |name: &str| line[name].as_str().unwrap_or_default();
    let milliseconds = line["duration_ms"].as_f64().unwrap_or_default();
    format!("job {} ({}): {} in {milliseconds:.0} ms", text("job"), line["job_id"], text("ending"))
}

/// `GET /notes 200 in 3.2 ms: …`
fn request(line: &Json, cost: Option<&Json>) -> String {
    let text = |name: &str| line[name].as_str().unwrap_or_default();
    let milliseconds = line["duration_ms"].as_f64().unwrap_or_default();
    let head = format!("{} {} {} in {milliseconds:.1} ms", text("method"), text("route"), line["status"]);
    let Some(cost) = cost else { return head };
    let number = |name: &str| cost[name].as_f64().unwrap_or_default();
    let mebibytes = |name: &str| number(name) / f64::from(1 << 20);
    format!(
        "{head}: component {:.1} ms, of it stores {:.1} ms; {} of {} statements, {} rows; memory {:.1} of {:.0} MiB; CPU {} of {} ms",
        number("component_milliseconds"),
        number("store_milliseconds"),
        cost["statements"],
        cost["statement_limit"],
        cost["rows"],
        mebibytes("memory_bytes"),
        mebibytes("memory_limit_bytes"),
        cost["cpu_milliseconds"],
        cost["cpu_limit_milliseconds"],
    )
}

/// A warning or an error, with the reasons that stand beside it.
fn problem(line: &Json) -> String {
    let mut text = line["message"].as_str().unwrap_or_default().to_owned();
    for name in ["error", "detail", "reason"] {
        if let Some(reason) = line[name].as_str() {
            text.push_str(&format!(": {reason}"));
        }
    }
    text
}
