//! One file, from the folder to something that serves.

use crate::capabilities::Stores;
use crate::modules::ComponentPolicy;
use crate::modules::verdicts::Verdicts;
use crate::runtime::{LoadedComponent, Runtime, Verification, digest};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Reads and loads one file; the error is one sentence. What `verdicts` knows to be good is not shown to the stores again.
pub(crate) async fn load(
    runtime: &Runtime,
    stores: &Arc<Stores>,
    policy: &ComponentPolicy,
    verdicts: Option<&Verdicts>,
    path: &Path,
) -> Result<LoadedComponent, String> {
    let began = Instant::now();
    let bytes = tokio::fs::read(path).await.map_err(|error| format!("it cannot be read: {error}"))?;
    let digest = digest(&bytes);
    let verification = match verdicts {
        Some(verdicts) if verdicts.is_good(&digest, &policy.given).await => Verification::Known,
        _ => Verification::Ask,
    };
    let (limits, stores) = (policy.limits.clone(), Arc::clone(stores));
    let loaded = runtime.load(bytes, limits, policy.quarantine, stores, &policy.given, verification).await;
    let component = loaded.map_err(|error| error.to_string())?;
    if let (Some(verdicts), Verification::Ask) = (verdicts, verification) {
        verdicts.note_good(&digest, &policy.given).await;
    }
    tracing::info!(
        component = component.manifest().name,
        version = component.manifest().version,
        digest = component.digest(),
        routes = component.manifest().routes.len(),
        milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
        "a component was loaded"
    );
    Ok(component)
}
