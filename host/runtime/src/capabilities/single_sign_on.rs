//! `single-sign-on`: what the admins of an organization have the host keep and test of its identity provider.

use crate::capabilities::call::host_call;
use crate::capabilities::organizations::{Asking, OrganizationFailure, failure};
use crate::capabilities::{Call, SecretHandle};
use jiff::Timestamp;
use quarry_contract::Grant;
use quarry_identity::{Finding, SingleSignOnChange};
use tracing::Instrument;

impl Call {
    /// Saves the provider; a secret that a person sent is sealed by the host.
    pub async fn save_single_sign_on(
        &mut self,
        organization_id: i64,
        change: SingleSignOnChange,
        client_secret: Option<&SecretHandle>,
    ) -> Result<(), OrganizationFailure> {
        let asking = self.asks_for(Grant::SingleSignOn)?;
        let single_sign_on = self.capabilities.stores().single_sign_on.clone();
        let client_secret = client_secret.map(|handle| handle.secret.clone());
        let change = SingleSignOnChange { client_secret, ..change };
        let (person, origin) = (&asking.person, asking.origin());
        self.change(single_sign_on.save(person, origin, organization_id, change, Timestamp::now())).await
    }

    /// Looks at the stored provider. It waits for a server outside, within the request's time.
    pub async fn test_single_sign_on(&mut self, organization_id: i64) -> Result<Vec<Finding>, OrganizationFailure> {
        let asking: Asking = self.asks_for(Grant::SingleSignOn)?;
        let single_sign_on = self.capabilities.stores().single_sign_on.clone();
        let late = || {
            let sentence = "The provider did not answer in the time of the request: try again, or ask whoever runs it.";
            OrganizationFailure::Unavailable(sentence.to_owned())
        };
        let time = self.time_left().ok_or_else(late)?;
        let (person, origin) = (&asking.person, asking.origin());
        let testing = single_sign_on.test(person, origin, organization_id, Timestamp::now());
        self.waits_for_outside = true;
        let tested = tokio::time::timeout(time, testing).instrument(host_call("single-sign-on")).await;
        self.waits_for_outside = false;
        tested.map_err(|_| late())?.map_err(failure)
    }
}
