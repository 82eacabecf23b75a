//! What each component does and uses.

use crate::telemetry::figures::durations::Durations;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
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
    /// It failed too often, and was not asked.
    Quarantined,
}

const FAULTS: [&str; 7] = ["trap", "cpu", "memory", "deadline", "answer", "overloaded", "quarantined"];

/// One component.
#[derive(Debug, Default)]
pub struct ComponentFigures {
    name: String,
    calls: AtomicU64,
    faults: [AtomicU64; FAULTS.len()],
    cpu_nanoseconds: AtomicU64,
    statements: AtomicU64,
    rows: AtomicU64,
    warehouse_rows_read: AtomicU64,
    memory_peak_bytes: AtomicU64,
    queue_waits: Durations,
    waiting: AtomicI64,
    instances: AtomicI64,
}

/// The components that this process has loaded, by name: what replaces a component goes on counting where it stopped.
#[derive(Debug, Default)]
pub struct ComponentFigureSet(RwLock<BTreeMap<String, Arc<ComponentFigures>>>);

impl ComponentFigureSet {
    /// Those of the component of that name.
    pub fn of(&self, name: &str) -> Arc<ComponentFigures> {
        let mut by_name = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let figures = by_name.entry(name.to_owned()).or_insert_with(|| Arc::new(ComponentFigures::new(name)));
        Arc::clone(figures)
    }

    fn all(&self) -> Vec<Arc<ComponentFigures>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
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

    /// Whether the call that was begun last is the one in `one_in` that is measured; the first one is.
    pub fn is_sampled(&self, one_in: u32) -> bool {
        self.calls.load(Ordering::Relaxed).wrapping_sub(1).is_multiple_of(u64::from(one_in))
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

    /// A call ran so many statements, got so many rows, and had the warehouse read so many for them.
    pub fn used_stores(&self, statements: u32, rows: u64, warehouse_rows_read: u64) {
        self.statements.fetch_add(statements.into(), Ordering::Relaxed);
        self.rows.fetch_add(rows, Ordering::Relaxed);
        self.warehouse_rows_read.fetch_add(warehouse_rows_read, Ordering::Relaxed);
    }

    /// A call had so much memory at its largest.
    pub fn used_memory(&self, bytes: u64) {
        self.memory_peak_bytes.fetch_max(bytes, Ordering::Relaxed);
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

/// Every component that was loaded, as it is written.
#[derive(Debug)]
pub(super) struct Components(pub(super) Arc<ComponentFigureSet>);

/// They, at one moment.
struct Written(Vec<Arc<ComponentFigures>>);

impl Written {
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

/// One of a component's counts.
type Count = fn(&ComponentFigures) -> &AtomicU64;

fn counter(encoder: &mut MetricEncoder<'_>, value: u64) -> Result<(), std::fmt::Error> {
    encoder.encode_counter::<[(&str, &str); 0], u64, f64>(&value, None)
}

impl Collector for Components {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let written = Written(self.0.all());
        let mut calls =
            encoder.encode_descriptor("component_calls", "Calls of a component", None, MetricType::Counter)?;
        written.each(&mut calls, |component, line| counter(line, component.calls.load(Ordering::Relaxed)))?;

        let help = "Calls that came to nothing, by why";
        let mut faults = encoder.encode_descriptor("component_faults", help, None, MetricType::Counter)?;
        for component in &written.0 {
            for (reason, count) in FAULTS.iter().zip(&component.faults) {
                let labels = [("component", component.name.as_str()), ("reason", reason)];
                counter(&mut faults.encode_family(&labels)?, count.load(Ordering::Relaxed))?;
            }
        }

        let help = "CPU time of a component's calls";
        let mut cpu = encoder.encode_descriptor("component_cpu", help, Some(&Unit::Seconds), MetricType::Counter)?;
        written.each(&mut cpu, |component, line| {
            let used = Duration::from_nanos(component.cpu_nanoseconds.load(Ordering::Relaxed));
            line.encode_counter::<[(&str, &str); 0], f64, f64>(&used.as_secs_f64(), None)
        })?;

        let counts: [(&str, &str, Count); 3] = [
            ("component_statements", "Statements that a component ran", |component| &component.statements),
            ("component_rows", "Rows that its statements gave", |component| &component.rows),
            ("component_warehouse_rows_read", "Rows that the warehouse read for them", |component| {
                &component.warehouse_rows_read
            }),
        ];
        for (name, help, of) in counts {
            let mut figure = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
            written.each(&mut figure, |component, line| counter(line, of(component).load(Ordering::Relaxed)))?;
        }
        let help = "The largest memory that a call of the component had";
        let unit = Some(&Unit::Bytes);
        let mut memory = encoder.encode_descriptor("component_memory_peak", help, unit, MetricType::Gauge)?;
        written.each(&mut memory, |component, line| {
            let bytes = component.memory_peak_bytes.load(Ordering::Relaxed);
            line.encode_gauge(&i64::try_from(bytes).unwrap_or(i64::MAX))
        })?;

        let help = "How long requests waited for an instance, of those that had to";
        let unit = Some(&Unit::Seconds);
        let mut waits = encoder.encode_descriptor("component_queue_wait", help, unit, MetricType::Histogram)?;
        for component in &written.0 {
            component.queue_waits.encode(&mut waits, &component.labels())?;
        }

        let help = "Requests that wait for an instance";
        let mut waiting = encoder.encode_descriptor("component_requests_waiting", help, None, MetricType::Gauge)?;
        written.each(&mut waiting, |component, line| line.encode_gauge(&component.waiting.load(Ordering::Relaxed)))?;

        let help = "Instances in use";
        let mut instances = encoder.encode_descriptor("component_instances", help, None, MetricType::Gauge)?;
        written.each(&mut instances, |component, line| line.encode_gauge(&component.instances.load(Ordering::Relaxed)))
    }
}
