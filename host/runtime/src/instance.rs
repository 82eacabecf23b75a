//! One instance: its store, its limits, and the call it serves.

use crate::capabilities::Call;
use crate::code_configuration::TABLE_ELEMENTS;
use crate::ticks::{TICK, Ticking};
use crate::turns::Line;
use crate::{ComponentLimits, ticks};
use jiff::Timestamp;
use std::time::Duration;
use wasmtime::component::ResourceTable;
use wasmtime::{Engine, ResourceLimiter, Store, StoreLimits, StoreLimitsBuilder, UpdateDeadline};
use wasmtime_wasi::{HostWallClock, WasiCtx, WasiCtxView, WasiView};

/// Ticks after which a guest computes in turns with others that compute for long; most requests end before the first.
const FREE_TICKS: u64 = 1;

/// The state that a store holds beside the guest.
pub(super) struct State {
    pub(super) call: Call,
    pub(super) table: ResourceTable,
    /// Made when the guest first asks: most never do.
    wasi: Option<Box<WasiCtx>>,
    clock: Option<Timestamp>,
    pub(super) memory: MemoryLimit,
    pub(super) cpu: CpuBudget,
    _ticking: Ticking,
}

/// Ticks of CPU time that the guest has used and may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct CpuBudget {
    used: u64,
    allowed: u64,
    pub(super) is_spent: bool,
}

impl CpuBudget {
    /// To the length of a tick.
    pub(super) fn used_time(&self) -> Duration {
        TICK.saturating_mul(u32::try_from(self.used).unwrap_or(u32::MAX))
    }
}

/// The memory limit, and whether the guest ran into it.
pub(super) struct MemoryLimit {
    limits: StoreLimits,
    pub(super) was_hit: bool,
    /// The largest that its memory was, in bytes.
    pub(super) peak: usize,
}

impl ResourceLimiter for MemoryLimit {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        let allowed = self.limits.memory_growing(current, desired, maximum)?;
        self.was_hit |= !allowed;
        if allowed {
            self.peak = self.peak.max(desired);
        }
        Ok(allowed)
    }

    fn table_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        self.limits.table_growing(current, desired, maximum)
    }

    fn instances(&self) -> usize {
        self.limits.instances()
    }

    fn tables(&self) -> usize {
        self.limits.tables()
    }

    fn memories(&self) -> usize {
        self.limits.memories()
    }
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let clock = self.clock;
        let ctx = self.wasi.get_or_insert_with(|| {
            let mut builder = WasiCtx::builder();
            builder.allow_tcp(false).allow_udp(false);
            if let Some(time) = clock {
                builder.wall_clock(StoppedClock(time));
            }
            Box::new(builder.build())
        });
        WasiCtxView { ctx, table: &mut self.table }
    }
}

/// A clock of a test's choice.
struct StoppedClock(Timestamp);

impl HostWallClock for StoppedClock {
    fn resolution(&self) -> Duration {
        Duration::from_nanos(1)
    }

    fn now(&self) -> Duration {
        // The contract's clock begins in 1970.
        self.0.as_duration().try_into().unwrap_or_default()
    }
}

/// A store for one call. The guest yields at each tick, so that a loop never holds a worker thread, waits for its turn
/// in its component's line once it has computed for long, and is interrupted once its budget is spent.
pub(super) fn store(engine: &Engine, call: Call, limits: &ComponentLimits, line: &Line) -> Store<State> {
    let memory = MemoryLimit {
        limits: StoreLimitsBuilder::new()
            .memory_size(limits.memory_bytes)
            .instances(32)
            .memories(4)
            .tables(32)
            .table_elements(TABLE_ELEMENTS)
            .build(),
        was_hit: false,
        peak: 0,
    };
    let allowed = u64::try_from(limits.cpu.as_nanos().div_ceil(TICK.as_nanos())).unwrap_or(u64::MAX);
    let cpu = CpuBudget { used: 0, allowed, is_spent: false };
    let (table, clock) = (ResourceTable::new(), limits.clock);
    let state = State { call, table, wasi: None, clock, memory, cpu, _ticking: Ticking::begin() };
    let mut store = Store::new(engine, state);
    store.limiter(|state| &mut state.memory);
    store.set_epoch_deadline(1);
    let line = line.clone();
    store.epoch_deadline_callback(move |mut context| {
        if !ticks::has_passed() {
            return Ok(UpdateDeadline::Continue(1));
        }
        let cpu = &mut context.data_mut().cpu;
        cpu.used += 1;
        if cpu.used > cpu.allowed {
            cpu.is_spent = true;
            Ok(UpdateDeadline::Interrupt)
        } else if cpu.used <= FREE_TICKS {
            Ok(UpdateDeadline::Yield(1))
        } else {
            Ok(UpdateDeadline::YieldCustom(1, Box::pin(line.clone().next())))
        }
    });
    store
}
