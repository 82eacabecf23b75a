//! Requests for what the quarantine keeps closed, and the faults that it is told of.

use crate::LoadedComponent;
use crate::quarantine::{Admission, Closed, Concerned, Party, Refusal};
use quarry_contract::{Problem, Request, Tenant, TenantKind};
use quarry_identity::tenants;
use quarry_telemetry::figures::{Fault, OperationUse};
use std::time::{Duration, Instant};

/// The time that the app store may take to tell who answers for a tenant. The client of the failed request waits for it.
const OWNER_PATIENCE: Duration = Duration::from_millis(500);

impl LoadedComponent {
    /// Lets the request in unless what it asks for failed too often.
    pub(super) fn admit(&self, request: &Request, figures: &OperationUse) -> Result<Admission<'_>, Problem> {
        let concerned = Concerned::of(request);
        let admitted = self.quarantine.admit(&request.operation_id, concerned, Instant::now());
        admitted.map_err(|refusal| {
            figures.fault(Fault::Quarantined);
            self.refused(refusal, concerned, request.guarded.is_some())
        })
    }

    /// Counts a fault to those whom it concerns.
    pub(super) async fn count_fault(&self, admission: Admission<'_>) {
        let owner = match (admission.owner(), admission.concerned().tenant) {
            (Some(owner), _) => owner,
            (None, Party::Tenant(tenant)) => {
                let asking = tenants::answerable(&self.capabilities.stores().app, tenant);
                match tokio::time::timeout(OWNER_PATIENCE, asking).await {
                    Ok(Ok(Some(owner))) => Party::Tenant(owner),
                    // A thing of the component's own, or a store that does not say: it is the caller's then.
                    Ok(Ok(None) | Err(_)) | Err(_) => admission.concerned().caller,
                }
            }
            (None, network) => network,
        };
        admission.faulted(owner, Instant::now());
    }

    fn refused(&self, refusal: Refusal, concerned: Concerned, is_guarded: bool) -> Problem {
        let name = &self.manifest().name;
        let (kind, this) = match concerned.tenant {
            Party::Tenant(Tenant { kind: TenantKind::Space, .. }) => ("space", "this space"),
            Party::Tenant(Tenant { kind: TenantKind::Organization, .. }) => ("organization", "this organization"),
            Party::Tenant(Tenant { kind: TenantKind::Person, .. }) => ("person", "this account"),
            Party::Tenant(Tenant { kind: TenantKind::Own, .. }) => ("own", "what you asked about"),
            Party::Network(_) => ("network", "your network"),
        };
        let (thing, whom, scope) = match refusal.what {
            Closed::Component => ("The component", "everybody", String::new()),
            Closed::Operation => ("This operation of the component", "everybody", String::new()),
            Closed::Tenant => ("This operation of the component", kind, format!(" for {this}")),
            Closed::CallerOfTenant if is_guarded => {
                ("This operation of the component", "you", format!(" for you with {this}"))
            }
            Closed::CallerOfTenant | Closed::Caller => {
                ("This operation of the component", "you", " for you".to_owned())
            }
        };
        let closed = if refusal.what == Closed::Component { "component" } else { "operation" };
        let seconds = u32::try_from(refusal.retry_after.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
        Problem::plugin_failed(format!(
            "{thing} {name} failed too often{scope}, so it is not asked for now (quarantine); try again in {seconds} s."
        ))
        .with("quarantined", closed)
        .with("quarantined_for", whom)
        .retry_after(seconds)
    }
}
