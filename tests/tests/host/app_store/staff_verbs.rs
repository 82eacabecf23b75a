//! The verbs of staff where a component is defective: without the grant, for a caller who may not use them, or in an open
//! transaction it does nothing, whatever its routes declare.

use crate::app_store_support::fresh_stores;
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::capabilities::{Call, Capabilities, Given, ModuleFailure, PeopleFailure, ProfileFailure, Stores};
use quarry::contract::{Caller, Grant, Manifest, PersonCaller};
use quarry::identity::{
    Environment, Keys, Letters, NewUser, OrganizationProfile, Passwords, People, Privileges, SessionSettings, Sessions,
    Users,
};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SETTINGS: SessionSettings = SessionSettings {
    idle: SignedDuration::from_hours(2),
    longest: SignedDuration::from_hours(24),
    refresh: SignedDuration::from_hours(24),
};

async fn capabilities(store: &AppStore, grants: &[Grant]) -> Result<Arc<Capabilities>> {
    let given = Given { grants: grants.iter().copied().collect(), tables: BTreeSet::new(), hooks: None };
    let manifest = Manifest {
        name: "caller".to_owned(),
        version: "1.0.0".to_owned(),
        grants: grants.to_vec(),
        ..Manifest::default()
    };
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let sessions = Sessions::open(store.clone(), SETTINGS, Timestamp::now()).await?;
    let keys = Keys::new(store.clone(), Environment::Sandbox);
    let people = People::new(store.clone(), sessions, keys, Letters::new(None));
    let stores = Stores { people: Some(people), ..Stores::new(store.clone(), warehouse) };
    Ok(Arc::new(Capabilities::new(&manifest, &given, Arc::new(stores))?))
}

/// Somebody with these permissions, `alpha` being the tier, who gave the password just now; staff act as them where there is an
/// `impersonator_id`.
async fn person(store: &AppStore, user_id: i64, permissions: &[&str], impersonator_id: Option<i64>) -> Result<Caller> {
    grant(store, user_id, permissions).await?;
    let profile = OrganizationProfile::load(store, 1, Timestamp::now()).await?.expect("the first organization");
    Ok(Caller::Person(Arc::new(PersonCaller {
        user_id,
        name: "Ada".to_owned(),
        email: "ada@example.org".to_owned(),
        organization_id: profile.id,
        organization_name: profile.name,
        organization_kind: profile.kind,
        permissions: permissions.iter().map(|&permission| permission.to_owned()).collect(),
        impersonator_id,
        sudo_until: Some(Timestamp::now() + SignedDuration::from_mins(5)),
        entitlements: Arc::new(profile.entitlements),
    })))
}

/// Writes down what a person may do, in the place of what they could before.
async fn grant(store: &AppStore, user_id: i64, permissions: &[&str]) -> Result<()> {
    let user = Value::Int64(user_id);
    let tier = if permissions.contains(&"alpha") { Value::Text("alpha".to_owned()) } else { Value::Null };
    let sql = "UPDATE users SET platform_tier = CAST($1 AS TEXT) WHERE id = $2";
    store.execute(sql, &[tier, user.clone()]).await?;
    store.execute("DELETE FROM user_permissions WHERE user_id = $1", std::slice::from_ref(&user)).await?;
    for permission in permissions.iter().filter(|permission| **permission != "alpha") {
        let sql = "INSERT INTO user_permissions (user_id, permission) VALUES ($1, $2)";
        store.execute(sql, &[user.clone(), Value::Text((*permission).to_owned())]).await?;
    }
    Ok(())
}

fn call(capabilities: &Arc<Capabilities>, caller: &Caller) -> Call {
    let ends = Instant::now() + Duration::from_secs(10);
    Call::new(Arc::clone(capabilities), caller.clone(), None, Arc::from("request"), ends)
}

/// Gives the answer of each verb over other people.
async fn attempts(call: &mut Call, user_id: i64) -> Vec<PeopleFailure> {
    let privileges = Privileges { tier: None, permissions: Vec::new() };
    let outcomes = [
        call.people().sign_out_everywhere(user_id).await.err(),
        call.people().reset_second_factor(user_id).await.err(),
        call.people().revoke_keys(user_id).await.err(),
        call.people().set_disabled(user_id, Some(true), None).await.err(),
        call.people().set_privileges(user_id, privileges).await.err(),
    ];
    outcomes.into_iter().map(|outcome| outcome.expect("it is refused")).collect()
}

