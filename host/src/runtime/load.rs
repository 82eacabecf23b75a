//! From a file to something that serves: every check that can be made before the first request is made here.

use crate::capabilities::{
    Call, Capabilities, Given, GrantError, OwnTablesError, SchemaError, StoreUse, Stores, check_own_tables,
    migrate_own_tables, own_tables_are_made,
};
use crate::contract::{Caller, Family, Manifest, ResponseForm};
use crate::edge::{Shutdown, ShutdownTrigger, shutdown_signal};
use crate::quarantine::{Quarantine, QuarantineSettings};
use crate::runtime::bindings::{Plugin, PluginPre};
use crate::runtime::declared_answers::DeclaredAnswers;
use crate::runtime::exports::CheckedExports;
use crate::runtime::instance::{self, State};
use crate::runtime::{ComponentLimits, Runtime, contract_version, convert, wasi};
use crate::telemetry::ComponentFigures;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::sync::Semaphore;
use wasmtime::component::{Component, HasSelf, Linker};

/// How long `describe` may take.
const DESCRIBE_TIME: Duration = Duration::from_secs(5);

/// A component that serves. Clones share all they hold.
#[derive(Clone)]
pub struct LoadedComponent {
    pub(super) runtime: Runtime,
    pub(super) exports: CheckedExports,
    pub(super) capabilities: Arc<Capabilities>,
    pub(super) limits: ComponentLimits,
    /// One permit an instance.
    pub(super) permits: Arc<Semaphore>,
    /// Requests that wait for a permit.
    pub(super) waiting: Arc<AtomicUsize>,
    /// One permit an event stream.
    pub(super) stream_permits: Arc<Semaphore>,
    /// How long the stream of an operation may last, by its id; of those that answer with one.
    pub(super) stream_times: Arc<HashMap<String, Duration>>,
    /// What the answers of an operation may have, by its id.
    pub(super) answers: Arc<HashMap<String, DeclaredAnswers>>,
    pub(super) figures: Arc<ComponentFigures>,
    pub(super) quarantine: Arc<Quarantine>,
    /// Ends its event streams.
    stream_end: ShutdownTrigger,
    pub(super) stream_ends: Shutdown,
    /// As long as any clone of it is in use.
    life: Arc<()>,
    manifest: Arc<Manifest>,
    pub(super) family: Family,
    digest: String,
    unmade_tables: bool,
}

