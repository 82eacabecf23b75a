//! `single-sign-on`: what the admins of an organization have the host keep and test of its identity provider.

use crate::capabilities::SecretHandle;
use crate::capabilities::call::host_call;
use crate::capabilities::organizations::{OrganizationCalls, OrganizationFailure, failure};
use jiff::Timestamp;
use quarry_contract::Grant;
use quarry_identity::{Finding, SingleSignOnChange};
use tracing::Instrument;

impl OrganizationCalls<'_> {
    /// Saves the provider; a secret that a person sent is sealed by the host.
    pub async fn save_single_sign_on(
        &mut self,
        organization_id: i64,
        change: SingleSignOnChange,
        client_secret: Option<&SecretHandle>,
    ) -> Result<(), OrganizationFailure> {
        let asking = self.asks_for(Grant::SingleSignOn)?;
        let client_secret = client_secret.map(|handle| handle.secret.clone());
        let change = SingleSignOnChange { client_secret, ..change };
        let single_sign_on = &asking.stores.single_sign_on;
        let work = single_sign_on.save(asking.person, asking.origin, organization_id, change, Timestamp::now());
        asking.change(work).await
    }

    /// Looks at the stored provider. It waits for a server outside, within the request's time.
    pub async fn test_single_sign_on(&mut self, organization_id: i64) -> Result<Vec<Finding>, OrganizationFailure> {
        let asking = self.asks_for(Grant::SingleSignOn)?;
        let late = || {
            let sentence =
                "The provider did not answer in the time of the request: try again, or ask the people who run it.";
            OrganizationFailure::Unavailable(sentence.to_owned())
        };
        let time = asking.time.left().ok_or_else(late)?;
        let single_sign_on = &asking.stores.single_sign_on;
        let testing = single_sign_on.test(asking.person, asking.origin, organization_id, Timestamp::now());
        let testing = tokio::time::timeout(time, testing).instrument(host_call("single-sign-on"));
        let tested = asking.time.asking_outside(testing).await;
        tested.map_err(|_| late())?.map_err(failure)
    }
}