async fn two_people(store: &AppStore) -> Result<[i64; 2]> {
    let users = Users::new(store.clone(), Passwords::default());
    let mut ids = [0; 2];
    for (id, email) in ids.iter_mut().zip(["ada@example.org", "bob@example.org"]) {
        let new = NewUser { email: email.to_owned(), name: "Somebody".to_owned(), password: None };
        *id = users.create_user(new, Timestamp::now()).await?.user_id;
    }
    Ok(ids)
}

#[tokio::test]
async fn without_the_grant_nothing_is_done() -> Result<()> {
    for fresh in fresh_stores().await? {
        let [ada, bob] = two_people(&fresh.store).await?;
        let everything =
            person(&fresh.store, ada, &["users_manage", "modules_manage", "orgs_manage", "alpha"], None).await?;
        let ungranted = capabilities(&fresh.store, &[Grant::AppStore]).await?;
        let mut call = call(&ungranted, &everything);
        for failure in attempts(&mut call, bob).await {
            assert!(matches!(failure, PeopleFailure::NotGranted(_)), "{failure:?}");
        }
        assert!(matches!(call.people().begin_impersonation(bob, "x", 5).await, Err(PeopleFailure::NotGranted(_))));
        assert!(matches!(call.people().end_impersonation().await, Err(PeopleFailure::NotGranted(_))));
        assert!(matches!(call.modules().overview().await, Err(ModuleFailure::NotGranted(_))));
        let switched = call.modules().switch("prices".to_owned(), Some(false), None).await;
        assert!(matches!(switched, Err(ModuleFailure::NotGranted(_))));
        assert!(matches!(call.identity().organization_profile(1).await, Err(ProfileFailure::NotGranted(_))));
    }
    Ok(())
}

#[tokio::test]
async fn whoever_may_not_is_refused_by_the_verb_itself() -> Result<()> {
    for fresh in fresh_stores().await? {
        let [ada, bob] = two_people(&fresh.store).await?;
        let granted = capabilities(&fresh.store, &[Grant::People, Grant::Modules, Grant::Identity]).await?;
        let nobody = Caller::Nobody;
        let member = person(&fresh.store, ada, &[], None).await?;
        let other_staff = person(&fresh.store, ada, &["audit_view", "editorial"], None).await?;
        let acting = person(&fresh.store, ada, &["users_manage", "modules_manage", "alpha"], Some(bob)).await?;
        for caller in [&nobody, &member, &other_staff, &acting] {
            let mut call = call(&granted, caller);
            for failure in attempts(&mut call, bob).await {
                assert!(matches!(failure, PeopleFailure::Forbidden(_)), "{caller:?}: {failure:?}");
            }
            assert!(matches!(call.modules().overview().await, Err(ModuleFailure::Forbidden(_))), "{caller:?}");
            let switched = call.modules().switch("prices".to_owned(), Some(false), None).await;
            assert!(matches!(switched, Err(ModuleFailure::Forbidden(_))), "{caller:?}");
        }
        for caller in [&nobody, &member, &other_staff] {
            let refused = call(&granted, caller).identity().organization_profile(1).await;
            assert!(matches!(refused, Err(ProfileFailure::Forbidden(_))), "{caller:?}");
        }
        let staff = person(&fresh.store, ada, &["users_manage", "alpha"], None).await?;
        for failure in attempts(&mut call(&granted, &staff), ada).await {
            assert!(matches!(failure, PeopleFailure::OwnAccount(_)), "{failure:?}");
        }
        let without_alpha = person(&fresh.store, ada, &["users_manage"], None).await?;
        let wanted = Privileges { tier: Some("alpha".to_owned()), permissions: Vec::new() };
        let raised = call(&granted, &without_alpha).people().set_privileges(bob, wanted).await;
        assert!(matches!(raised, Err(PeopleFailure::Forbidden(_))), "nobody makes staff but alpha: {raised:?}");
        let unknown = Privileges { tier: None, permissions: vec!["everything".to_owned()] };
        let refused = call(&granted, &staff).people().set_privileges(bob, unknown).await;
        assert!(matches!(refused, Err(PeopleFailure::Rejected(_))), "{refused:?}");
    }
    Ok(())
}

