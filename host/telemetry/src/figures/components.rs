//! The work and the resources of each component, and of each of its operations.

use crate::figures::durations::Durations;
use crate::figures::operation_use::{FAULTS, OperationUse, Used};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, MetricEncoder};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;
use std::collections::BTreeMap;
use std::fmt::Error;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// One component.
#[derive(Debug, Default)]
pub struct ComponentFigures {
    name: String,
    /// By operation id; a kind of job is `job NAME`.
    operations: RwLock<BTreeMap<String, Arc<OperationUse>>>,
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

/// The counts of a component until now.
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

    /// Those of one of its operations; to be looked up once and kept.
    pub fn operation(&self, operation_id: &str) -> Arc<OperationUse> {
        let mut operations = self.operations.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(operations.entry(operation_id.to_owned()).or_default())
    }

    /// Counts an instance as in use until the answer is dropped.
    #[inline]
    pub fn begin_call(&self) -> CallFigures<'_> {
        CallFigures::of(&self.instances)
    }

    /// Counts a request as waiting for an instance.
    #[inline]
    pub fn begin_wait(&self) -> CallFigures<'_> {
        CallFigures::of(&self.waiting)
    }

    /// A request had to wait this long for an instance.
    #[inline]
    pub fn waited(&self, time: Duration) {
        self.queue_waits.add(time);
    }

    /// The counts until now.
    pub fn snapshot(&self) -> ComponentSnapshot {
        let gauge = |value: &AtomicI64| u32::try_from(value.load(Ordering::Relaxed)).unwrap_or_default();
        let used = self.used();
        ComponentSnapshot {
            calls: used.calls,
            faults: FAULTS.into_iter().zip(used.faults).collect(),
            cpu_microseconds: u64::try_from(used.cpu.as_micros()).unwrap_or(u64::MAX),
            instances: gauge(&self.instances),
            waiting: gauge(&self.waiting),
        }
    }

    fn used(&self) -> Used {
        self.by_operation().into_iter().fold(Used::default(), |all, (_, used)| all.and(used))
    }

    fn by_operation(&self) -> Vec<(String, Used)> {
        let operations = self.operations.read().unwrap_or_else(PoisonError::into_inner);
        operations.iter().map(|(operation_id, operation)| (operation_id.clone(), operation.used())).collect()
    }
}

impl<'a> CallFigures<'a> {
    #[inline]
    fn of(gauge: &'a AtomicI64) -> CallFigures<'a> {
        gauge.fetch_add(1, Ordering::Relaxed);
        CallFigures(gauge)
    }
}

impl Drop for CallFigures<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Every component that was loaded, as it is written.
#[derive(Debug)]
pub(super) struct Components(pub(super) Arc<ComponentFigureSet>);

/// Labels, and what they stand for.
type Lines<'a> = Vec<(Vec<(&'static str, &'a str)>, Used)>;

/// A figure that is counted: its name, what it says, its unit, and how it is read off.
type Counted = (&'static str, &'static str, Option<Unit>, fn(&Used) -> f64);

const COUNTED: [Counted; 6] = [
    ("calls", "Calls", None, |used| used.calls as f64),
    ("cpu", "CPU time of the calls", Some(Unit::Seconds), |used| used.cpu.as_secs_f64()),
    ("wait", "Time that requests waited for an instance", Some(Unit::Seconds), |used| used.wait.as_secs_f64()),
    ("statements", "Statements that were run", None, |used| used.statements as f64),
    ("rows", "Rows that the statements gave", None, |used| used.rows as f64),
    ("warehouse_rows_read", "Rows that the warehouse read for them", None, |used| used.warehouse_rows_read as f64),
];

/// Writes what was used as figures whose names begin with `prefix`.
fn encode_used(encoder: &mut DescriptorEncoder<'_>, prefix: &str, lines: &Lines<'_>) -> Result<(), Error> {
    for (name, help, unit, of) in COUNTED {
        let name = format!("{prefix}_{name}");
        let mut figure = encoder.encode_descriptor(&name, help, unit.as_ref(), MetricType::Counter)?;
        for (labels, used) in lines {
            let (value, mut line) = (of(used), figure.encode_family(labels)?);
            match value.fract() == 0.0 && unit.is_none() {
                true => line.encode_counter::<[(&str, &str); 0], u64, f64>(&(value as u64), None)?,
                false => line.encode_counter::<[(&str, &str); 0], f64, f64>(&value, None)?,
            }
        }
    }
    let help = "Calls that came to nothing, by why";
    let name = format!("{prefix}_faults");
    let mut faults = encoder.encode_descriptor(&name, help, None, MetricType::Counter)?;
    for (labels, used) in lines {
        for (reason, count) in FAULTS.iter().zip(used.faults) {
            // An operation has a line for what has happened to it, a component one for what could.
            if count > 0 || labels.len() == 1 {
                let labels: Vec<(&str, &str)> = labels.iter().copied().chain([("reason", *reason)]).collect();
                faults.encode_family(&labels)?.encode_counter::<[(&str, &str); 0], u64, f64>(&count, None)?;
            }
        }
    }
    let help = "The largest memory that a call had";
    let name = format!("{prefix}_memory_peak");
    let mut memory = encoder.encode_descriptor(&name, help, Some(&Unit::Bytes), MetricType::Gauge)?;
    for (labels, used) in lines {
        let bytes = i64::try_from(used.memory_peak_bytes).unwrap_or(i64::MAX);
        memory.encode_family(labels)?.encode_gauge(&bytes)?;
    }
    Ok(())
}

fn each(
    components: &[Arc<ComponentFigures>],
    encoder: &mut MetricEncoder<'_>,
    of: impl Fn(&ComponentFigures) -> &AtomicI64,
) -> Result<(), Error> {
    components.iter().try_for_each(|component| {
        encoder.encode_family(&component.labels())?.encode_gauge(&of(component).load(Ordering::Relaxed))
    })
}

impl ComponentFigures {
    fn labels(&self) -> impl EncodeLabelSet + use<'_> {
        [("component", self.name.as_str())]
    }
}

impl Collector for Components {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), Error> {
        let components = self.0.all();
        let used: Vec<_> = components.iter().map(|component| (component, component.by_operation())).collect();
        let of_components = used.iter().map(|(component, operations)| {
            let all = operations.iter().fold(Used::default(), |all, (_, used)| all.and(*used));
            (vec![("component", component.name.as_str())], all)
        });
        encode_used(&mut encoder, "component", &of_components.collect())?;
        let of_operations = used.iter().flat_map(|(component, operations)| {
            let told = operations.iter().filter(|(_, used)| !used.is_nothing());
            told.map(|(operation_id, used)| {
                (vec![("component", component.name.as_str()), ("operation_id", operation_id.as_str())], *used)
            })
        });
        encode_used(&mut encoder, "operation", &of_operations.collect())?;

        let help = "Time that requests waited for an instance, of those that had to";
        let unit = Some(&Unit::Seconds);
        let mut waits = encoder.encode_descriptor("component_queue_wait", help, unit, MetricType::Histogram)?;
        for component in &components {
            component.queue_waits.encode(&mut waits, &component.labels())?;
        }
        let help = "Requests that wait for an instance";
        let mut waiting = encoder.encode_descriptor("component_requests_waiting", help, None, MetricType::Gauge)?;
        each(&components, &mut waiting, |component| &component.waiting)?;
        let mut instances =
            encoder.encode_descriptor("component_instances", "Instances in use", None, MetricType::Gauge)?;
        each(&components, &mut instances, |component| &component.instances)
    }
}
