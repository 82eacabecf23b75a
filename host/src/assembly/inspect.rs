//! Loads components without serving them, to say what a host would say.
//!
//! Declarations can be read without stores. With them, each is asked whether it could run the statements; none runs.

use crate::assembly::{HostError, Installation, policy};
use crate::capabilities::Stores;
use crate::config::Configuration;
use crate::modules::{component_files, load};
use crate::runtime::{LoadedComponent, Runtime, RuntimeOptions};
use std::sync::Arc;

/// The verdict on each component of the folder, in the folder's order: loaded, or refused with a sentence.
pub async fn inspect_components(
    configuration: &Configuration,
    installation: &Installation,
    stores: Arc<Stores>,
) -> Result<Vec<Result<LoadedComponent, String>>, HostError> {
    let runtime = Runtime::new(&RuntimeOptions {
        // One component after the other is described and tried.
        max_instances: 8,
        max_event_streams: 0,
        max_memory_bytes: policy::limits(configuration).most_memory_bytes(),
        cache_folder: configuration.paths.data_dir.join("cache").join("components"),
    })?
    .with_compiler(policy::compiler(configuration));
    let policy = policy::components(configuration, installation.components.clone())?;
    let mut verdicts = Vec::new();
    for file in component_files(&policy.folder).map_err(crate::modules::ModulesError::from)? {
        let loaded = load(&runtime, &stores, &policy, None, &file.path).await;
        verdicts.push(loaded.map_err(|refusal| refusal.sentence));
    }
    Ok(verdicts)
}
