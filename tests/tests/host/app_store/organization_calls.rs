//! The harm that a component could do to an organization that asks the host without having asked who it is for: none.

use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::capabilities::{Call, Capabilities, Given, OrganizationFailure, SecretHandle, Stores};
use quarry::contract::{Caller, Entitlements, Feature, Grant, KeyCaller, Manifest, PersonCaller, Plan, Scope, Secret};
use quarry::identity::{
    CreatedUser, KeySettings, NewOrganization, NewUser, OrganizationKind, Passwords, Role, SingleSignOnChange, Users,
};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

struct House {
    store: AppStore,
    capabilities: Arc<Capabilities>,
    id: i64,
    owner: PersonCaller,
    admin: PersonCaller,
    member: PersonCaller,
    stranger: PersonCaller,
}

fn entitlements() -> Arc<Entitlements> {
    let plan = Plan {
        key: "team".to_owned(),
        name: "Team".to_owned(),
        allowances: Default::default(),
        features: [true; Feature::ALL.len()],
    };
    Arc::new(Entitlements::in_force(plan, &[], &[], Timestamp::now()))
}

async fn person(users: &Users, name: &str) -> Result<PersonCaller> {
    let email = format!("{name}@example.org");
    let new = NewUser { email: email.clone(), name: name.to_owned(), password: None };
    let CreatedUser { user_id, organization_id } = users.create_user(new, Timestamp::now()).await?;
    Ok(PersonCaller {
        user_id,
        name: name.to_owned(),
        email,
        organization_id,
        organization_name: name.to_owned(),
        organization_kind: "personal".to_owned(),
        // Staff have no business here either.
        permissions: vec!["orgs_manage".to_owned(), "users_manage".to_owned()],
        impersonator_id: None,
        sudo_until: Some(Timestamp::now() + SignedDuration::from_mins(5)),
        entitlements: entitlements(),
    })
}

async fn house(fresh: &Fresh) -> Result<House> {
    let store = fresh.store.clone();
    let users = Users::new(store.clone(), Passwords::default());
    let (owner, admin) = (person(&users, "olga").await?, person(&users, "adam").await?);
    let (member, stranger) = (person(&users, "mira").await?, person(&users, "sven").await?);
    let new =
        NewOrganization { name: "House".to_owned(), kind: OrganizationKind::Institution, plan_key: "team".to_owned() };
    let id = users.create_organization(&new, owner.user_id, Timestamp::now()).await?;
    users.add_member(id, admin.user_id, Role::Admin, Timestamp::now()).await?;
    users.add_member(id, member.user_id, Role::Member, Timestamp::now()).await?;
    let grants = vec![Grant::AppStore, Grant::ApiKeys, Grant::Invitations, Grant::SingleSignOn];
    let given = Given { grants: grants.iter().copied().collect(), tables: BTreeSet::new(), hooks: None };
    let manifest =
        Manifest { name: "forgetful".to_owned(), version: "1.0.0".to_owned(), grants, ..Manifest::default() };
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let stores = Stores::new(store.clone(), warehouse);
    let capabilities = Arc::new(Capabilities::new(&manifest, &given, Arc::new(stores))?);
    Ok(House { store, capabilities, id, owner, admin, member, stranger })
}

impl House {
    fn call(&self, caller: Caller) -> Call {
        let ends = Instant::now() + Duration::from_secs(30);
        Call::new(Arc::clone(&self.capabilities), caller, None, Arc::from("request"), ends)
    }

    fn call_of(&self, person: &PersonCaller) -> Call {
        self.call(Caller::Person(Arc::new(person.clone())))
    }

    async fn count(&self, table: &str) -> Result<i64> {
        let rows = self.store.query(&format!("SELECT count(*) AS held FROM {table}"), &[]).await?;
        Ok(Row::first(&rows).map_or(Ok(0), |row| row.integer("held"))?)
    }
}

