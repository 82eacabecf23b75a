//! Running components: the only place that knows wasmtime.
//!
//! A component is loaded once ([`Runtime::load`]) and instantiated for every request: fresh memory from a pooled slot,
//! so that no caller ever meets another's data. What always holds here: a guest has no file system, no network and no
//! environment; its CPU time, memory, answer and number of instances are bounded; a store is dropped after a trap, a
//! timeout or a cancelled request and never used again.
//!
//! To add an import: describe it in `wit/`, implement it in `capabilities/`, and connect the two in `imports.rs`.

mod account_imports;
mod answer;
mod bindings;
mod call;
pub mod capabilities;
mod code_configuration;
mod compiled_cache;
mod compiler;
mod contract_version;
mod convert;
mod cpu_time;
mod dataset_imports;
mod declared;
mod declared_answers;
mod engine;
mod examination;
mod examined;
mod exports;
mod fault;
mod guest_problem;
mod handler;
mod imports;
mod imports_outside;
mod instance;
mod job;
mod limits;
mod load;
mod load_error;
mod loaded_component;
mod module_imports;
mod name_imports;
mod no_answer;
mod object_imports;
mod organization_imports;
mod people_imports;
pub mod quarantine;
mod refused;
mod row_file_imports;
mod secret_imports;
mod self_test;
mod self_test_result;
mod shim;
mod single_sign_on_imports;
mod stream;
mod ticks;
mod transaction_imports;
mod turns;
mod wasi;

pub use compiler::{COMPILE_COMMAND, ChildError, CompileError, CompileLimits, Compiler, compile_as_child};
pub use contract_version::HOST_CONTRACT_VERSION;
pub use engine::{EngineError, Runtime, RuntimeOptions};
pub use limits::{ComponentLimits, LimitsByComponent};
pub use load::{ComponentBytes, DeclaredComponent, Verification};
pub use load_error::LoadError;
pub use loaded_component::LoadedComponent;
pub use shim::taken_out as without_shim;
