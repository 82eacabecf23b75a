//! The way from a file to a component that serves: every check that can be made before the first request is made here.

use crate::bindings::{Plugin, PluginPre};
use crate::capabilities::{
    Call, Capabilities, Given, OwnTablesError, Questions, StoreUse, Stores, check_own_tables, migrate_own_tables,
    own_tables_are_made,
};
use crate::compiler::CompileError;
use crate::declared_answers::DeclaredAnswers;
use crate::exports::CheckedExports;
use crate::fault::what_failed;
use crate::instance::{self, State};
use crate::load_error::{DESCRIBE_TIME, LoadError};
use crate::loaded_component::LoadedComponent;
use crate::quarantine::{Quarantine, QuarantineSettings};
use crate::self_test_result::Tried;
use crate::turns::Line;
use crate::{ComponentLimits, LimitsByComponent, Runtime, contract_version, convert, wasi};
use jiff::Timestamp;
use quarry_contract::{Caller, Family, Manifest, Store};
use quarry_stores::app::AppStore;
use quarry_stores::shutdown::shutdown_signal;
use quarry_telemetry::figures::Fault;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Semaphore;
use wasmtime::component::{Component, HasSelf, Linker};

/// The extent of a component's checks: the examination of its statements, the stores' word on them, and its trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    /// The host makes them; it asks the stores as `Stores::at_load` says.
    Ask,
    /// The host made them before, of this very file and with what is given now.
    Known,
}

/// Gives the component's capabilities, with the questions for the stores unless they were asked before. It runs beside the
/// requests that are served.
async fn questioned(
    manifest: &Arc<Manifest>,
    given: &Given,
    stores: &Arc<Stores>,
    verification: Verification,
) -> Result<(Capabilities, Questions), LoadError> {
    let (manifest, given, stores) = (Arc::clone(manifest), given.clone(), Arc::clone(stores));
    let reading = tokio::task::spawn_blocking(move || match verification {
        Verification::Ask => Capabilities::questioned(&manifest, &given, stores),
        Verification::Known => {
            Capabilities::of_examined(&manifest, &given, stores).map(|known| (known, Questions::default()))
        }
    });
    Ok(reading.await.map_err(|_| LoadError::Stopped)??)
}

/// The stores with one in memory in the place of the app store, where the component's migrations have run: what a host
/// finds once it has made the component's own tables. They run there after the engine was asked about them, as anywhere.
async fn rehearse(manifest: &Arc<Manifest>, given: &Given, stores: &Arc<Stores>) -> Result<Arc<Stores>, LoadError> {
    let app = AppStore::in_memory().await.map_err(OwnTablesError::Store)?;
    let stores = Arc::new(Stores { app, ..Stores::clone(stores) });
    let (_, questions) = questioned(manifest, given, &stores, Verification::Ask).await?;
    questions.ask(manifest, given, &stores, &[Store::AppStore]).await?;
    migrate_own_tables(&stores.app, manifest, Timestamp::now()).await?;
    Ok(stores)
}

/// A component whose declarations were read. Its `describe` ran, with no capability at hand; no store was asked about it.
pub struct DeclaredComponent {
    exports: CheckedExports,
    manifest: Arc<Manifest>,
    digest: String,
    is_of_the_release: bool,
}

impl DeclaredComponent {
    /// The same, told by its digest to be a file of the release, which may adopt tables of the host.
    pub fn of_the_release(self) -> DeclaredComponent {
        DeclaredComponent { is_of_the_release: true, ..self }
    }

    /// Its declarations, in the form of the host. Nothing of them is checked but their form.
    pub fn manifest(&self) -> &Arc<Manifest> {
        &self.manifest
    }

    /// SHA-256 of its file, in lowercase hex.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// The file of a component, and what is read off it without running anything.
#[derive(Debug, Clone)]
pub struct ComponentBytes {
    bytes: Vec<u8>,
    /// SHA-256, in lowercase hex.
    digest: String,
    contract_version: Option<String>,
}

impl ComponentBytes {
    /// Walks through the file once or twice: not for a thread that serves requests.
    pub fn new(bytes: Vec<u8>) -> ComponentBytes {
        let digest = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        ComponentBytes { digest, contract_version: contract_version::stamped(&bytes), bytes }
    }