fn settings() -> KeySettings {
    KeySettings {
        name: "notebook".to_owned(),
        scopes: vec!["read".to_owned()],
        ip_allow_list: Vec::new(),
        expires_at: None,
    }
}

/// Gives the outcome of each change for that caller.
async fn attempts(
    house: &House,
    caller: &PersonCaller,
    key_id: i64,
    invitation_id: i64,
) -> Result<Vec<OrganizationFailure>> {
    let mut failures = Vec::new();
    let mut call = house.call_of(caller);
    failures.extend(call.organizations().mint_key(house.id, settings()).await.err());
    failures.extend(call.organizations().rotate_key(house.id, key_id, None).await.err());
    failures.extend(call.organizations().revoke_key(house.id, key_id).await.err());
    failures.extend(call.organizations().invite(house.id, "mallory@example.org", Role::Member).await.err());
    failures.extend(call.organizations().withdraw_invitation(house.id, invitation_id).await.err());
    let mut transaction = call.begin().await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
    let owner = house.owner.user_id;
    failures.extend(call.organizations().revoke_keys_of_member(&mut transaction, house.id, owner).await.err());
    Ok(failures)
}

#[tokio::test]
async fn a_component_that_forgets_to_ask_who_it_is_opens_nothing() -> Result<()> {
    for fresh in fresh_stores().await? {
        let house = Box::pin(house(&fresh)).await?;
        let key =
            house.call_of(&house.owner).organizations().mint_key(house.id, settings()).await.expect("the owner may");
        let invited =
            house.call_of(&house.owner).organizations().invite(house.id, "guest@example.org", Role::Member).await;
        let invited = invited.expect("the owner may");
        let before = (house.count("api_keys").await?, house.count("audit_entries").await?, house.count("jobs").await?);
        let acting = PersonCaller { impersonator_id: Some(house.stranger.user_id), ..house.owner.clone() };
        for (caller, is_known) in [(&house.member, true), (&acting, true), (&house.stranger, false)] {
            let failures = Box::pin(attempts(&house, caller, key.id, invited.id)).await?;
            assert_eq!(failures.len(), 6, "{failures:?}");
            for failure in failures {
                let is_right = match failure {
                    OrganizationFailure::Forbidden(_) => is_known,
                    OrganizationFailure::Unknown(_) => !is_known,
                    _ => false,
                };
                assert!(is_right, "{}: {failure:?}", caller.name);
            }
        }
        let sql = "UPDATE organizations SET status = 'suspended' WHERE id = $1";
        house.store.execute(sql, &[Value::Int64(house.id)]).await?;
        for failure in Box::pin(attempts(&house, &house.admin, key.id, invited.id)).await? {
            assert!(matches!(failure, OrganizationFailure::Forbidden(_)), "suspended: {failure:?}");
        }
        let after = (house.count("api_keys").await?, house.count("audit_entries").await?, house.count("jobs").await?);
        assert_eq!(before, after, "nothing was written");
    }
    Ok(())
}

#[tokio::test]
async fn an_organization_is_changed_by_somebody_who_is_signed_in_and_in_a_transaction_of_the_hosts_own() -> Result<()> {
    for fresh in fresh_stores().await? {
        let house = Box::pin(house(&fresh)).await?;
        let by_key = Caller::Key(Arc::new(KeyCaller {
            key_id: 1,
            key_name: "notebook".to_owned(),
            scopes: vec![Scope::Read],
            organization_id: house.id,
            organization_name: "House".to_owned(),
            organization_kind: "institution".to_owned(),
            user_id: house.owner.user_id,
            entitlements: entitlements(),
        }));
        for caller in [Caller::Nobody, by_key] {
            let refused = house.call(caller).organizations().mint_key(house.id, settings()).await;
            assert!(matches!(refused, Err(OrganizationFailure::Rejected(_))), "{refused:?}");
        }
        let mut call = house.call_of(&house.owner);
        let open = call.begin().await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
        let refused = call.organizations().invite(house.id, "guest@example.org", Role::Member).await;
        let Err(OrganizationFailure::Rejected(sentence)) = refused else { panic!("{refused:?}") };
        assert!(sentence.starts_with("a transaction is open"), "{sentence}");
        drop(open);
    }
    Ok(())
}

