//! The limit that a trap was.

use crate::ComponentLimits;
use crate::instance::State;
use quarry_telemetry::figures::Fault;

/// Gives the fault that a trap was, and the rest of the sentence that begins with the component.
pub(super) fn what_failed(state: &State, limits: &ComponentLimits) -> (Fault, String) {
    if state.cpu.is_spent {
        (Fault::Cpu, format!("used more than {} ms of CPU time (cpu)", limits.cpu.as_millis()))
    } else if state.memory.was_hit {
        (Fault::Memory, format!("asked for more than {} bytes of memory (memory_bytes)", limits.memory_bytes))
    } else {
        (Fault::Trap, "failed".to_owned())
    }
}
