//! Loads components without serving them, to say what a host would say.
//!
//! Declarations can be read without stores. With them, each is asked whether it could run the statements; none runs.

use crate::assembly::{HostError, Installation, policy};
use crate::modules::{ComponentFile, ComponentPolicy, ModulesError, SignatureError, load};
use quarry_config::Configuration;
use quarry_contract::{Manifest, Route};
use quarry_runtime::capabilities::{Asked, Given, Stores, check_own_tables};
use quarry_runtime::{
    ComponentBytes, ComponentLimits, LoadError, LoadedComponent, Runtime, RuntimeOptions, Verification,
};
use quarry_stores::app::Cascades;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Looks at components as a host with this configuration would.
pub struct Inspector {
    runtime: Runtime,
    policy: ComponentPolicy,
    stores: Arc<Stores>,
}

/// The report on one file, wherever it lies.
#[derive(Debug)]
pub struct FileReport {
    pub manifest: Manifest,
    /// SHA-256 of the file, in lowercase hex.
    pub digest: String,
    pub asked: Asked,
    /// The needs that the configuration does not meet.
    pub not_given: Asked,
    /// The reasons, as sentences, why a host that gave it all it asks for would refuse it; empty where it would serve.
    pub refusals: Vec<String>,
    /// A store in memory was asked in the place of the app store: the component's own tables are made when it first serves.
    pub has_unmade_tables: bool,
    /// The rows that go with rows which it may delete.
    pub cascades: Cascades,
}

impl Inspector {
    pub fn new(
        configuration: &Configuration,
        installation: &Installation,
        stores: Arc<Stores>,
    ) -> Result<Inspector, HostError> {
        let runtime = Runtime::new(&RuntimeOptions {
            // One component after the other is described and tried.
            max_instances: 8,
            max_event_streams: 0,
            max_memory_bytes: policy::limits(configuration).most_memory_bytes(),
            cache_folder: configuration.paths.data_dir.join("cache").join("components"),
        })?
        .with_compiler(policy::compiler(configuration));
        let policy = policy::components(configuration, installation)?;
        Ok(Inspector { runtime, policy, stores })
    }

    /// Makes `compiler` compile components; the default is a child of this program, which only `quarry` can be.
    pub fn with_compiler(self, compiler: quarry_runtime::Compiler) -> Inspector {
        Inspector { runtime: self.runtime.with_compiler(compiler), ..self }
    }

    /// Gives the limits for one request of the component of that name.
    pub fn limits(&self, name: &str) -> &ComponentLimits {
        self.policy.limits.of(name)
    }

    /// Checks that a host would take `bytes` as a component that was installed, with the signature that was found at `place`.
    pub fn check_signature(&self, signature: Option<&[u8]>, place: &str, bytes: &[u8]) -> Result<(), SignatureError> {
        self.policy.signing_keys.check_with(signature, place, bytes)
    }

    /// Gives the folder in which components are installed.
    pub fn installed_folder(&self) -> &Path {
        &self.policy.installed_folder
    }

    /// The verdict on each component that a host would serve, in its order: loaded, or refused with a sentence.
    pub async fn components(&self) -> Result<Vec<(ComponentFile, Result<LoadedComponent, String>)>, HostError> {
        let mut verdicts = Vec::new();
        for file in self.policy.files().map_err(ModulesError::from)? {
            let loaded = load(&self.runtime, &self.stores, &self.policy, None, &file.path).await;
            verdicts.push((file, loaded.map_err(|refusal| refusal.sentence)));
        }
        Ok(verdicts)
    }

    /// The names of the components that a host would serve or say why not, in order. A file that says no name has the one that
    /// is written on it.
    pub async fn names(&self) -> Result<Vec<String>, HostError> {
        let mut names = Vec::new();
        for file in self.policy.files().map_err(ModulesError::from)? {
            let written = || file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let declared = match tokio::fs::read(&file.path).await {
                Ok(bytes) => {
                    let bytes = ComponentBytes::new(bytes);
                    self.runtime.manifest(bytes, &self.policy.limits.all, &self.stores).await.ok()
                }
                Err(_) => None,
            };
            names.push(declared.map_or_else(written, |manifest| manifest.name));
        }
        names.sort();
        Ok(names)
    }

    /// Everything about one file. Fails where nothing of it can be read.
    pub async fn file(&self, bytes: Vec<u8>) -> Result<FileReport, LoadError> {
        let file = ComponentBytes::new(bytes);
        let digest = file.digest().to_owned();
        let manifest = self.runtime.manifest(file.clone(), &self.policy.limits.all, &self.stores).await?;
        let (asked, wrong) = Asked::by(&manifest);
        let configured = self.policy.given.get(&manifest.name).cloned().unwrap_or_default();
        let not_given = asked.beyond(&configured, &self.stores.outbound.hosts(&manifest.name));
        let mut refusals: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        refusals.extend(check_own_tables(&manifest).err().map(|error| error.to_string()));
        let mut has_unmade_tables = false;
        if refusals.is_empty() {
            match self.load_with_all(file, &manifest, &asked).await {
                Ok(loaded) => has_unmade_tables = loaded.has_unmade_tables(),
                Err(error) => refusals.push(error.to_string()),
            }
        }
        // A store that does not answer has refused the file above.
        let cascades = self.stores.app.cascades().await.unwrap_or_default();
        Ok(FileReport { manifest, digest, asked, not_given, refusals, has_unmade_tables, cascades })
    }

    /// Operations of `manifest` that another component of the deployment has.
    pub async fn conflicts(&self, manifest: &Manifest) -> Result<Vec<String>, HostError> {
        let mut conflicts = Vec::new();
        for (file, verdict) in self.components().await? {
            let Ok(other) = verdict else { continue };
            let other = other.manifest();
            // It takes the place of a component of its name.
            if other.name == manifest.name {
                continue;
            }
            let both = |route: &Route| other.routes.iter().find(|had| is_same(had, route)).cloned();
            let taken = manifest.routes.iter().filter_map(|route| Some((route, both(route)?)));
            conflicts.extend(taken.map(|(route, had)| {
                format!(
                    "its operation {} ({} {}) is one of the component {} already: {} ({} {}), in {}",
                    route.operation_id,
                    route.method,
                    route.path,
                    other.name,
                    had.operation_id,
                    had.method,
                    had.path,
                    file.path.display()
                )
            }));
        }
        Ok(conflicts)
    }

    async fn load_with_all(
        &self,
        file: ComponentBytes,
        manifest: &Manifest,
        asked: &Asked,
    ) -> Result<LoadedComponent, LoadError> {
        // A text that is not a server is refused by name when the component is loaded.
        let hosts = asked.outbound_hosts.iter().filter_map(|host| host.parse().ok()).collect();
        self.stores.outbound.give_installed(&manifest.name, hosts);
        let given: BTreeMap<String, Given> = [(manifest.name.clone(), asked.as_given())].into();
        let (limits, stores) = (&self.policy.limits, Arc::clone(&self.stores));
        self.runtime.load(file, limits, self.policy.quarantine, stores, &given, Verification::Ask).await
    }
}

fn is_same(one: &Route, other: &Route) -> bool {
    let is_same_path = || {
        let (one, other) = (one.path.split('/'), other.path.split('/'));
        one.clone().count() == other.clone().count()
            && one.zip(other).all(|(one, other)| one == other || (one.starts_with('{') && other.starts_with('{')))
    };
    one.operation_id == other.operation_id || (one.method == other.method && is_same_path())
}
