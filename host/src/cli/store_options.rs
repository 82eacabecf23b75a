//! The options by which commands find the stores.

use crate::assembly::{Installation, OpenStores, RunningWarehouse};
use crate::cli::telemetry::Quiet;
use anyhow::{Context, anyhow};
use quarry_config::{Configuration, EnvironmentName};
use quarry_stores::app::{AppStore, SchemaState};
use std::path::{Path, PathBuf};

/// The folder in which `up` keeps its data by default.
pub(super) const DEFAULT_DATA_DIR: &str = "quarry-data";

/// The deployment a command is for: a configuration file, or the data directory of `quarry up`.
#[derive(clap::Args, Debug, Clone)]
pub(super) struct StoreOptions {
    /// The deployment's configuration file, as given to `quarry serve`
    #[arg(long, global = true, env = "QUARRY_CONFIG", value_name = "FILE", conflicts_with = "data_dir")]
    config: Option<PathBuf>,
    /// The data directory, as given to `quarry up`
    #[arg(long, global = true, env = "QUARRY_DATA_DIR", value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

impl StoreOptions {
    /// True when a deployment was named.
    pub(super) fn name_a_deployment(&self) -> bool {
        self.config.is_some() || self.data_dir.is_some()
    }

    /// The configuration: the file's, or a sandbox's in the data directory.
    pub(super) fn configuration(&self) -> anyhow::Result<Configuration> {
        match &self.config {
            Some(file) => Ok(Configuration::load(Some(file))?),
            None => sandbox(self.data_dir.as_deref()),
        }
    }

    /// Opens the stores for a command that only looks: their schemas stay as they are. Stores that nobody has used are made; those
    /// of another release are not looked at.
    pub(super) async fn open_to_look(&self, quiet: Quiet) -> anyhow::Result<(Configuration, OpenStores)> {
        let configuration = self.configuration()?;
        super::telemetry::start(&configuration.telemetry, quiet)?;
        let installation = Installation::find(&configuration).context("the installation cannot be found")?;
        let stores = OpenStores::open(&configuration, &installation, RunningWarehouse::Join).await?;
        let looked = match stores.app.schema_state().await {
            Ok(SchemaState::Same) => Ok(()),
            Ok(SchemaState::Unmade) => stores.migrate(&configuration).await.map_err(Into::into),
            Ok(SchemaState::Other) => {
                Err(anyhow!("the application store has the schema of another release; start a host of this one first"))
            }
            Err(error) => Err(error.into()),
        };
        match looked {
            Ok(()) => Ok((configuration, stores)),
            Err(error) => {
                stores.close().await;
                Err(error)
            }
        }
    }

    /// Opens the stores, with their schemas up to date.
    pub(super) async fn open(&self, quiet: Quiet) -> anyhow::Result<(Configuration, OpenStores)> {
        let configuration = self.configuration()?;
        super::telemetry::start(&configuration.telemetry, quiet)?;
        let installation = Installation::find(&configuration).context("the installation cannot be found")?;
        let stores = OpenStores::open(&configuration, &installation, RunningWarehouse::Join).await?;
        stores.migrate(&configuration).await?;
        Ok((configuration, stores))
    }

    /// Opens the app store alone, with its schema up to date.
    pub(super) async fn open_app_store(&self, configuration: &Configuration) -> anyhow::Result<AppStore> {
        super::telemetry::start(&configuration.telemetry, Quiet::Yes)?;
        let app = OpenStores::open_app_store(configuration).await?;
        app.migrate().await?;
        Ok(app)
    }
}

/// The configuration of `quarry up`.
pub(super) fn sandbox(data_dir: Option<&Path>) -> anyhow::Result<Configuration> {
    let mut configuration = Configuration::load(None)?;
    configuration.server.environment = EnvironmentName::Sandbox;
    configuration.paths.data_dir = data_dir.map_or_else(|| PathBuf::from(DEFAULT_DATA_DIR), Path::to_owned);
    Ok(configuration)
}
