//! The rights by which uploads are signed: taken of the call that signs, and asked again when the bytes come.

use crate::capabilities::call::Requester;
use crate::capabilities::guards::{GuardFailure, passes_as_staff};
use crate::capabilities::{Capabilities, ObjectFailure};
use quarry_contract::{Caller, Guarded, JobCaller, Manifest, Problem, RouteGuard};
use quarry_identity::object_links::{LinkGuard, LinkInput, LinkRight};
use quarry_stores::result_set::Value;
use std::sync::Arc;
use std::time::Duration;

/// The right of a call's caller; none where nobody asks. Refused where the right could not be asked for again.
pub(super) fn of_call(requester: &Requester, guarded: Option<&Guarded>) -> Result<Option<LinkRight>, ObjectFailure> {
    let Some(user_id) = requester.caller.user_id() else { return Ok(None) };
    let guard = guarded.map(|guarded| of_guard(guarded, &requester.caller)).transpose()?;
    Ok(Some(LinkRight { user_id, organization_id: requester.caller.organization_id(), guard }))
}

fn of_guard(guarded: &Guarded, caller: &Caller) -> Result<LinkGuard, ObjectFailure> {
    let name = &guarded.route.guard.name;
    let rejected =
        |what: &str| ObjectFailure::Rejected(format!("an upload cannot be signed behind the guard {name}: {what}"));
    if guarded.rank.is_none() && passes_as_staff(&guarded.route, caller) {
        return Err(rejected("it let its caller pass as staff, which a link does not say"));
    }
    let sealed = |(name, value): &(String, Value)| LinkInput::of(value).map(|input| (name.clone(), input));
    let inputs: Option<Vec<_>> = guarded.inputs.iter().map(sealed).collect();
    Ok(LinkGuard {
        name: name.clone(),
        least_rank: guarded.route.least_rank.clone(),
        tenant: guarded.tenant,
        inputs: inputs.ok_or_else(|| rejected("it takes a list, which a link has no room for"))?,
    })
}

impl Capabilities {
    /// Asks the guard of a link again, as `manifest` declares it now, and tells whether it lets the person pass. A guard that is gone
    /// lets nobody pass.
    pub async fn link_guard_lets_pass(
        &self,
        manifest: &Manifest,
        right: &LinkRight,
        within: Duration,
    ) -> Result<bool, Problem> {
        let Some(asked) = &right.guard else { return Ok(true) };
        let Some(guard) = manifest.guards.iter().find(|known| known.name == asked.name) else { return Ok(false) };
        let route = RouteGuard {
            guard: Arc::clone(guard),
            least_rank: asked.least_rank.clone(),
            paths: Vec::new(),
            or_permission: None,
            changes_ranks: false,
        };
        // Without a session, as a job in the person's name: staff permissions let nobody pass here.
        let caller =
            Caller::Job(JobCaller { job_id: 0, organization_id: right.organization_id, user_id: Some(right.user_id) });
        let inputs = asked.inputs.iter().map(|(name, input)| (name.clone(), input.value())).collect();
        match self.ask_guard(&route, inputs, &caller, within).await {
            // What was moved to another tenant is another's.
            Ok(guarded) => Ok(guarded.tenant == asked.tenant),
            Err(GuardFailure::Refused(_)) => Ok(false),
            Err(GuardFailure::Failed(failure)) => Err(self.failed(&route, failure)),
        }
    }
}