#[tokio::test]
async fn an_open_transaction_is_ended_before_staff_do_anything() -> Result<()> {
    for fresh in fresh_stores().await? {
        let [ada, bob] = two_people(&fresh.store).await?;
        let granted = capabilities(&fresh.store, &[Grant::People, Grant::Modules, Grant::AppStore]).await?;
        let staff = person(&fresh.store, ada, &["users_manage", "modules_manage", "alpha"], None).await?;
        let mut call = call(&granted, &staff);
        let open = call.begin().await.expect("a transaction");
        for failure in attempts(&mut call, bob).await {
            assert!(matches!(failure, PeopleFailure::Rejected(_)), "{failure:?}");
        }
        assert!(matches!(call.modules().overview().await, Err(ModuleFailure::Rejected(_))));
        drop(open);
        assert!(call.people().set_disabled(bob, Some(true), None).await.is_ok());
    }
    Ok(())
}

#[tokio::test]
async fn what_staff_read_of_accounts_takes_no_writes_and_has_no_secret() -> Result<()> {
    for fresh in fresh_stores().await? {
        two_people(&fresh.store).await?;
        for view in ["staff_people", "staff_permissions", "staff_api_keys", "staff_audit_entries"] {
            let rows = fresh.store.query(&format!("SELECT * FROM {view} LIMIT 1"), &[]).await?;
            for column in &rows.columns {
                let is_secret = ["hash", "password", "secret", "token"].iter().any(|word| column.name.contains(word));
                assert!(!is_secret, "{view}.{}", column.name);
            }
            let column = if view == "staff_permissions" { "user_id" } else { "id" };
            for sql in [format!("UPDATE {view} SET {column} = 7"), format!("DELETE FROM {view}")] {
                assert!(fresh.store.execute(&sql, &[]).await.is_err(), "{sql} was done");
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_route_that_forgets_the_recent_password_changes_nothing_that_guards_an_account() -> Result<()> {
    for fresh in fresh_stores().await? {
        let [ada, bob] = two_people(&fresh.store).await?;
        let granted = capabilities(&fresh.store, &[Grant::People]).await?;
        let Caller::Person(staff) = person(&fresh.store, ada, &["users_manage", "alpha"], None).await? else {
            unreachable!("it is a person")
        };
        let over = Some(Timestamp::now() - SignedDuration::from_secs(1));
        for sudo_until in [None, over] {
            let staff = Caller::Person(Arc::new(PersonCaller { sudo_until, ..PersonCaller::clone(&staff) }));
            let mut call = call(&granted, &staff);
            let privileges = Privileges { tier: None, permissions: vec!["editorial".to_owned()] };
            for failure in [
                call.people().reset_second_factor(bob).await.err(),
                call.people().revoke_keys(bob).await.err(),
                call.people().set_privileges(bob, privileges).await.err(),
            ] {
                let Some(PeopleFailure::Forbidden(sentence)) = failure else { panic!("{failure:?}") };
                assert!(sentence.contains("within the last 15 minutes"), "{sentence}");
            }
            assert_eq!(call.people().sign_out_everywhere(bob).await, Ok(0), "what guards nothing asks for none");
        }
    }
    Ok(())
}

#[tokio::test]
async fn of_two_of_staff_who_let_each_other_go_one_stays() -> Result<()> {
    for fresh in fresh_stores().await? {
        let [ada, bob] = two_people(&fresh.store).await?;
        let granted = capabilities(&fresh.store, &[Grant::People]).await?;
        // Both were let in a moment ago, and neither request has heard of the other.
        let first = person(&fresh.store, ada, &["users_manage", "alpha"], None).await?;
        let second = person(&fresh.store, bob, &["users_manage", "alpha"], None).await?;
        let nothing = Privileges { tier: None, permissions: Vec::new() };
        assert_eq!(call(&granted, &first).people().set_privileges(bob, nothing.clone()).await, Ok(nothing.clone()));
        for failure in attempts(&mut call(&granted, &second), ada).await {
            assert!(matches!(failure, PeopleFailure::Forbidden(_)), "who was let go: {failure:?}");
        }
        grant(&fresh.store, bob, &["users_manage", "alpha"]).await?;
        assert_eq!(call(&granted, &first).people().set_disabled(bob, Some(true), None).await, Ok(true));
        for failure in attempts(&mut call(&granted, &second), ada).await {
            assert!(matches!(failure, PeopleFailure::Forbidden(_)), "who was shut out: {failure:?}");
        }
    }
    Ok(())
}
