//! `modules`: the module switches, for staff who may set them.

use crate::capabilities::call::{CallTime, Frame, Requester};
use crate::capabilities::{ModuleDesk, ModuleOverview, ModuleView};
use jiff::Timestamp;
use quarry_contract::{Caller, Grant, PersonCaller};
use quarry_identity::module_switches::{self, SwitchChange, SwitchError};
use std::sync::Arc;

const PERMISSION: &str = "modules_manage";
const MAX_REASON_CHARACTERS: usize = 500;

/// The reason why a call failed, in a sentence.
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
        in_time(&mut self.frame.time, async move { Ok(desk.overview().await?) }).await
    }

    /// Switches a module; this host follows before it returns.
    pub async fn switch(
        &mut self,
        key: String,
        enabled: Option<bool>,
        reason: Option<String>,
    ) -> Result<ModuleView, ModuleFailure> {
        let (by, desk) = self.desk()?;
        if let Some(sentence) = self.frame.read_refusal("switch a module") {
            return Err(ModuleFailure::Rejected(sentence));
        }
        if reason.as_ref().is_some_and(|reason| reason.chars().count() > MAX_REASON_CHARACTERS) {
            let sentence = format!("a reason has at most {MAX_REASON_CHARACTERS} characters");
            return Err(ModuleFailure::Rejected(sentence));
        }
        let Frame { capabilities, time, .. } = &mut *self.frame;
        let origin = self.requester.origin(capabilities.component());
        let (name, user_id) = (by.name.clone(), Some(by.user_id));
        let change = SwitchChange { key, enabled, reason, by: name, by_user_id: user_id, at: Timestamp::now() };
        let store = &capabilities.stores().app;
        in_time(time, async move {
            module_switches::set(store, &change, Some(origin)).await?;
            let gone = || SwitchError::UnknownModule { key: change.key.clone(), known: String::new() };
            desk.follow(&change.key).await?.ok_or_else(gone)
        })
        .await
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

/// Does `work` within the request's time.
async fn in_time<T>(
    time: &mut CallTime,
    work: impl Future<Output = Result<T, SwitchError>>,
) -> Result<T, ModuleFailure> {
    match time.asking_in_time("modules", work).await {
        Some(Ok(done)) => Ok(done),
        Some(Err(SwitchError::UnknownModule { key, known })) => {
            // It was there when it was switched, and is gone since.
            let others = if known.is_empty() { " any more".to_owned() } else { format!("; there are {known}") };
            Err(ModuleFailure::UnknownModule(format!("There is no module \"{key}\"{others}.")))
        }
        Some(Err(SwitchError::Store(error))) => {
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
