//! The organizations family: what the members of an organization see of it, and what its admins change.
//!
//! Always true here: [`MemberRole`] stands before whatever concerns an organization; each write is one transaction with its
//! audit entry; what touches keys, invitations and identity providers is done by verbs of the host.
//!
//! To add an endpoint: a file in the folder of its resource, which begins with the role that it is for, its SQL beside it, and
//! its line below.

pub mod access;
pub mod api_keys;
pub mod audit;
pub mod deliveries;
pub mod domain;
pub mod invitations;
pub mod members;
pub mod organization;
pub mod single_sign_on;
pub mod webhooks;

quarry_sdk::plugin! {
    name: "organizations",
    summary: "Organizations of a signed-in person: settings, members, invitations, domain, keys, webhooks, audit log.",
    grants: [AppStore, Audit, Events, Notifications, ApiKeys, Invitations, NameLookup, Secrets, SingleSignOn, FirstParty],
    events: [deliveries::test::WebhookTest],
    notifications: [quarry_inbox_entries::InboxGrew],
    endpoints: [
        organization::list::list_organizations,
        organization::get::get_organization,
        organization::update::update_organization,
        audit::list::list_organization_audit,
        domain::verify::verify_organization_domain,
        domain::rotate_token::rotate_organization_domain_token,
        members::update::update_organization_membership,
        members::delete::delete_organization_membership,
        invitations::create::invite_to_organization,
        invitations::delete::withdraw_organization_invitation,
        single_sign_on::update::update_organization_single_sign_on,
        single_sign_on::test::test_organization_single_sign_on,
        api_keys::list::list_organization_api_keys,
        api_keys::create::create_organization_api_key,
        api_keys::delete::revoke_organization_api_key,
        api_keys::rotate::rotate_organization_api_key,
        webhooks::list::list_organization_webhooks,
        webhooks::create::create_organization_webhook,
        webhooks::enable::enable_organization_webhook,
        webhooks::delete::delete_organization_webhook,
        webhooks::rotate_secret::rotate_organization_webhook_secret,
        deliveries::list::list_webhook_deliveries,
        deliveries::resend::resend_webhook_delivery,
        deliveries::replay::replay_webhook_events,
        deliveries::test::test_webhook,
    ],
}
