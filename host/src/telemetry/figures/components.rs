//! What each component does and uses.

use crate::telemetry::figures::durations::Durations;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// Why a call came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It trapped.
    Trap,
    /// It used up its CPU time.
    Cpu,
    /// It asked for more memory than it may have.
    Memory,
    /// It did not end within the request's time.
    Deadline,
    /// It gave an answer that the host cannot use.
    Answer,
    /// No instance was free in time.
    Overloaded,
}

const FAULTS: [&str; 6] = ["trap", "cpu", "memory", "deadline", "answer", "overloaded"];

/// One component.
#[derive(Debug, Default)]
pub struct ComponentFigures {
    name: String,
    calls: AtomicU64,
    faults: [AtomicU64; FAULTS.len()],
    cpu_nanoseconds: AtomicU64,
    queue_waits: Durations,
    waiting: AtomicI64,
    instances: AtomicI64,
}

/// What was counted of a component until now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentSnapshot {
    pub calls: u64,
    /// Calls that came to nothing, by why.
    pub faults: Vec<(&'static str, u64)>,
    pub cpu_microseconds: u64,
    /// Instances in use.
    pub instances: u32,
    /// Requests that wait for an instance.
    pub waiting: u32,
}

/// A gauge that is one higher until this is dropped.
pub struct CallFigures<'a>(&'a AtomicI64);

impl ComponentFigures {
    pub fn new(name: &str) -> ComponentFigures {
        ComponentFigures { name: name.to_owned(), ..ComponentFigures::default() }
    }

    /// Counts a call whose instance is in use until the answer is dropped.
    pub fn begin_call(&self) -> CallFigures<'_> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        CallFigures::of(&self.instances)
    }

    /// Counts a request as waiting for an instance.
    pub fn begin_wait(&self) -> CallFigures<'_> {
        CallFigures::of(&self.waiting)
    }

    /// A request had to wait this long for an instance.
    pub fn waited(&self, time: Duration) {
        self.queue_waits.add(time);
    }

    /// The component used this much CPU time, what the host did for it on the same thread included.
    pub fn used_cpu(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.cpu_nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// What was counted until now.
    pub fn snapshot(&self) -> ComponentSnapshot {
        let gauge = |value: &AtomicI64| u32::try_from(value.load(Ordering::Relaxed)).unwrap_or_default();
        let faults = self.faults.iter().map(|count| count.load(Ordering::Relaxed));
        ComponentSnapshot {
            calls: self.calls.load(Ordering::Relaxed),
            faults: FAULTS.into_iter().zip(faults).collect(),
            cpu_microseconds: self.cpu_nanoseconds.load(Ordering::Relaxed) / 1_000,
            instances: gauge(&self.instances),
            waiting: gauge(&self.waiting),
        }
    }

    pub fn fault(&self, fault: Fault) {
        self.faults[fault as usize].fetch_add(1, Ordering::Relaxed);
    }
}

impl<'a> CallFigures<'a> {
    fn of(gauge: &'a AtomicI64) -> CallFigures<'a> {
        gauge.fetch_add(1, Ordering::Relaxed);
        CallFigures(gauge)
    }
}

impl Drop for CallFigures<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Every loaded component.
#[derive(Debug)]
pub(super) struct Components(pub(super) Vec<Arc<ComponentFigures>>);

impl Components {
    fn each(
        &self,
        encoder: &mut MetricEncoder<'_>,
        mut write: impl FnMut(&ComponentFigures, &mut MetricEncoder<'_>) -> Result<(), std::fmt::Error>,
    ) -> Result<(), std::fmt::Error> {
        self.0.iter().try_for_each(|component| write(component, &mut encoder.encode_family(&component.labels())?))
    }
}

impl ComponentFigures {
    fn labels(&self) -> [(&'static str, &str); 1] {
        [("component", &self.name)]
    }
}

fn counter(encoder: &mut MetricEncoder<'_>, value: u64) -> Result<(), std::fmt::Error> {
    encoder.encode_counter::<[(&str, &str); 0], u64, f64>(&value, None)
}

impl Collector for Components {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let mut calls =
            encoder.encode_descriptor("component_calls", "Calls of a component", None, MetricType::Counter)?;
        self.each(&mut calls, |component, line| counter(line, component.calls.load(Ordering::Relaxed)))?;

        let help = "Calls that came to nothing, by why";
        let mut faults = encoder.encode_descriptor("component_faults", help, None, MetricType::Counter)?;
        for component in &self.0 {
            for (reason, count) in FAULTS.iter().zip(&component.faults) {
                let labels = [("component", component.name.as_str()), ("reason", reason)];
                counter(&mut faults.encode_family(&labels)?, count.load(Ordering::Relaxed))?;
            }
        }

        let help = "CPU time of a component's calls";
        let mut cpu = encoder.encode_descriptor("component_cpu", help, Some(&Unit::Seconds), MetricType::Counter)?;
        self.each(&mut cpu, |component, line| {
            let used = Duration::from_nanos(component.cpu_nanoseconds.load(Ordering::Relaxed));
            line.encode_counter::<[(&str, &str); 0], f64, f64>(&used.as_secs_f64(), None)
        })?;

        let help = "How long requests waited for an instance, of those that had to";
        let unit = Some(&Unit::Seconds);
        let mut waits = encoder.encode_descriptor("component_queue_wait", help, unit, MetricType::Histogram)?;
        for component in &self.0 {
            component.queue_waits.encode(&mut waits, &component.labels())?;
        }

        let help = "Requests that wait for an instance";
        let mut waiting = encoder.encode_descriptor("component_requests_waiting", help, None, MetricType::Gauge)?;
        self.each(&mut waiting, |component, line| line.encode_gauge(&component.waiting.load(Ordering::Relaxed)))?;

        let help = "Instances in use";
        let mut instances = encoder.encode_descriptor("component_instances", help, None, MetricType::Gauge)?;
        self.each(&mut instances, |component, line| line.encode_gauge(&component.instances.load(Ordering::Relaxed)))
    }
}
