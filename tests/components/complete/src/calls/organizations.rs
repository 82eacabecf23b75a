//! Organizations: what is in force for them, their keys, invitations and identity providers.

use crate::calls::{Arguments, Done, Outcome, done, failed, given};
use quarry_sdk::api_keys::{self, KeySettings, MintedKey};
use quarry_sdk::identity;
use quarry_sdk::invitations::{self, Role};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;
use quarry_sdk::single_sign_on::{self, Change};

pub fn call(interface: &str, name: &str, arguments: &Arguments) -> Option<Outcome> {
    let (organization_id, id) = (arguments.organization_id(), arguments.id());
    Some(match (interface, name) {
        ("identity", "organization-profile") => {
            given(identity::organization_profile(organization_id), |profile| json!(profile.map(|of| of.plan_key)))
        }
        ("identity", "caller-profile") => {
            Ok(Done::Value(json!(identity::caller_profile().map(|profile| profile.organization.id))))
        }
        ("api-keys", "mint") => {
            let settings = KeySettings {
                name: arguments.text().to_owned(),
                scopes: vec!["read".to_owned()],
                ip_allow_list: Vec::new(),
                expires_at: None,
            };
            shown(api_keys::mint(organization_id, &settings))
        }
        ("api-keys", "rotate") => shown(api_keys::rotate(organization_id, id, Some(0))),
        ("api-keys", "revoke") => given(api_keys::revoke(organization_id, id), |was_good| json!(was_good)),
        ("api-keys", "revoke-of-member") => Transaction::begin().map_err(failed).and_then(|transaction| {
            let mut outcome = given(api_keys::revoke_of_member(&transaction, organization_id, id), |keys| json!(keys));
            for _ in 1..arguments.times.unwrap_or(1) {
                outcome = given(api_keys::revoke_of_member(&transaction, organization_id, id), |keys| json!(keys));
            }
            transaction.commit().map_err(failed)?;
            outcome
        }),
        ("invitations", "invite") => {
            given(invitations::invite(organization_id, arguments.text(), Role::Member), |invited| json!(invited.id))
        }
        ("invitations", "withdraw") => done(invitations::withdraw(organization_id, id)),
        ("single-sign-on", "save") => {
            let issuer = Some(arguments.text().to_owned());
            let change = Change { issuer, client_id: Some("quarry".to_owned()), is_enabled: None };
            done(single_sign_on::save(organization_id, &change, arguments.password.as_ref()))
        }
        ("single-sign-on", "test") => given(single_sign_on::test(organization_id), |report| json!(report.is_good)),
        _ => return None,
    })
}

fn shown(minted: Result<MintedKey, api_keys::ApiKeyFailure>) -> Outcome {
    minted.map(|minted| Done::Secrets(vec![minted.key])).map_err(failed)
}
