//! Keys, people and plans, on both engines.

use crate::app_store_support::fresh_stores;
use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use quarry::contract::{Allowance, Feature, Problem, Scope, Secret};
use quarry::identity::{
    ApiKey, Environment, IdentityError, KeyRejection, Keys, NewKey, NewOrganization, NewUser, OrganizationKind,
    Passwords, Role, Users, seed_sample,
};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use std::net::IpAddr;
use std::os::unix::fs::PermissionsExt;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// An organization on `plan` with its owner.
async fn organization(store: &AppStore, plan: &str) -> Result<(i64, i64)> {
    let users = Users::new(store.clone(), Passwords::default());
    let new = NewUser { email: "Ada@Example.org".to_owned(), name: "Ada".to_owned(), password: None };
    let user_id = users.create_user(new, Timestamp::now()).await?.user_id;
    let new =
        NewOrganization { name: "Engines".to_owned(), kind: OrganizationKind::Institution, plan_key: plan.to_owned() };
    Ok((users.create_organization(&new, user_id, Timestamp::now()).await?, user_id))
}

fn new_key(organization_id: i64, user_id: i64) -> NewKey {
    NewKey {
        organization_id,
        user_id,
        name: "notebook".to_owned(),
        scopes: vec![Scope::Read, Scope::Exports],
        ip_allow_list: Vec::new(),
        expires_at: None,
    }
}

/// A look at the store and not at what was believed a moment ago.
async fn refusal(store: &AppStore, key: &Secret, now: Timestamp) -> KeyRejection {
    let keys = Keys::new(store.clone(), Environment::Sandbox);
    keys.authenticate(key.expose(), HERE, now).await.expect_err("the key opens nothing")
}

#[test]
fn a_key_is_told_from_noise_without_the_store() {
    for environment in [Environment::Production, Environment::Sandbox] {
        let text = ApiKey::generate(environment).into_secret();
        let text = text.expose();
        assert!(text.starts_with(environment.key_prefix()) && text.len() == 36);
        assert_eq!(ApiKey::parse(text).ok().map(|key| key.environment()), Some(environment));
        for index in 0..text.len() {
            let mut changed = text.to_owned().into_bytes();
            changed[index] = if changed[index] == b'x' { b'y' } else { b'x' };
            let changed = String::from_utf8(changed).expect("ASCII");
            assert!(ApiKey::parse(&changed).is_err(), "{index}");
        }
    }
    for noise in ["", "qk_live_", "Bearer x", "qk_test_0000000000000000000000000000é", "qk_test_💧"] {
        assert!(ApiKey::parse(noise).is_err(), "{noise}");
    }
    let key = ApiKey::generate(Environment::Sandbox);
    let hint = key.hint().to_owned();
    assert!(!format!("{key:?}").contains(&hint));
}

#[tokio::test]
async fn a_minted_key_opens_and_a_revoked_one_stops() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (organization_id, user_id) = organization(&fresh.store, "team").await?;
        let keys = Keys::new(fresh.store.clone(), Environment::Sandbox);
        let now = Timestamp::now();
        let (record, secret) = keys.mint(new_key(organization_id, user_id), now).await?;
        assert!(secret.expose().ends_with(&record.hint));
        assert_eq!(keys.list(organization_id).await?, std::slice::from_ref(&record), "as minted, and not used yet");
        let caller = keys.authenticate(secret.expose(), HERE, now).await?;
        assert_eq!((caller.key_id, caller.organization_id, caller.user_id), (record.id, organization_id, user_id));
        assert_eq!(caller.scopes, [Scope::Read, Scope::Exports]);
        assert_eq!(caller.organization_name, "Engines");
        assert_eq!(caller.entitlements.allowance(Allowance::ApiRequestsPerHour), Some(5000));

        assert!(keys.revoke(record.id, now).await?);
        assert!(!keys.revoke(record.id, now).await?, "once");
        let refused = keys.authenticate(secret.expose(), HERE, now).await.expect_err("revoked");
        assert!(matches!(&refused, KeyRejection::Revoked(key) if key.key_id == record.id), "{refused:?}");
        let problem = Problem::from(refused);
        assert_eq!((problem.status, problem.code.as_str()), (401, "invalid_or_revoked_key"));

        let unknown = ApiKey::generate(Environment::Sandbox).into_secret();
        assert!(matches!(refusal(&fresh.store, &unknown, now).await, KeyRejection::Unknown));
        let other = ApiKey::generate(Environment::Production).into_secret();
        let problem = Problem::from(refusal(&fresh.store, &other, now).await);
        assert!(problem.status == 401 && problem.detail.contains("production"), "{problem:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_revocation_reaches_another_host_within_a_second() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (organization_id, user_id) = organization(&fresh.store, "team").await?;
        let here = Keys::new(fresh.store.clone(), Environment::Sandbox);
        let there = Keys::new(fresh.store.clone(), Environment::Sandbox);
        let now = Timestamp::now();
        let (record, secret) = here.mint(new_key(organization_id, user_id), now).await?;
        there.authenticate(secret.expose(), HERE, now).await?;
        here.revoke(record.id, now).await?;
        tokio::time::sleep(std::time::Duration::from_millis(1010)).await;
        assert!(there.authenticate(secret.expose(), HERE, now).await.is_err());
    }
    Ok(())
}

