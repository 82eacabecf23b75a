//! The deployment, as a command about a component's file sees it: its configuration, and its stores where they answer.

use crate::assembly::{Inspector, Installation, OpenStores, RunningWarehouse, capability_stores, unconnected_stores};
use crate::cli::private_folder::PrivateFolder;
use crate::cli::store_options::{StoreOptions, sandbox};
use crate::cli::telemetry::Quiet;
use quarry_config::SecretText;
use quarry_runtime::capabilities::{StoreUse, Stores};
use std::path::Path;
use std::sync::Arc;

/// A deployment to look at components with.
pub(super) struct Deployment {
    pub(super) inspector: Inspector,
    /// The reason why its stores were not asked.
    pub(super) unasked: Option<String>,
    opened: Option<OpenStores>,
    _folder: Option<PrivateFolder>,
}

impl Deployment {
    /// The one that `options` name.
    pub(super) async fn open(options: &StoreOptions) -> anyhow::Result<Deployment> {
        let configuration = options.configuration()?;
        let installation = Installation::find(&configuration)?;
        let (shared, opened, unasked) = match options.open_to_look(Quiet::Yes).await {
            Ok((_, stores)) => {
                let shared = Stores { at_load: StoreUse::Ask, ..capability_stores(&configuration, &stores)? };
                (shared, Some(stores), None)
            }
            Err(error) => (unconnected_stores(&configuration)?, None, Some(format!("{error:#}"))),
        };
        let inspector = Inspector::new(&configuration, &installation, Arc::new(shared))?;
        Ok(Deployment { inspector, unasked, opened, _folder: None })
    }

    /// None: a store in memory is asked in the place of the app store, and the component is tried.
    pub(super) fn none() -> anyhow::Result<Deployment> {
        let folder = PrivateFolder::make()?;
        let deployment = Deployment::unconnected(folder.path(), StoreUse::Rehearse)?;
        Ok(Deployment { _folder: Some(folder), ..deployment })
    }

    /// None: stores are made for this in a folder of their own, with both schemas and no rows, and gone with it. Where the
    /// embedded warehouse cannot be started, a store in memory is asked in the place of the app store alone.
    pub(super) async fn temporary() -> anyhow::Result<Deployment> {
        let folder = PrivateFolder::make()?;
        let mut configuration = sandbox(Some(folder.path()))?;
        // Whatever the environment names: nobody named a deployment to this command.
        configuration.app_store.url = SecretText::default();
        configuration.warehouse.url = String::new();
        configuration.objects.url = String::new();
        crate::cli::telemetry::start(&configuration.telemetry, Quiet::Yes)?;
        let installation = Installation::find(&configuration)?;
        let made = match OpenStores::open(&configuration, &installation, RunningWarehouse::Refuse).await {
            Ok(stores) => stores.migrate(&configuration).await.map(|()| stores),
            Err(error) => Err(error),
        };
        let deployment = match made {
            Ok(stores) => {
                let shared = Stores { at_load: StoreUse::Ask, ..capability_stores(&configuration, &stores)? };
                let inspector = Inspector::new(&configuration, &installation, Arc::new(shared))?;
                Deployment { inspector, unasked: None, opened: Some(stores), _folder: None }
            }
            Err(error) => {
                let deployment = Deployment::unconnected(folder.path(), StoreUse::Rehearse)?;
                Deployment { unasked: Some(error.to_string()), ..deployment }
            }
        };
        Ok(Deployment { _folder: Some(folder), ..deployment })
    }

    /// None, for a component that a host with that data directory is about to serve: what it declares is read, and what is
    /// compiled is kept where that host finds it.
    pub(super) fn none_compiling_into(data_dir: &Path) -> anyhow::Result<Deployment> {
        Deployment::unconnected(data_dir, StoreUse::Nothing)
    }

    fn unconnected(data_dir: &Path, at_load: StoreUse) -> anyhow::Result<Deployment> {
        let configuration = sandbox(Some(data_dir))?;
        let installation = Installation::find(&configuration)?;
        let stores = Arc::new(Stores { at_load, ..unconnected_stores(&configuration)? });
        let inspector = Inspector::new(&configuration, &installation, stores)?;
        Ok(Deployment { inspector, unasked: None, opened: None, _folder: None })
    }

    pub(super) async fn close(self) {
        if let Some(stores) = self.opened {
            stores.close().await;
        }
    }
}
