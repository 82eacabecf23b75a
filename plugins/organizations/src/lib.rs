//! The organizations family: what the members of an organization see of it, and what its admins change.
//!
//! Always true here: an organization that the person does not belong to is a 404, whatever is asked of it; each write is
//! one transaction with its audit entry, and what touches keys and invitations is done by verbs of the host, which check
//! once more who is asking.
//!
//! To add an endpoint: its file, which begins with what `access` gives, and its line below.

pub mod list_organizations;
pub mod words;

quarry_sdk::plugin! {
    name: "organizations",
    summary: "Organizations of a signed-in person: settings, members, invitations, domain, keys, webhooks, audit log.",
    grants: [AppStore],
    endpoints: [list_organizations::list_organizations],
}
