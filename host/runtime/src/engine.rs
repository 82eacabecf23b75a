//! The one engine of a host, and the thread that lets it interrupt guests.

use crate::code_configuration::{TABLE_ELEMENTS, code_configuration};
use crate::compiled_cache::CompiledCache;
use crate::compiler::Compiler;
use crate::examined::ExaminedTexts;
use crate::ticks::{self, Pauses};
use quarry_telemetry::ComponentFigureSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

/// The longest wait of what is tried before it serves for a place in the pool.
pub(super) const SLOT_TIME: Duration = Duration::from_secs(10);

/// The options of the engine.
#[derive(Debug, Clone)]
pub struct RuntimeOptions {
    /// Instances of all components at once; also the number of pooled memories.
    pub max_instances: u32,
    /// Event streams of all components at once; each holds an instance beside those.
    pub max_event_streams: u32,
    /// The largest memory any component may be given.
    pub max_memory_bytes: usize,
    /// The folder in which compiled components are kept between starts.
    pub cache_folder: PathBuf,
}

/// The engine could not be made.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error(
        "the WebAssembly engine cannot reserve {instances} instance slots ({source}); lower limits.instances or lift the limit on address space"
    )]
    Pool { instances: u32, source: wasmtime::Error },
    #[error("the engine's timer thread cannot be started: {0}")]
    Timer(std::io::Error),
    #[error("the folder for compiled components {folder} cannot be made: {source}")]
    CacheFolder { folder: PathBuf, source: std::io::Error },
}

/// The engine, shared by every component of a host.
#[derive(Clone)]
pub struct Runtime {
    pub(super) engine: Engine,
    pub(super) cache: Arc<CompiledCache>,
    pub(super) examined: Arc<ExaminedTexts>,
    /// One permit a slot of the pool: without it a full pool would look like a fault of the component.
    pub(super) slots: Arc<Semaphore>,
    /// Those of event streams, which are apart: streams last long, and a request must not wait for one.
    pub(super) stream_slots: Arc<Semaphore>,
    /// Held while a component is compiled: one at a time, beside the requests that are served.
    pub(super) compiling: Arc<tokio::sync::Mutex<()>>,
    pub(super) compiler: Compiler,
    pub(super) figures: Arc<ComponentFigureSet>,
}

impl Runtime {
    /// Makes the engine. Fails when the address space for the pool cannot be reserved.
    pub fn new(options: &RuntimeOptions) -> Result<Runtime, EngineError> {
        let engine = Engine::new(&configuration(options))
            .map_err(|source| EngineError::Pool { instances: pooled(options), source })?;
        let weak = engine.weak();
        std::thread::Builder::new()
            .name("epoch-ticker".to_owned())
            .spawn(move || {
                let mut pauses = Pauses::default();
                while let Some(engine) = weak.upgrade() {
                    ticks::advance();
                    engine.increment_epoch();
                    drop(engine);
                    pauses.next();
                }
            })
            .map_err(EngineError::Timer)?;
        let cache = CompiledCache::open(&options.cache_folder, &engine)
            .map_err(|source| EngineError::CacheFolder { folder: options.cache_folder.clone(), source })?;
        let slots = Arc::new(Semaphore::new(options.max_instances as usize));
        let stream_slots = Arc::new(Semaphore::new(options.max_event_streams as usize));
        Ok(Runtime {
            engine,
            cache: Arc::new(cache),
            examined: Arc::new(ExaminedTexts::beside(&options.cache_folder)),
            slots,
            stream_slots,
            compiling: Arc::default(),
            compiler: Compiler::default(),
            figures: Arc::default(),
        })
    }

    /// Makes `compiler` compile the components.
    pub fn with_compiler(mut self, compiler: Compiler) -> Runtime {
        self.compiler = compiler;
        self
    }

    /// The figures of its components: their work and their use.
    pub fn figures(&self) -> Arc<ComponentFigureSet> {
        Arc::clone(&self.figures)
    }

    /// A place in the pool for what is tried before it serves, so that it never finds the pool full. `None`: none was free in
    /// [`SLOT_TIME`].
    pub(super) async fn slot(&self) -> Option<OwnedSemaphorePermit> {
        tokio::time::timeout(SLOT_TIME, self.slots.clone().acquire_owned()).await.ok()?.ok()
    }
}

/// Slots of the pool.
fn pooled(options: &RuntimeOptions) -> u32 {
    options.max_instances.saturating_add(options.max_event_streams)
}

/// Each setting was measured; docs/runtime.md has the figures.
fn configuration(options: &RuntimeOptions) -> Config {
    let instances = pooled(options);
    let mut pool = PoolingAllocationConfig::default();
    pool.total_component_instances(instances)
        .total_core_instances(instances * 4)
        .total_memories(instances)
        .total_tables(instances * 4)
        .total_stacks(instances)
        .max_memory_size(options.max_memory_bytes)
        .max_memories_per_component(1)
        .max_core_instances_per_component(8)
        .max_component_instance_size(1 << 20)
        .table_elements(TABLE_ELEMENTS)
        .linear_memory_keep_resident(512 << 10)
        .table_keep_resident(16 << 10)
        .max_unused_warm_slots(instances.min(256))
        // The scan passes over a page that the kernel is moving, and the next instance would find it as it was.
        .pagemap_scan(Enabled::No);
    let mut config = code_configuration();
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    config
}