    /// Gives the file's digest: SHA-256, in lowercase hex.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The file as it is.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Runtime {
    /// Checks a component and makes it ready to serve, with what the deployment gives to it.
    pub async fn load(
        &self,
        declared: DeclaredComponent,
        limits: &LimitsByComponent,
        quarantine: QuarantineSettings,
        stores: Arc<Stores>,
        given: &Given,
        verification: Verification,
    ) -> Result<LoadedComponent, LoadError> {
        let DeclaredComponent { exports, manifest, digest, is_of_the_release } = declared;
        if let Some(table) = manifest.adopts.first().filter(|_| !is_of_the_release) {
            return Err(LoadError::Adopts(table.clone()));
        }
        check_own_tables(&manifest)?;
        let (capabilities, questions) = questioned(&manifest, given, &stores, verification).await?;
        let limits = limits.of(&manifest.name).clone();
        let capabilities = capabilities.holding_at_most(limits.held_bytes);
        let at_load = match verification {
            Verification::Ask => stores.at_load,
            Verification::Known => StoreUse::Nothing,
        };
        // Before anything of the component reaches a store, its own tables included.
        if matches!(at_load, StoreUse::Ask | StoreUse::Serve) {
            self.ask(&questions, &manifest, given, &stores).await?;
        }
        let unmade_tables = match at_load {
            StoreUse::Nothing | StoreUse::Rehearse => false,
            StoreUse::Ask => !own_tables_are_made(&stores.app, &manifest).await?,
            StoreUse::Serve => {
                migrate_own_tables(&stores.app, &manifest, Timestamp::now()).await?;
                false
            }
        };
        let trial = match at_load {
            StoreUse::Nothing => None,
            StoreUse::Serve => Some(Arc::clone(&stores)),
            StoreUse::Rehearse => Some(rehearse(&manifest, given, &stores).await?),
            // Looking has no effects: what is tried has a copy of the schemas. Where the store has the component's tables, it
            // took the texts itself: those about tables of other components, which the copy lacks, leave it untried.
            StoreUse::Ask if unmade_tables => Some(rehearse(&manifest, given, &stores).await?),
            StoreUse::Ask => rehearse(&manifest, given, &stores).await.ok(),
        };
        let is_untried = trial.is_none() && at_load == StoreUse::Ask;
        let trial = trial.map(|stores| Capabilities::of_a_trial(&manifest, given, stores)).transpose()?;
        let figures = self.figures.of(&manifest.name);
        let (stream_end, stream_ends) = shutdown_signal();
        let mut component = LoadedComponent {
            runtime: self.clone(),
            exports,
            capabilities: Arc::new(capabilities),
            permits: Arc::new(Semaphore::new(limits.instances)),
            waiting: Arc::default(),
            line: Line::default(),
            stream_permits: Arc::new(Semaphore::new(limits.event_streams)),
            answers: Arc::new(DeclaredAnswers::of(&manifest, &figures).map_err(LoadError::Manifest)?),
            figures,
            quarantine: Arc::new(Quarantine::new(quarantine, manifest.routes.len())),
            stream_end,
            stream_ends,
            life: Arc::default(),
            limits,
            family: Family::of(&manifest),
            manifest,
            digest,
            unmade_tables,
            tried: if is_untried { Tried::InPart } else { Tried::Whole },
        };
        if let Some(trial) = trial {
            component.tried = component.self_test(Arc::new(trial)).await?;
        }
        Ok(component)
    }

    /// Compiles a component (or takes it from the cache), links it and has it describe itself, whatever the deployment gives it.
    pub async fn declared(
        &self,
        file: ComponentBytes,
        limits: &ComponentLimits,
        stores: &Arc<Stores>,
    ) -> Result<DeclaredComponent, LoadError> {
        let ComponentBytes { bytes, digest, contract_version } = file;
        if let Some(mismatch) = contract_version::mismatch(contract_version.as_deref()) {
            return Err(LoadError::Contract(mismatch));
        }
        let component = self.code(bytes, &digest).await?;
        if let Some(import) = wasi::unknown_import(&component) {
            return Err(LoadError::UnknownImport(import));
        }
        let mut linker: Linker<State> = Linker::new(&self.engine);
        wasi::link(&mut linker).map_err(LoadError::Link)?;
        Plugin::add_to_linker::<State, HasSelf<State>>(&mut linker, |state| state).map_err(LoadError::Link)?;
        let instance = linker.instantiate_pre(&component).and_then(PluginPre::new).map_err(LoadError::Link)?;
        let (exports, manifest) = self.describe(&instance, limits, stores).await?;
        Ok(DeclaredComponent { exports, manifest: Arc::new(manifest), digest, is_of_the_release: false })
    }

    /// Takes the code from the cache at once; a component that must be compiled waits for its turn, and nobody who need not
    /// compile waits for it.
    async fn code(&self, bytes: Vec<u8>, digest: &str) -> Result<Component, LoadError> {
        if let Some(component) = self.cached(digest).await? {
            return Ok(component);
        }
        let _turn = self.compiling.lock().await;
        if let Some(component) = self.cached(digest).await? {
            return Ok(component);
        }
        let code = self.compiler.compile(&self.engine, bytes).await?;
        let (runtime, key) = (self.clone(), digest.to_owned());
        tokio::task::spawn_blocking(move || runtime.cache.adopt(&runtime.engine, &code, &key))
            .await
            .map_err(|_| CompileError::Stopped)?
            .map_err(LoadError::Code)
    }

    async fn cached(&self, digest: &str) -> Result<Option<Component>, CompileError> {
        let (runtime, key) = (self.clone(), digest.to_owned());
        let found = tokio::task::spawn_blocking(move || runtime.cache.find(&runtime.engine, &key)).await;
        found.map_err(|_| CompileError::Stopped)
    }

    /// Compares the types of the exports, and calls `describe` with no capability at hand.
    async fn describe(
        &self,
        instance: &PluginPre<State>,
        limits: &ComponentLimits,
        stores: &Arc<Stores>,
    ) -> Result<(CheckedExports, Manifest), LoadError> {
        let _slot = self.slot().await.ok_or(LoadError::NoSlot)?;
        let nothing = Capabilities::new(&Manifest::default(), &Given::default(), stores.clone())?;
        let deadline = Instant::now() + DESCRIBE_TIME;
        let call = Call::new(Arc::new(nothing), Caller::Nobody, None, Arc::from("describe"), deadline);
        let mut store = instance::store(&self.engine, call, limits, &Line::default());
        let described = tokio::time::timeout(DESCRIBE_TIME, async {
            let (exports, plugin) = CheckedExports::check(instance, &mut store).await?;
            Ok((exports, plugin.call_describe(&mut store).await?))
        });
        let described = described.await.map_err(|_| LoadError::DescribeTimeout)?;
        let (exports, manifest) =
            described.map_err(|error: wasmtime::Error| match what_failed(store.data(), limits) {
                (Fault::Trap, _) => LoadError::Describe(format!("failed: {}", error.root_cause())),
                (_, what) => LoadError::Describe(what),
            })?;
        Ok((exports, convert::manifest_from_guest(manifest).map_err(LoadError::Manifest)?))
    }
}
