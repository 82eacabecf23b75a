//! The settings that compiled code depends on: of the host that runs it, and of the child that compiles it.

use wasmtime::{Config, OptLevel, WasmBacktraceDetails};

/// Elements of any one table of an instance.
pub(super) const TABLE_ELEMENTS: usize = 10_000;

/// The settings that code depends on. The place of instances is not among them.
pub(super) fn code_configuration() -> Config {
    let mut config = Config::new();
    config
        .cranelift_opt_level(OptLevel::Speed)
        .epoch_interruption(true)
        .memory_init_cow(true)
        .concurrency_support(false)
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .async_stack_size(1 << 20)
        .max_wasm_stack(512 << 10);
    config
}
