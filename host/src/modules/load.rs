//! One file, from the folder to something that serves.

use crate::modules::verdicts::Verdicts;
use crate::modules::{ComponentPolicy, InstallationRecord, InstalledError, NameRefusal};
use quarry_contract::Manifest;
use quarry_runtime::capabilities::{Given, Stores};
use quarry_runtime::{ComponentBytes, LoadError, LoadedComponent, Runtime, Verification};
use std::error::Error;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The most that a component's file may have. The largest of ours is 2 MB.
pub const MAX_COMPONENT_BYTES: u64 = 64 << 20;

/// The reason why a file does not serve.
#[derive(Debug)]
pub(crate) struct LoadRefusal {
    /// One sentence.
    pub(crate) sentence: String,
    /// The file may be as good as any: a store did not answer.
    pub(crate) is_passing: bool,
}

/// Reads and loads one file. Its name is checked, `fits` is asked whether it fits beside what is served, and only then anything of
/// it reaches a store. What `verdicts` knows to be good is not shown to the stores again.
pub(crate) async fn load(
    runtime: &Runtime,
    stores: &Arc<Stores>,
    policy: &ComponentPolicy,
    verdicts: Option<&Verdicts>,
    path: &Path,
    fits: impl FnOnce(&Manifest) -> Result<(), String>,
) -> Result<LoadedComponent, LoadRefusal> {
    let began = Instant::now();
    let file = read(path.to_owned()).await?;
    let digest = file.digest().to_owned();
    let unfit = |error: &dyn Error| LoadRefusal { sentence: error.to_string(), is_passing: false };
    let record = match policy.is_installed(path) {
        true => {
            policy.signing_keys.check(path, file.bytes()).map_err(|error| unfit(&error))?;
            Some(InstallationRecord::of(path, &digest).map_err(|error| unfit(&error))?)
        }
        false => None,
    };
    let refused = |error: LoadError| LoadRefusal { sentence: error.to_string(), is_passing: error.is_passing() };
    let declared = runtime.declared(file, &policy.limits.all, stores).await.map_err(refused)?;
    let name = &declared.manifest().name;
    policy.names.check(name, &digest).map_err(|error| unfit(&error))?;
    if let Some(record) = record.as_ref().filter(|record| record.component != *name) {
        let (name, recorded) = (name.clone(), record.component.clone());
        return Err(unfit(&NameRefusal::OtherRecord { name, recorded }));
    }
    let is_of_release = policy.names.is_of_release(name, &digest);
    fits(declared.manifest()).map_err(|sentence| LoadRefusal { sentence, is_passing: false })?;
    let (given, stores) = given_to(name, record.as_ref(), policy, stores).map_err(|error| unfit(&error))?;
    let verification = match verdicts {
        Some(verdicts) if verdicts.is_good(&digest, &given).await => Verification::Known,
        _ => Verification::Ask,
    };
    let declared = if is_of_release { declared.of_the_release() } else { declared };
    let loaded = runtime.load(declared, &policy.limits, policy.quarantine, stores, &given, verification).await;
    let component = loaded.map_err(refused)?;
    if let (Some(verdicts), Verification::Ask, false) = (verdicts, verification, component.has_untried_operations()) {
        verdicts.note_good(&digest, &given).await;
    }
    tracing::info!(
        component = component.manifest().name,
        version = component.manifest().version,
        digest = component.digest(),
        routes = component.manifest().routes.len(),
        milliseconds = began.elapsed().as_micros() as f64 / 1e3,
        "a component was loaded"
    );
    Ok(component)
}

/// Reads a file that is not larger than a component may be.
async fn read(path: PathBuf) -> Result<ComponentBytes, LoadRefusal> {
    let reading = tokio::task::spawn_blocking(move || {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_COMPONENT_BYTES + 1).read_to_end(&mut bytes)?;
        Ok((bytes.len() as u64 <= MAX_COMPONENT_BYTES).then(|| ComponentBytes::new(bytes)))
    });
    let unread = |error: io::Error| LoadRefusal { sentence: format!("it cannot be read: {error}"), is_passing: true };
    let read = reading.await.map_err(|error| unread(io::Error::other(error)))?.map_err(unread)?;
    let too_large = || LoadRefusal {
        sentence: format!("its file is larger than the {MAX_COMPONENT_BYTES} bytes that a component may have"),
        is_passing: false,
    };
    read.ok_or_else(too_large)
}

/// What a file is given, and the stores with the servers that it may ask and the settings that it reads: of an installed file what its record says, of a file in
/// the folder what the configuration says of its name.
fn given_to(
    name: &str,
    record: Option<&InstallationRecord>,
    policy: &ComponentPolicy,
    stores: &Arc<Stores>,
) -> Result<(Given, Arc<Stores>), InstalledError> {
    let Some(record) = record else {
        return Ok((policy.given.get(name).cloned().unwrap_or_default(), Arc::clone(stores)));
    };
    let outbound = stores.outbound.giving(name, record.hosts()?);
    let settings = stores.settings.giving(name, record.settings.clone());
    Ok((record.given_to_its_file()?, Arc::new(Stores { outbound, settings, ..Stores::clone(stores) })))
}
