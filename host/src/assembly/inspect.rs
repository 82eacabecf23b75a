//! Loads components without serving them, to say what a host would say.
//!
//! Declarations can be read without stores. With them, each is asked whether it could run the statements. Always true: nothing of a
//! file that is looked at runs on the app store of the deployment, and a name that it may not have is refused before the stores are
//! asked anything.

use crate::assembly::{HostError, Installation, policy};
use crate::modules::{ComponentFile, ComponentPolicy, ModulesError, SignatureError, Verdicts, load, taken};
use quarry_config::Configuration;
use quarry_contract::{Manifest, Route};
use quarry_runtime::capabilities::{Asked, HostPattern, StoreUse, Stores, check_own_tables};
use quarry_runtime::{
    ComponentBytes, ComponentLimits, DeclaredComponent, LoadError, LoadedComponent, Runtime, RuntimeOptions,
    Verification,
};
use quarry_stores::app::Cascades;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Looks at components as a host with this configuration would.
pub struct Inspector {
    runtime: Runtime,
    policy: ComponentPolicy,
    stores: Arc<Stores>,
    /// The components that the hosts of the deployment found good. The hosts load those without asking the stores again, and the
    /// inspector reports them as the hosts load them. Absent where no store is asked.
    verdicts: Option<Verdicts>,
}

