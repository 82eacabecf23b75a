//! `modules`: the module switches, for staff who may set them.

use crate::capabilities::call::{CallTime, Frame, Requester};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use quarry_contract::{Caller, Grant, PersonCaller};
use quarry_identity::outbox::Origin;
use quarry_stores::app::AppStoreError;
use quarry_telemetry::figures::ComponentSnapshot;
use std::sync::{Arc, OnceLock, Weak};
use thiserror::Error;

const PERMISSION: &str = "modules_manage";
const MAX_REASON_CHARACTERS: usize = 500;

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
    /// Why a newer file of it was refused or taken back.
    pub refusal: Option<String>,
    pub figures: ComponentSnapshot,
}

/// A module with what this host serves of it.
#[derive(Debug, Clone)]
pub struct ModuleView {
    pub key: String,
    pub name: String,
    pub enabled: bool,
    pub version: i64,
    /// None while it was never switched.
    pub changed_at: Option<Timestamp>,
    pub changed_by: Option<String>,
    pub reason: Option<String>,
    pub routes: u32,
    pub components: Vec<ComponentView>,
}

/// Every module, by key.
#[derive(Debug, Clone)]
pub struct ModuleOverview {
    pub modules: Vec<ModuleView>,
    /// What no switch covers.
    pub always_on: Vec<ComponentView>,
    /// Component files that could not be loaded.
    /// Each with the sentence why.
    pub left_out: Vec<(String, String)>,
}

/// A change of a switch that staff want.
#[derive(Debug, Clone)]
pub struct WantedSwitch {
    pub key: String,
    /// None: the other side.
    pub enabled: Option<bool>,
    pub reason: Option<String>,
    pub by: Arc<PersonCaller>,
    pub at: Timestamp,
}

/// Why a switch was not set, or the modules not told.
#[derive(Debug, Error)]
pub enum ModuleDeskError {
    #[error("There is no module \"{key}\"; there are {known}.")]
    UnknownModule { key: String, known: String },
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

/// The modules of a host, as staff see and switch them.
pub trait ModuleDesk: Send + Sync {
    /// Every module with what this host serves of it.
    fn overview(&self) -> BoxFuture<'_, Result<ModuleOverview, ModuleDeskError>>;

    /// Sets a switch with its audit entry, in one transaction, and has this host follow before it returns.
    fn switch<'a>(
        &'a self,
        wanted: &'a WantedSwitch,
        origin: Origin<'a>,
    ) -> BoxFuture<'a, Result<ModuleView, ModuleDeskError>>;
}

/// Where the modules of the host are found once they are loaded, which is after its stores were made.
#[derive(Clone, Default)]
pub struct ModuleDeskPlace(Arc<OnceLock<Weak<dyn ModuleDesk>>>);

impl ModuleDeskPlace {
    /// Tells where they are; the first word counts. The host keeps them.
    pub fn set(&self, desk: &Arc<dyn ModuleDesk>) {
        // A second word would be that of another host on the same stores, which there is not.
        let _ = self.0.set(Arc::downgrade(desk));
    }

    fn get(&self) -> Option<Arc<dyn ModuleDesk>> {
        self.0.get().and_then(Weak::upgrade)
    }
}

/// Why nothing came of a call, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleFailure {
    NotGranted(String),
    Rejected(String),
    Forbidden(String),
    UnknownModule(String),
    Unavailable(String),
}

/// The parts of a call that `modules` needs.
pub struct ModuleCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) requester: &'a Requester,
}

impl ModuleCalls<'_> {
    /// Every module with what this host serves of it.
    pub async fn overview(&mut self) -> Result<ModuleOverview, ModuleFailure> {
        let (_, desk) = self.desk()?;
        at_the_desk(&mut self.frame.time, async move { desk.overview().await }).await
    }

    /// Switches a module; this host follows before it returns.
    pub async fn switch(
        &mut self,
        key: String,
        enabled: Option<bool>,
        reason: Option<String>,
    ) -> Result<ModuleView, ModuleFailure> {
        let (by, desk) = self.desk()?;
        if reason.as_ref().is_some_and(|reason| reason.chars().count() > MAX_REASON_CHARACTERS) {
            let sentence = format!("a reason has at most {MAX_REASON_CHARACTERS} characters");
            return Err(ModuleFailure::Rejected(sentence));
        }
        let wanted = WantedSwitch { key, enabled, reason, by, at: Timestamp::now() };
        let Frame { capabilities, time, .. } = &mut *self.frame;
        let origin = self.requester.origin(capabilities.component());
        at_the_desk(time, async move { desk.switch(&wanted, origin).await }).await
    }

    /// The desk, for a member of staff who may be there.
    fn desk(&self) -> Result<(Arc<PersonCaller>, Arc<dyn ModuleDesk>), ModuleFailure> {
        if let Some(sentence) = self.frame.missing(Grant::Modules) {
            return Err(ModuleFailure::NotGranted(sentence));
        }
        if let Some(sentence) = self.frame.open_transaction_refusal("ask for the modules") {
            return Err(ModuleFailure::Rejected(sentence));
        }
        let person = match &self.requester.caller {
            Caller::Person(person) if person.has_permission(PERMISSION) && person.impersonator_id.is_none() => person,
            _ => {
                let sentence = format!("This is for staff with the permission \"{PERMISSION}\".");
                return Err(ModuleFailure::Forbidden(sentence));
            }
        };
        let desk = self.frame.capabilities.stores().modules.get();
        let starting = || ModuleFailure::Unavailable("This host is just starting: try again.".to_owned());
        Ok((Arc::clone(person), desk.ok_or_else(starting)?))
    }
}

async fn at_the_desk<T>(
    time: &mut CallTime,
    work: impl Future<Output = Result<T, ModuleDeskError>>,
) -> Result<T, ModuleFailure> {
    match time.asking_in_time("modules", work).await {
        Some(Ok(done)) => Ok(done),
        Some(Err(error @ ModuleDeskError::UnknownModule { .. })) => {
            Err(ModuleFailure::UnknownModule(error.to_string()))
        }
        Some(Err(ModuleDeskError::Store(error))) => {
            tracing::warn!(%error, "the module switches could not be asked");
            Err(ModuleFailure::Unavailable(
                "The application store did not answer: look at the modules, and try again.".to_owned(),
            ))
        }
        None => Err(ModuleFailure::Unavailable(
            "The application store did not answer within the time of the request.".to_owned(),
        )),
    }
}
