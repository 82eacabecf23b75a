//! The organizations family: what the members of an organization see of it, and what its admins change.
//!
//! Always true here: an organization that the person does not belong to is a 404, whatever is asked of it; each write is
//! one transaction with its audit entry, and what touches keys and invitations is done by verbs of the host, which check
//! once more who is asking.
//!
//! To add an endpoint: its file, which begins with what `access` gives, and its line below.

pub mod access;
pub mod api_key;
pub mod clock;
pub mod create_api_key;
pub mod create_invitation;
pub mod create_webhook;
pub mod delete_api_key;
pub mod delete_invitation;
pub mod delete_membership;
pub mod delete_webhook;
pub mod domain;
pub mod enable_webhook;
pub mod get_organization;
pub mod identity_provider;
pub mod list_api_keys;
pub mod list_organization_audit;
pub mod list_organizations;
pub mod list_webhooks;
pub mod member_changes;
pub mod page;
pub mod rotate_api_key;
pub mod rotate_domain_token;
pub mod rotate_webhook_secret;
pub mod test_single_sign_on;
pub mod update_membership;
pub mod update_organization;
pub mod update_single_sign_on;
pub mod verify_domain;
pub mod webhook;
pub mod words;

quarry_sdk::plugin! {
    name: "organizations",
    summary: "Organizations of a signed-in person: settings, members, invitations, domain, keys, webhooks, audit log.",
    grants: [AppStore, Audit, ApiKeys, Invitations, NameLookup, Secrets, SingleSignOn],
    endpoints: [
        list_organizations::list_organizations,
        get_organization::get_organization,
        update_organization::update_organization,
        list_organization_audit::list_organization_audit,
        verify_domain::verify_organization_domain,
        rotate_domain_token::rotate_organization_domain_token,
        update_membership::update_organization_membership,
        delete_membership::delete_organization_membership,
        create_invitation::invite_to_organization,
        delete_invitation::withdraw_organization_invitation,
        update_single_sign_on::update_organization_single_sign_on,
        test_single_sign_on::test_organization_single_sign_on,
        list_api_keys::list_organization_api_keys,
        create_api_key::create_organization_api_key,
        delete_api_key::revoke_organization_api_key,
        rotate_api_key::rotate_organization_api_key,
        list_webhooks::list_organization_webhooks,
        create_webhook::create_organization_webhook,
        enable_webhook::enable_organization_webhook,
        delete_webhook::delete_organization_webhook,
        rotate_webhook_secret::rotate_organization_webhook_secret,
    ],
}