/// The report on one file, wherever it lies.
#[derive(Debug)]
pub struct FileReport {
    pub manifest: Manifest,
    /// SHA-256 of the file, in lowercase hex.
    pub digest: String,
    pub asked: Asked,
    /// The needs that the configuration would not meet, if the file lay in the folder of the components that it gives to.
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
        let verdicts = (stores.at_load == StoreUse::Ask).then(|| Verdicts::to_look(stores.app.clone()));
        Ok(Inspector { runtime, policy, stores, verdicts })
    }

    /// Makes `compiler` compile components; the default is a child of this program, which only `quarry` can be.
    pub fn with_compiler(self, compiler: quarry_runtime::Compiler) -> Inspector {
        Inspector { runtime: self.runtime.with_compiler(compiler), ..self }
    }

    /// Gives the limits for one request of the component of that name.
    pub fn limits(&self, name: &str) -> &ComponentLimits {
        self.policy.limits.of(name)
    }

    /// Checks that a host would take `bytes` as a component that was installed, with the signature that was found at `place`. Gives
    /// the key that signed it; none where the deployment names no keys.
    pub fn check_signature(
        &self,
        signature: Option<&[u8]>,
        place: &str,
        bytes: &[u8],
    ) -> Result<Option<String>, SignatureError> {
        self.policy.signing_keys.check_with(signature, place, bytes)
    }

    /// Gives the folder in which components are installed.
    pub fn installed_folder(&self) -> &Path {
        &self.policy.installed_folder
    }

    /// The verdict on each component that a host would serve, in its order: loaded, or refused with a sentence. Each is looked at by
    /// itself.
    pub async fn components(&self) -> Result<Vec<(ComponentFile, Result<LoadedComponent, String>)>, HostError> {
        self.components_with(&self.stores).await
    }

    async fn components_with(
        &self,
        stores: &Arc<Stores>,
    ) -> Result<Vec<(ComponentFile, Result<LoadedComponent, String>)>, HostError> {
        let mut verdicts = Vec::new();
        for file in self.policy.files().map_err(ModulesError::from)? {
            let loaded =
                load(&self.runtime, stores, &self.policy, self.verdicts.as_ref(), &file.path, |_| Ok(())).await;
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
                    self.runtime.declared(bytes, &self.policy.limits.all, &self.stores).await.ok()
                }
                Err(_) => None,
            };
            names.push(declared.map_or_else(written, |declared| declared.manifest().name.clone()));
        }
        names.sort();
        Ok(names)
    }

    /// Everything about one file. Fails where nothing of it can be read.
    pub async fn file(&self, bytes: Vec<u8>) -> Result<FileReport, LoadError> {
        let file = ComponentBytes::new(bytes);
        let mut declared = self.runtime.declared(file, &self.policy.limits.all, &self.stores).await?;
        if self.policy.names.is_of_release(&declared.manifest().name, declared.digest()) {
            declared = declared.of_the_release();
        }
        let (manifest, digest) = (Arc::clone(declared.manifest()), declared.digest().to_owned());
        let (asked, wrong) = Asked::by(&manifest);
        let configured = self.policy.given.get(&manifest.name).cloned().unwrap_or_default();
        // A file in the folder reads the groups that it names; a missing one is among the refusals.
        let not_given = asked.beyond(&configured, &self.stores.outbound.hosts(&manifest.name), &manifest.settings);
        let name = self.policy.names.check(&manifest.name, &digest);
        let mut refusals: Vec<String> = name.err().map(|error| error.to_string()).into_iter().collect();
        refusals.extend(wrong.iter().map(ToString::to_string));
        refusals.extend(check_own_tables(&manifest).err().map(|error| error.to_string()));
        let mut has_unmade_tables = false;
        if refusals.is_empty() {
            match self.load_with_all(declared, &asked).await {
                Ok(loaded) => has_unmade_tables = loaded.has_unmade_tables(),
                Err(error) => refusals.push(error.to_string()),
            }
        }
        // A store that does not answer has refused the file above.
        let cascades = self.stores.app.cascades().await.unwrap_or_default();
        let manifest = Manifest::clone(&manifest);
        Ok(FileReport { manifest, digest, asked, not_given, refusals, has_unmade_tables, cascades })
    }

    /// Operations of `manifest` that a component of another name has in the deployment. Nothing is asked of the stores for it.
    pub async fn conflicts(&self, manifest: &Manifest) -> Result<Vec<String>, HostError> {
        Ok(self.others().await?.iter().flat_map(|(path, other)| operations_taken(manifest, other, path)).collect())
    }

    /// The same for a component that is installed, whose name a file in the folder of the configuration may have.
    pub async fn conflicts_of_installed(&self, manifest: &Manifest) -> Result<Vec<String>, HostError> {
        let others = self.others().await?;
        // It takes the place of the installed one of its name, and of no other.
        let has_name = |path: &Path, other: &Manifest| other.name == manifest.name && !self.policy.is_installed(path);
        let namesakes = others.iter().filter(|(path, other)| has_name(path, other));
        let namesakes = namesakes.map(|(path, _)| taken(&manifest.name, path));
        let operations = others.iter().flat_map(|(path, other)| operations_taken(manifest, other, path));
        Ok(namesakes.chain(operations).collect())
    }

    /// The components that a host would serve, as far as their files and records tell.
    async fn others(&self) -> Result<Vec<(PathBuf, Arc<Manifest>)>, HostError> {
        let unasked = Arc::new(Stores { at_load: StoreUse::Nothing, ..Stores::clone(&self.stores) });
        let verdicts = self.components_with(&unasked).await?.into_iter();
        Ok(verdicts.filter_map(|(file, verdict)| Some((file.path, Arc::clone(verdict.ok()?.manifest())))).collect())
    }

    /// Loads it as a host does that gives it all that it asks for.
    async fn load_with_all(&self, declared: DeclaredComponent, asked: &Asked) -> Result<LoadedComponent, LoadError> {
        // A text that is not a server is refused by name when the component is loaded.
        let hosts: Vec<HostPattern> = asked.outbound_hosts.iter().filter_map(|host| host.parse().ok()).collect();
        let outbound = self.stores.outbound.giving(&declared.manifest().name, hosts);
        let settings = self.stores.settings.giving(&declared.manifest().name, asked.settings.iter().cloned());
        let stores = Arc::new(Stores { outbound, settings, ..Stores::clone(&self.stores) });
        let (limits, quarantine, given) = (&self.policy.limits, self.policy.quarantine, asked.as_given());
        self.runtime.load(declared, limits, quarantine, stores, &given, Verification::Ask).await
    }
}

/// Sentences about the operations of `manifest` that `other` has, in the file `path`.
fn operations_taken(manifest: &Manifest, other: &Manifest, path: &Path) -> Vec<String> {
    if other.name == manifest.name {
        return Vec::new();
    }
    let both = |route: &Route| other.routes.iter().find(|had| is_same(had, route)).cloned();
    let taken = manifest.routes.iter().filter_map(|route| Some((route, both(route)?)));
    let sentences = taken.map(|(route, had)| {
        format!(
            "its operation {} ({} {}) is one of the component {} already: {} ({} {}), in {}",
            route.operation_id,
            route.method,
            route.path,
            other.name,
            had.operation_id,
            had.method,
            had.path,
            path.display()
        )
    });
    sentences.collect()
}

fn is_same(one: &Route, other: &Route) -> bool {
    let is_same_path = || {
        let (one, other) = (one.path.split('/'), other.path.split('/'));
        one.clone().count() == other.clone().count()
            && one.zip(other).all(|(one, other)| one == other || (one.starts_with('{') && other.starts_with('{')))
    };
    one.operation_id == other.operation_id || (one.method == other.method && is_same_path())
}
