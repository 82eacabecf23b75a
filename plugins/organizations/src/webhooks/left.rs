//! The endpoints of somebody who manages the organization no longer. They are the organization's, so they go on; the owners and admins who
//! stay are told, because the address may be that person's and the person has the secret that deliveries are signed with.

use crate::webhooks::server_of;
use quarry_inbox_entries::InboxGrew;
use quarry_sdk::prelude::*;

statement!(app_store, SelectEndpointsOfManager, "src/webhooks/endpoints_of_manager.sql");
statement!(app_store, SelectOtherManagers, "src/webhooks/other_managers.sql");
statement!(
    app_store,
    TellManagers,
    "src/webhooks/tell_managers.sql",
    unguarded = "It tells the owners and admins of the organization that the guard found."
);

/// An endpoint that a person knows more about than its list says.
#[derive(Row)]
struct KnownEndpoint {
    id: i64,
    url: String,
    is_creator: bool,
    has_secret: bool,
}

impl KnownEndpoint {
    /// Says what the person has to do with it, and what is to be done.
    fn sentence(&self) -> String {
        let (did, advice) = match (self.is_creator, self.has_secret) {
            (true, true) => (
                "added this endpoint and has its signing secret",
                "rotate the secret, and remove the endpoint if nobody else needs it",
            ),
            (true, false) => ("added this endpoint", "remove it if nobody else needs it"),
            (false, _) => ("has the signing secret of this endpoint", "rotate it"),
        };
        format!("The person who {did} is not an owner or admin any more. Events are still sent to it: {advice}.")
    }
}

/// Tells the others who manage the organization, in the transaction in which this person stops doing so, and while the person still may
/// speak for it. Each endpoint has its audit entry.
pub fn tell(transaction: &Transaction, user_id: i64) -> Result<(), Problem> {
    let endpoints: Vec<KnownEndpoint> = transaction.all(SelectEndpointsOfManager { user_id })?;
    let Some(first) = endpoints.first().map(|endpoint| endpoint.id) else { return Ok(()) };
    let now = Time::now();
    for endpoint in endpoints {
        let (server, sentence) = (server_of(&endpoint.url).to_owned(), endpoint.sentence());
        let left = json!({ "server": server, "user_id": user_id, "added_it": endpoint.is_creator, "has_secret": endpoint.has_secret });
        transaction.audit(AuditEntry::of("webhook.creator_left", "webhook", &endpoint.id).after(&left))?;
        transaction.execute(TellManagers { id: endpoint.id, server, sentence, user_id, now })?;
    }
    // A hint to look: one is enough for all of them.
    let grew = InboxGrew { subject_type: "webhook".to_owned(), subject_id: first, page_id: None };
    transaction.notify_those(SelectOtherManagers { user_id }, &grew)?;
    Ok(())
}