#[tokio::test]
async fn a_key_stops_for_each_reason_and_names_it() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let (organization_id, user_id) = organization(store, "team").await?;
        let keys = Keys::new(store.clone(), Environment::Sandbox);
        let now = Timestamp::now();
        let later = now + SignedDuration::from_secs(60);
        let mut bounded = new_key(organization_id, user_id);
        bounded.expires_at = Some(later);
        bounded.ip_allow_list = vec!["10.1.0.0/16".parse()?, "127.0.0.1/32".parse()?];
        let (_, secret) = keys.mint(bounded, now).await?;
        keys.authenticate(secret.expose(), "::ffff:10.1.2.3".parse()?, now).await?;
        let outside = keys.authenticate(secret.expose(), "10.2.0.1".parse()?, now).await.expect_err("outside");
        let problem = Problem::from(outside);
        assert_eq!((problem.status, problem.code.as_str()), (403, "ip_not_allowed"));
        assert!(problem.detail.contains("10.2.0.1"));
        assert!(matches!(refusal(store, &secret, later).await, KeyRejection::Expired(_)));

        let set = async |sql: &str| store.execute(sql, &[Value::Int64(organization_id)]).await;
        set("UPDATE organizations SET plan_key = 'free' WHERE id = $1").await?;
        let refused = refusal(store, &secret, now).await;
        assert!(refused.known_key().is_some());
        assert_eq!(Problem::from(refused).code, "plan_has_no_api_access");
        set("UPDATE organizations SET status = 'suspended' WHERE id = $1").await?;
        assert!(matches!(refusal(store, &secret, now).await, KeyRejection::OrganizationSuspended(_)));
        set("DELETE FROM memberships WHERE organization_id = $1").await?;
        assert!(matches!(refusal(store, &secret, now).await, KeyRejection::MinterGone(_)));
        let not_a_member = keys.mint(new_key(organization_id, user_id), now).await;
        assert!(matches!(not_a_member, Err(IdentityError::NotAMember { .. })));

        store.close().await;
        let problem = Problem::from(refusal(store, &secret, now).await);
        assert_eq!((problem.status, problem.code.as_str()), (503, "data_source_unavailable"));
        assert!(problem.retry_after.is_some());
    }
    Ok(())
}

#[tokio::test]
async fn plans_courtesies_and_overrides_add_up() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let (organization_id, user_id) = organization(store, "free").await?;
        let now = Timestamp::now();
        let end = now + SignedDuration::from_secs(3600);
        let id = Value::Int64(organization_id);
        for (plan, ends_at) in [("institution", now), ("team", end)] {
            let sql = "INSERT INTO courtesy_subscriptions (organization_id, plan_key, ends_at) VALUES ($1, $2, $3)";
            let ends_at = Value::Timestamp(ends_at.as_microsecond());
            store.execute(sql, &[id.clone(), Value::Text(plan.to_owned()), ends_at]).await?;
        }
        for (name, value) in [
            ("alerts", None),
            ("saved_views", Some("7")),
            ("data_downloads", Some("false")),
            ("favourites", Some("many")),
        ] {
            let sql = "INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_at) VALUES ($1, $2, $3, 'staff', 0)";
            let value = value.map_or(Value::Null, |value| Value::Text(value.to_owned()));
            store.execute(sql, &[id.clone(), Value::Text(name.to_owned()), value]).await?;
        }
        let keys = Keys::new(store.clone(), Environment::Sandbox);
        let (_, secret) = keys.mint(new_key(organization_id, user_id), now).await?;
        let caller = keys.authenticate(secret.expose(), HERE, now).await?;
        let entitlements = &caller.entitlements;
        assert_eq!((entitlements.plan_key.as_str(), entitlements.plan_name.as_str()), ("free", "Free"));
        assert_eq!(entitlements.courtesies.len(), 1, "the other one has ended");
        assert_eq!(entitlements.overridden, ["alerts", "data_downloads", "saved_views"]);
        assert_eq!(entitlements.allowance(Allowance::ApiRequestsPerHour), Some(5000));
        assert_eq!(entitlements.allowance(Allowance::Alerts), None);
        assert_eq!(entitlements.allowance(Allowance::SavedViews), Some(7));
        assert_eq!(entitlements.allowance(Allowance::Favourites), Some(500), "an unreadable override is not in force");
        assert!(entitlements.has(Feature::ApiAccess) && !entitlements.has(Feature::DataDownloads));
    }
    Ok(())
}

