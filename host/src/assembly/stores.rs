//! The stores of a deployment, opened as configured.

use crate::assembly::{Installation, chains, policy};
use quarry_config::Configuration;
use quarry_ingest::migrate::{MigrationError, MigrationSettings};
use quarry_ingest::{Ingest, IngestError};
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::clock::Clock;
use quarry_stores::objects::{Objects, ObjectsError};
use quarry_stores::warehouse::{
    EmbeddedError, EmbeddedOptions, EmbeddedWarehouse, SocketError, SocketPlace, Warehouse, WarehouseError,
};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The stores, and the embedded warehouse's process where there is one.
pub struct OpenStores {
    pub app: AppStore,
    pub warehouse: Warehouse,
    pub objects: Objects,
    embedded: Option<(EmbeddedWarehouse, SocketPlace)>,
}

/// The choice for an embedded warehouse that another process of the data directory already runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunningWarehouse {
    /// Use it: a command beside a serving host.
    Join,
    /// Refuse: a second host.
    Refuse,
}

/// The reason why the stores cannot be opened, in one sentence.
#[derive(Debug, Error)]
pub enum StoresError {
    #[error("the data directory {path} cannot be used: {source}")]
    DataDirectory { path: PathBuf, source: std::io::Error },
    #[error("another quarry serves from the data directory {path}; stop it, or take another with --data-dir")]
    InUse { path: PathBuf },
    #[error("the application store cannot be opened: {0}")]
    App(#[from] AppStoreError),
    #[error("the object store cannot be opened: {0}")]
    Objects(#[from] ObjectsError),
    #[error("the embedded warehouse does not start: {0}")]
    Embedded(#[from] EmbeddedError),
    #[error(transparent)]
    Socket(#[from] SocketError),
    #[error("the warehouse cannot be used: {0}")]
    Warehouse(#[from] WarehouseError),
    #[error("the warehouse's schema cannot be brought up to date: {0}")]
    Migration(#[from] MigrationError),
    #[error("the chains of the configuration cannot be added: {0}")]
    Chains(#[from] IngestError),
    #[error("what a migration has to make of the stored rows cannot be made: {0}")]
    Derivation(IngestError),
}

impl OpenStores {
    /// Opens both stores, and starts the embedded warehouse where it is used.
    pub async fn open(
        configuration: &Configuration,
        installation: &Installation,
        running: RunningWarehouse,
    ) -> Result<OpenStores, StoresError> {
        let data_dir = data_directory(configuration)?;
        let app = OpenStores::open_app_store(configuration).await?;
        let objects = Objects::open(&policy::objects(configuration, &data_dir), app.clone(), Clock::system())?;
        let section = &configuration.warehouse;
        if !section.url.is_empty() {
            let user = (!section.user.is_empty()).then_some(section.user.as_str());
            let warehouse = Warehouse::over_http(&section.url, &section.database, user, section.password.given())?;
            return Ok(OpenStores { app, warehouse, objects, embedded: None });
        }
        if let Some(socket) = SocketPlace::existing(&data_dir)? {
            let warehouse = Warehouse::over_unix_socket(&socket, &section.database);
            if warehouse.ping().await.is_ok() {
                return match running {
                    RunningWarehouse::Refuse => Err(StoresError::InUse { path: data_dir }),
                    RunningWarehouse::Join => Ok(OpenStores { app, warehouse, objects, embedded: None }),
                };
            }
        }
        let mut place = SocketPlace::make(&data_dir)?;
        let warehouse = Warehouse::over_unix_socket(place.path(), &section.database);
        let embedded = EmbeddedWarehouse::start(EmbeddedOptions {
            binary: installation.warehouse_program.clone(),
            library: installation.warehouse_library.clone(),
            data_dir: data_dir.join("warehouse"),
            socket: place.path().to_owned(),
            memory_limit_bytes: Some(memory_limit(section.memory_limit_bytes)),
            max_concurrent_queries: None,
        })
        .await?;
        place.publish()?;
        Ok(OpenStores { app, warehouse, objects, embedded: Some((embedded, place)) })
    }

    /// Opens the app store alone.
    pub async fn open_app_store(configuration: &Configuration) -> Result<AppStore, StoresError> {
        let url = match configuration.app_store.url.given() {
            Some(url) => url.to_owned(),
            None => format!("sqlite://{}", data_directory(configuration)?.join("app.sqlite3").display()),
        };
        Ok(AppStore::open(&url).await?)
    }

    /// Tells that this process runs the warehouse, so that nobody else writes to it.
    pub fn runs_warehouse(&self) -> bool {
        self.embedded.is_some()
    }

    /// Brings both schemas up to date, and what is made of the rows that are there.
    pub async fn migrate(&self, configuration: &Configuration) -> Result<(), StoresError> {
        self.app.migrate().await?;
        let section = &configuration.warehouse;
        self.warehouse.create_database().await?;
        let settings = MigrationSettings {
            engine_prefix: section.engine_prefix.clone(),
            cluster: (!section.cluster.is_empty()).then(|| section.cluster.clone()),
        };
        quarry_ingest::migrate::migrate(&self.warehouse, &settings).await?;
        chains::add_configured(&self.warehouse, &configuration.chains).await?;
        Ingest::new(self.warehouse.clone()).finish_migration().await.map_err(StoresError::Derivation)?;
        Ok(())
    }

    /// Closes the app store and stops the embedded warehouse, if this process runs it.
    pub async fn close(self) {
        self.app.close().await;
        if let Some((embedded, _place)) = self.embedded {
            embedded.stop().await;
        }
    }
}

/// The configured limit, or half of the machine's memory.
fn memory_limit(configured: u64) -> u64 {
    let machine = rustix::system::sysinfo();
    match configured {
        0 => u64::from(machine.mem_unit) * machine.totalram / 2,
        bytes => bytes,
    }
}

fn data_directory(configuration: &Configuration) -> Result<PathBuf, StoresError> {
    let path = &configuration.paths.data_dir;
    prepare(path).map_err(|source| StoresError::DataDirectory { path: path.clone(), source })
}

/// Makes the directory, for its owner alone: it holds keys and the socket.
fn prepare(data_dir: &Path) -> std::io::Result<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    if !data_dir.exists() {
        std::fs::create_dir_all(data_dir)?;
        std::fs::set_permissions(data_dir, std::fs::Permissions::from_mode(0o700))?;
    }
    data_dir.canonicalize()
}