#[tokio::test]
async fn what_a_change_says_and_sends_lasts_with_it_or_not_at_all() -> Result<()> {
    for fresh in fresh_stores().await? {
        let house = Box::pin(house(&fresh)).await?;
        let minted =
            house.call_of(&house.admin).organizations().mint_key(house.id, settings()).await.expect("the admin may");
        // The letter and the entry of each.
        assert_eq!((house.count("jobs").await?, house.count("audit_entries").await?), (1, 1));
        let again =
            house.call_of(&house.admin).organizations().rotate_key(house.id, minted.id, None).await.expect("once");
        assert_eq!((house.count("jobs").await?, house.count("audit_entries").await?), (2, 2));
        house.call_of(&house.owner).organizations().revoke_key(house.id, again.id).await.expect("the owner may");
        let mut call = house.call_of(&house.owner);
        let mut transaction = call.begin().await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
        let member = house.admin.user_id;
        assert_eq!(
            call.organizations().revoke_keys_of_member(&mut transaction, house.id, member).await,
            Ok(1),
            "the rotated one"
        );
        drop(transaction);
        let sql = "SELECT count(*) AS held FROM api_keys WHERE revoked_at IS NULL";
        let rows = house.store.query(sql, &[]).await?;
        assert_eq!(Row::first(&rows).map_or(Ok(0), |row| row.integer("held"))?, 1, "a transaction that is let go of");
    }
    Ok(())
}

#[tokio::test]
async fn a_route_that_forgets_the_recent_password_opens_no_keys_and_no_provider() -> Result<()> {
    for fresh in fresh_stores().await? {
        let house = Box::pin(house(&fresh)).await?;
        let key =
            house.call_of(&house.owner).organizations().mint_key(house.id, settings()).await.expect("the owner may");
        let before = (house.count("api_keys").await?, house.count("audit_entries").await?, house.count("jobs").await?);
        let over = Some(Timestamp::now() - SignedDuration::from_secs(1));
        for sudo_until in [None, over] {
            let owner = PersonCaller { sudo_until, ..house.owner.clone() };
            let mut call = house.call_of(&owner);
            let change = SingleSignOnChange {
                issuer: Some("https://93.184.216.34".to_owned()),
                client_id: Some("quarry".to_owned()),
                ..SingleSignOnChange::default()
            };
            let secret = SecretHandle::sent(Secret::new("the client's secret"));
            let mut failures = vec![
                call.organizations().mint_key(house.id, settings()).await.err(),
                call.organizations().rotate_key(house.id, key.id, None).await.err(),
                call.organizations().revoke_key(house.id, key.id).await.err(),
                call.organizations().save_single_sign_on(house.id, change, Some(&secret)).await.err(),
            ];
            let mut transaction = call.begin().await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
            let owner = house.owner.user_id;
            failures.push(call.organizations().revoke_keys_of_member(&mut transaction, house.id, owner).await.err());
            for failure in failures {
                let Some(OrganizationFailure::Forbidden(sentence)) = failure else { panic!("{failure:?}") };
                assert!(sentence.contains("within the last 15 minutes"), "{sentence}");
            }
        }
        let after = (house.count("api_keys").await?, house.count("audit_entries").await?, house.count("jobs").await?);
        assert_eq!(before, after, "nothing was written");
        assert_eq!(house.count("organization_single_sign_on").await?, 0);
        let sql = "SELECT count(*) AS held FROM api_keys WHERE revoked_at IS NULL";
        assert_eq!(Row::first(&house.store.query(sql, &[]).await?).map_or(Ok(0), |row| row.integer("held"))?, 1);
    }
    Ok(())
}