#[tokio::test]
async fn people_are_unique_by_email_and_their_passwords_verify() -> Result<()> {
    for fresh in fresh_stores().await? {
        let passwords = Passwords::default();
        let users = Users::new(fresh.store.clone(), passwords.clone());
        let now = Timestamp::now();
        let new = |email: &str, password: &str| NewUser {
            email: email.to_owned(),
            name: "Grace".to_owned(),
            password: Some(Secret::new(password)),
        };
        let grace = users.create_user(new("Grace@Example.org", "correct horse battery"), now).await?;
        let again = users.create_user(new("grace@example.ORG", "correct horse battery"), now).await;
        assert!(matches!(again, Err(IdentityError::EmailTaken { .. })));
        assert!(matches!(
            users.create_user(new("nobody", "correct horse battery"), now).await,
            Err(IdentityError::InvalidEmail { .. })
        ));
        assert!(matches!(users.create_user(new("a@b.org", "short"), now).await, Err(IdentityError::Password(_))));
        assert_eq!(users.find("GRACE@example.org").await?, Some(grace.user_id));
        users.grant_permission("grace@example.org", "modules_manage").await?;
        users.grant_permission("grace@example.org", "modules_manage").await?;
        users.grant_alpha("grace@example.org").await?;
        let unknown = users.grant_permission("grace@example.org", "everything").await.expect_err("unknown");
        assert!(unknown.to_string().contains("audit_view"), "{unknown}");
        let member = users.add_member(grace.organization_id, grace.user_id, Role::Member, now).await;
        assert!(matches!(member, Err(IdentityError::AlreadyAMember { .. })));
        let no_plan =
            NewOrganization { name: "X".to_owned(), kind: OrganizationKind::Institution, plan_key: "gold".to_owned() };
        let no_plan = users.create_organization(&no_plan, grace.user_id, now).await;
        assert!(matches!(no_plan, Err(IdentityError::UnknownPlan { .. })));

        let hash = passwords.hash(Secret::new("correct horse battery")).await?;
        assert!(hash.starts_with("$argon2id$v=19$"), "{hash}");
        assert!(passwords.verify(Secret::new("correct horse battery"), &hash).await?);
        assert!(!passwords.verify(Secret::new("incorrect horse"), &hash).await?);
        assert!(passwords.verify(Secret::new("correct horse battery"), "no hash").await.is_err());
    }
    Ok(())
}

#[tokio::test]
async fn the_sample_keys_work_on_every_start() -> Result<()> {
    for fresh in fresh_stores().await? {
        let file = fresh.folder.join("sample-keys.json");
        let start = async || {
            let keys = Keys::new(fresh.store.clone(), Environment::Sandbox);
            seed_sample(&fresh.store, &keys, &file, Timestamp::now()).await
        };
        let first = start().await?;
        assert_eq!(std::fs::metadata(&file)?.permissions().mode() & 0o777, 0o600);
        let second = start().await?;
        assert_eq!((first.read.expose(), first.full.expose()), (second.read.expose(), second.full.expose()));
        std::fs::write(&file, "{}")?;
        let third = start().await?;
        assert_eq!(third.organization_id, first.organization_id);
        let keys = Keys::new(fresh.store.clone(), Environment::Sandbox);
        let full = keys.authenticate(third.full.expose(), HERE, Timestamp::now()).await?;
        assert_eq!(full.scopes.len(), 3);
        assert_eq!(full.entitlements.plan_key, "team");
        assert!(
            keys.authenticate(first.full.expose(), HERE, Timestamp::now()).await.is_err(),
            "the old ones are revoked"
        );
        keys.list(first.organization_id).await?.first().context("listed")?;
    }
    Ok(())
}
