//! The modules of a host, as its components are shown them.
//!
//! The switches are rows of the app store (`identity::module_switches`), set there; the host follows them and tells what it
//! serves, through [`ModuleDesk`], since it is made after the components that ask.

use crate::capabilities::{Hook, PublishedDataset, WritingRead};
use crate::quarantine::ClosedForTenant;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use quarry_contract::Grant;
use quarry_identity::module_switches::ModuleSwitch;
use quarry_stores::app::AppStoreError;
use quarry_stores::stored::Stored;
use quarry_telemetry::figures::ComponentSnapshot;
use std::sync::{Arc, OnceLock, Weak};

/// An operation that is closed for a tenant, or for callers of it.
#[derive(Debug, Clone)]
pub struct TenantQuarantine {
    pub closed: ClosedForTenant,
    /// None where the tenant is gone.
    pub name: Option<String>,
}

/// A component as this host has it.
#[derive(Debug, Clone)]
pub struct ComponentView {
    pub name: String,
    pub version: String,
    /// SHA-256 of its file, in lowercase hex.
    pub digest: String,
    /// `serving`, `quarantined` or `unloaded`.
    pub state: &'static str,
    pub since: Timestamp,
    /// Operations of the module that it is listed under.
    pub routes: u32,
    /// Operation ids.
    pub quarantined: Vec<String>,
    pub quarantined_for: Vec<TenantQuarantine>,
    /// The reason why a newer file of it was refused or taken back.
    pub refusal: Option<String>,
    pub figures: ComponentSnapshot,
    /// The grants that it asks for and has.
    pub grants: Vec<Grant>,
    /// The servers outside that it asks.
    pub outbound_hosts: Vec<String>,
    pub hooks: Vec<Hook>,
    pub writing_reads: Vec<WritingRead>,
    /// None where the store did not tell.
    pub stored: Option<Stored>,
}

/// A module: its switch, with what this host serves of it.
#[derive(Debug, Clone)]
pub struct ModuleView {
    pub switch: ModuleSwitch,
    /// The key in words.
    pub name: String,
    pub routes: u32,
    pub components: Vec<ComponentView>,
}

/// Every module, by key.
#[derive(Debug, Clone)]
pub struct ModuleOverview {
    pub modules: Vec<ModuleView>,
    /// The components that no switch covers.
    pub always_on: Vec<ComponentView>,
    /// Component files that could not be loaded.
    /// Each with the sentence why.
    pub left_out: Vec<(String, String)>,
}

/// The host that serves the modules.
pub trait ModuleDesk: Send + Sync {
    /// Every module with what this host serves of it.
    fn overview(&self) -> BoxFuture<'_, Result<ModuleOverview, AppStoreError>>;

    /// The datasets of the components that this host serves, without those of modules that are off.
    fn datasets(&self) -> Vec<PublishedDataset>;

    /// Makes this host follow the switches, and gives the module as it is served then; none where no module has that key.
    fn follow<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ModuleView>, AppStoreError>>;
}

/// The place of the modules, which are loaded after the stores were made that hold it.
#[derive(Clone, Default)]
pub struct ModuleDeskPlace(Arc<OnceLock<Weak<dyn ModuleDesk>>>);

impl ModuleDeskPlace {
    /// Sets the modules, once. The host keeps them.
    pub fn set(&self, desk: &Arc<dyn ModuleDesk>) {
        // Only the host that owns these stores sets it, so no second value can arrive.
        let _ = self.0.set(Arc::downgrade(desk));
    }

    /// The modules; none while the host is just starting.
    pub(super) fn get(&self) -> Option<Arc<dyn ModuleDesk>> {
        self.0.get().and_then(Weak::upgrade)
    }
}
