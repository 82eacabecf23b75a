//! Starts: the engine that components run in.

use crate::assembly::policy;
use quarry_config::Configuration;
use quarry_runtime::{EngineError, Runtime, RuntimeOptions};

pub(super) fn start(configuration: &Configuration) -> Result<Runtime, EngineError> {
    let options = RuntimeOptions {
        max_instances: configuration.limits.instances,
        max_event_streams: configuration.limits.event_streams,
        max_memory_bytes: policy::limits(configuration).most_memory_bytes(),
        cache_folder: configuration.paths.data_dir.join("cache").join("components"),
    };
    Ok(Runtime::new(&options)?.with_compiler(policy::compiler(configuration)))
}
