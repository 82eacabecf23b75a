//! `identity`: the entitlements of the caller, and for staff those of any organization.

use crate::capabilities::call::Frame;
use jiff::Timestamp;
use quarry_contract::{Caller, Entitlements, Grant};
use quarry_identity::OrganizationProfile;
use std::sync::Arc;

/// The permissions of which staff need one, to see the entitlements of others.
const PERMISSIONS: [&str; 2] = ["orgs_manage", "users_manage"];

/// The reason why the profile of an organization was not told, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProfileFailure {
    NotGranted(String),
    Forbidden(String),
    Unavailable(String),
}

/// The parts of a call that `identity` needs.
pub struct IdentityCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) caller: &'a Caller,
}

impl<'a> IdentityCalls<'a> {
    /// Gives the caller's entitlements, for a component that was granted `identity`.
    pub fn entitlements(&self) -> Option<(i64, &'a str, &'a str, &'a Arc<Entitlements>)> {
        if self.frame.missing(Grant::Identity).is_some() {
            return None;
        }
        match self.caller {
            Caller::Nobody | Caller::Job(_) => None,
            Caller::Key(key) => {
                Some((key.organization_id, &key.organization_name, &key.organization_kind, &key.entitlements))
            }
            Caller::Person(person) => Some((
                person.organization_id,
                &person.organization_name,
                &person.organization_kind,
                &person.entitlements,
            )),
        }
    }

    /// Gives the entitlements of an organization, for staff who may see them.
    pub async fn organization_profile(&mut self, id: i64) -> Result<Option<OrganizationProfile>, ProfileFailure> {
        if let Some(sentence) = self.frame.missing(Grant::Identity) {
            return Err(ProfileFailure::NotGranted(sentence));
        }
        let may = match self.caller {
            Caller::Person(person) => PERMISSIONS.iter().any(|permission| person.has_permission(permission)),
            Caller::Nobody | Caller::Key(_) | Caller::Job(_) => false,
        };
        if !may {
            let sentence = format!("This is for staff with one of the permissions {}.", PERMISSIONS.join(", "));
            return Err(ProfileFailure::Forbidden(sentence));
        }
        let unavailable = || ProfileFailure::Unavailable("The application store did not answer: try again.".to_owned());
        if self.frame.open_transaction_refusal("ask what is in force").is_some() {
            return Err(unavailable());
        }
        let Frame { capabilities, time, .. } = &mut *self.frame;
        let asking = Box::pin(OrganizationProfile::load(&capabilities.stores().app, id, Timestamp::now()));
        match time.asking_in_time("identity", asking).await {
            Some(Ok(profile)) => Ok(profile),
            Some(Err(error)) => {
                tracing::warn!(%error, "what is in force for an organization could not be read");
                Err(unavailable())
            }
            None => Err(unavailable()),
        }
    }
}