/// Why a component is refused.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("{0}")]
    Contract(String),
    #[error(
        "it imports {0}, which this host does not provide: a component gets clocks, randomness and what quarry:plugin imports"
    )]
    UnknownImport(String),
    #[error("it cannot be compiled: {0}")]
    Compile(wasmtime::Error),
    #[error("it cannot be linked to this host: {0}")]
    Link(wasmtime::Error),
    #[error("its describe failed: {0}")]
    Describe(wasmtime::Error),
    #[error("its describe took longer than {} s", DESCRIBE_TIME.as_secs())]
    DescribeTimeout,
    #[error("its manifest is wrong: {0}")]
    Manifest(String),
    #[error(transparent)]
    Grant(#[from] GrantError),
    #[error(transparent)]
    OwnTables(#[from] OwnTablesError),
    #[error(transparent)]
    Schema(#[from] SchemaError),
    #[error("the compiler was stopped")]
    CompilerStopped,
}

impl LoadError {
    /// Whether the fault is a store's that did not answer: the same component may load later.
    pub fn is_passing(&self) -> bool {
        match self {
            LoadError::Schema(SchemaError::Unreachable { .. }) => true,
            LoadError::OwnTables(OwnTablesError::Store(error)) => error.is_unavailable(),
            _ => false,
        }
    }
}

impl LoadedComponent {
    pub fn manifest(&self) -> &Arc<Manifest> {
        &self.manifest
    }

    /// What it has done and used since the start.
    pub fn figures(&self) -> Arc<ComponentFigures> {
        Arc::clone(&self.figures)
    }

    /// What it is kept from because it failed.
    pub fn quarantine(&self) -> &Quarantine {
        &self.quarantine
    }

    /// Ends with the last clone: when the component has drained, and its memory is given back.
    pub fn life(&self) -> Weak<()> {
        Arc::downgrade(&self.life)
    }

    /// Ends the event streams that it still writes.
    pub fn stream_end(&self) -> ShutdownTrigger {
        self.stream_end.clone()
    }

    /// Whether the app store was not asked about its statements, because tables of its own are not there yet.
    pub fn has_unmade_tables(&self) -> bool {
        self.unmade_tables
    }

    /// What it may do; it stays good while the component is not in memory.
    pub fn capabilities(&self) -> Arc<Capabilities> {
        Arc::clone(&self.capabilities)
    }

    /// SHA-256 of the file, in lowercase hex.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// Whether the stores are asked about a component's statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    /// They are, as `Stores::at_load` says.
    Ask,
    /// They were, about this very file.
    Known,
}

/// What the file of a component is known by: SHA-256, in lowercase hex.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Runtime {
    /// Compiles (or takes from the cache), links, describes and checks a component. `given` says what the deployment
    /// gives to components, by name.
    pub async fn load(
        &self,
        bytes: Vec<u8>,
        limits: ComponentLimits,
        quarantine: QuarantineSettings,
        stores: Arc<Stores>,
        given: &BTreeMap<String, Given>,
        verification: Verification,
    ) -> Result<LoadedComponent, LoadError> {
        let (exports, manifest, digest) = self.read_declarations(bytes, &limits, &stores).await?;
        check_own_tables(&manifest)?;
        let capabilities =
            Capabilities::new(&manifest, &given.get(&manifest.name).cloned().unwrap_or_default(), Arc::clone(&stores))?;
        let at_load = match verification {
            Verification::Ask => stores.at_load,
            Verification::Known => StoreUse::Nothing,
        };
        let unmade_tables = match at_load {
            StoreUse::Nothing => false,
            StoreUse::Ask => !own_tables_are_made(&stores.app, &manifest).await?,
            StoreUse::Serve => {
                migrate_own_tables(&stores.app, &manifest, Timestamp::now()).await?;
                false
            }
        };
        match (at_load, unmade_tables) {
            (StoreUse::Nothing, _) => {}
            (_, true) => capabilities.check_warehouse_schema().await?,
            (_, false) => capabilities.check_schema().await?,
        }
        let (stream_end, stream_ends) = shutdown_signal();
        Ok(LoadedComponent {
            runtime: self.clone(),
            exports,
            capabilities: Arc::new(capabilities),
            permits: Arc::new(Semaphore::new(limits.instances)),
            waiting: Arc::default(),
            stream_permits: Arc::new(Semaphore::new(limits.event_streams)),
            stream_times: Arc::new(stream_times(&manifest)),
            answers: Arc::new(DeclaredAnswers::of(&manifest).map_err(LoadError::Manifest)?),
            figures: self.figures.of(&manifest.name),
            quarantine: Arc::new(Quarantine::new(quarantine, manifest.routes.len())),
            stream_end,
            stream_ends,
            life: Arc::default(),
            limits,
            family: Family { name: manifest.name.clone(), summary: manifest.summary.clone() },
            manifest: Arc::new(manifest),
            digest,
            unmade_tables,
        })
    }

    /// What a component declares, whatever the deployment gives it. Nothing of it is checked but its form.
    pub async fn manifest(
        &self,
        bytes: Vec<u8>,
        limits: &ComponentLimits,
        stores: &Arc<Stores>,
    ) -> Result<Manifest, LoadError> {
        self.read_declarations(bytes, limits, stores).await.map(|(_, manifest, _)| manifest)
    }

    async fn read_declarations(
        &self,
        bytes: Vec<u8>,
        limits: &ComponentLimits,
        stores: &Arc<Stores>,
    ) -> Result<(CheckedExports, Manifest, String), LoadError> {
        if let Some(mismatch) = contract_version::mismatch(contract_version::stamped(&bytes).as_deref()) {
            return Err(LoadError::Contract(mismatch));
        }
        let digest = digest(&bytes);
        let component = self.code(bytes, &digest).await?;
        if let Some(import) = wasi::unknown_import(&component) {
            return Err(LoadError::UnknownImport(import));
        }
        let mut linker: Linker<State> = Linker::new(&self.engine);
        wasi::link(&mut linker).map_err(LoadError::Link)?;
        Plugin::add_to_linker::<State, HasSelf<State>>(&mut linker, |state| state).map_err(LoadError::Link)?;
        let instance = linker.instantiate_pre(&component).and_then(PluginPre::new).map_err(LoadError::Link)?;
        let (exports, manifest) = self.describe(&instance, limits, stores).await?;
        Ok((exports, manifest, digest))
    }

    /// From the cache at once; what must be compiled waits for its turn, and nobody who need not compile waits for it.
    async fn code(&self, bytes: Vec<u8>, digest: &str) -> Result<Component, LoadError> {
        let (runtime, key) = (self.clone(), digest.to_owned());
        let found = tokio::task::spawn_blocking(move || runtime.cache.find(&runtime.engine, &key)).await;
        if let Some(component) = found.map_err(|_| LoadError::CompilerStopped)? {
            return Ok(component);
        }
        let _turn = self.compiling.lock().await;
        let (runtime, key) = (self.clone(), digest.to_owned());
        tokio::task::spawn_blocking(move || runtime.cache.find_or_compile(&runtime.engine, &bytes, &key))
            .await
            .map_err(|_| LoadError::CompilerStopped)?
            .map_err(LoadError::Compile)
    }

    /// Compares the types of the exports, and calls `describe` with no capability at hand.
    async fn describe(
        &self,
        instance: &PluginPre<State>,
        limits: &ComponentLimits,
        stores: &Arc<Stores>,
    ) -> Result<(CheckedExports, Manifest), LoadError> {
        let nothing = Capabilities::new(&convert::empty_manifest(), &Given::default(), stores.clone())?;
        let deadline = Instant::now() + DESCRIBE_TIME;
        let call = Call::new(Arc::new(nothing), Caller::Nobody, None, Arc::from("describe"), deadline);
        let mut store = instance::store(&self.engine, call, limits);
        let described = tokio::time::timeout(DESCRIBE_TIME, async {
            let (exports, plugin) = CheckedExports::check(instance, &mut store).await?;
            Ok((exports, plugin.call_describe(&mut store).await?))
        });
        let described = described.await.map_err(|_| LoadError::DescribeTimeout)?;
        let (exports, manifest) = described.map_err(LoadError::Describe)?;
        Ok((exports, convert::manifest_from_guest(manifest).map_err(LoadError::Manifest)?))
    }
}

fn stream_times(manifest: &Manifest) -> HashMap<String, Duration> {
    let time = |form: &ResponseForm| match form {
        ResponseForm::EventStream { max_seconds } => Some(Duration::from_secs((*max_seconds).into())),
        ResponseForm::Json | ResponseForm::Object { .. } => None,
    };
    let routes = manifest.routes.iter();
    routes.filter_map(|route| Some((route.operation_id.clone(), time(&route.response_form)?))).collect()
}
