//! The calls of `accounts` where a defective or a wicked component makes them: without the grant, without a session, while
//! somebody else is acted as, with the password given long ago. On both engines.

use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use quarry::capabilities::{AccountFailure, Accounts, Call, Capabilities, Given, SecretHandle, Stores};
use quarry::contract::{Browser, Caller, Grant, Manifest, Secret};
use quarry::identity::{
    Credentials, Letters, NewSession, NewUser, OpaqueToken, Passwords, SessionSettings, Sessions, SignIn, SignInFrom,
    Users,
};
use quarry::object_links::ObjectLinks;
use quarry::personal_data::PersonalData;
use quarry::secrets::SecretKeys;
use quarry::stores::objects::Objects;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "marble ostrich trumpet 71";
const SETTINGS: SessionSettings = SessionSettings {
    idle: SignedDuration::from_hours(2),
    longest: SignedDuration::from_hours(24),
    refresh: SignedDuration::from_hours(24),
};

/// A host on which Ada is signed in.
struct Host {
    sign_in: SignIn,
    user_id: i64,
    session: NewSession,
    stores: Arc<Stores>,
}

async fn host(fresh: &Fresh) -> Result<Host> {
    let now = Timestamp::now();
    let users = Users::new(fresh.store.clone(), Passwords::default());
    let ada = NewUser { email: EMAIL.to_owned(), name: "Ada".to_owned(), password: Some(Secret::new(PASSWORD)) };
    let user_id = users.create_user(ada, now).await?.user_id;
    let sessions = Sessions::open(fresh.store.clone(), SETTINGS, now).await?;
    let (letters, keys) = (Letters::new(None), SecretKeys::unconnected());
    let sign_in = SignIn::new(fresh.store.clone(), Passwords::default(), sessions.clone(), letters.clone(), keys);
    let personal_data =
        PersonalData::new(fresh.store.clone(), Objects::unconnected(), ObjectLinks::unconnected(), letters, sessions);
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let accounts = Some(Accounts { sign_in: sign_in.clone(), personal_data });
    let stores = Arc::new(Stores { accounts, ..Stores::new(fresh.store.clone(), warehouse) });
    let from = SignInFrom {
        address: "192.0.2.7".parse()?,
        client: "quarry-web".to_owned(),
        user_agent: "Test/1".to_owned(),
        request_id: "request-1".into(),
    };
    let credentials = Credentials { email: EMAIL.to_owned(), password: Secret::new(PASSWORD), otp: None };
    let session = Box::pin(sign_in.with_password(credentials, &from, now)).await?;
    Ok(Host { sign_in, user_id, session, stores })
}

impl Host {
    /// A call of a component with `grants` in a request that brings `token`.
    fn call(&self, grants: Vec<Grant>, token: Option<&OpaqueToken>) -> Result<Call> {
        let given = Given { grants: grants.iter().copied().collect(), tables: BTreeSet::new(), hooks: None };
        let manifest =
            Manifest { name: "wicked".to_owned(), version: "1.0.0".to_owned(), grants, ..Manifest::default() };
        let capabilities = Arc::new(Capabilities::new(&manifest, &given, Arc::clone(&self.stores))?);
        let deadline = Instant::now() + Duration::from_secs(30);
        let address = "192.0.2.7".parse()?;
        let browser = token.map(|token| {
            let token = Some(token.secret().clone());
            Arc::new(Browser::new(address, "request-2".into(), "Test/1".to_owned(), String::new(), token))
        });
        let call = Call::new(capabilities, Caller::Nobody, None, Arc::from("request-2"), deadline);
        Ok(call.of_browser(browser))
    }
}

/// Gives the refusal of each call; a call that is not refused is told by its name.
async fn refusals(mut call: impl FnMut() -> Result<Call>) -> Result<Vec<(&'static str, Option<AccountFailure>)>> {
    let secret = SecretHandle::sent(Secret::new("copper walrus lantern 52"));
    Ok(vec![
        ("show-standing", call()?.accounts().status().await.err()),
        ("show-deletion", call()?.accounts().plan_deletion().await.err()),
        ("rename", call()?.accounts().rename("Mallory").await.err()),
        ("change-password", Box::pin(call()?.accounts().change_password(&secret)).await.err()),
        ("sign-out-elsewhere", call()?.accounts().sign_out_elsewhere().await.err()),
        ("begin-two-factor", call()?.accounts().begin_two_factor(false).await.err()),
        ("confirm-two-factor", call()?.accounts().confirm_two_factor(&secret).await.err()),
        ("renew-recovery-codes", call()?.accounts().renew_recovery_codes().await.err()),
        ("keep-two-factor", call()?.accounts().keep_two_factor().await.err()),
        ("end-two-factor", call()?.accounts().end_two_factor().await.err()),
        ("request-export", call()?.accounts().request_export().await.err()),
        ("delete-account", call()?.accounts().delete().await.err()),
    ])
}

#[tokio::test]
async fn a_component_without_the_grant_or_outside_of_a_session_is_refused_every_call() -> Result<()> {
    for fresh in fresh_stores().await? {
        let host = host(&fresh).await?;
        for (call, refusal) in refusals(|| host.call(vec![Grant::Secrets], Some(&host.session.token))).await? {
            assert!(matches!(refusal, Some(AccountFailure::NotGranted(_))), "{call}: {refusal:?}");
        }
        for (call, refusal) in refusals(|| host.call(vec![Grant::Accounts], None)).await? {
            assert!(matches!(refusal, Some(AccountFailure::Rejected(_))), "{call}: {refusal:?}");
        }
        let ended = OpaqueToken::generate();
        for (call, refusal) in refusals(|| host.call(vec![Grant::Accounts], Some(&ended))).await? {
            assert!(matches!(refusal, Some(AccountFailure::SessionEnded(_))), "{call}: {refusal:?}");
        }
        assert!(host.sign_in.sessions().find(&host.session.token, Timestamp::now()).await?.is_some());
    }
    Ok(())
}

#[tokio::test]
async fn whoever_acts_as_somebody_else_is_refused_every_call() -> Result<()> {
    for fresh in fresh_stores().await? {
        let host = host(&fresh).await?;
        let users = Users::new(fresh.store.clone(), Passwords::default());
        users.grant_permission(EMAIL, "users_manage").await?;
        let grace = NewUser { email: "grace@example.org".to_owned(), name: "Grace".to_owned(), password: None };
        let grace = users.create_user(grace, Timestamp::now()).await?;
        let sessions = host.sign_in.sessions();
        let five_minutes = SignedDuration::from_mins(5);
        let acting =
            sessions.impersonate(host.session.session_id, grace.user_id, five_minutes, Timestamp::now()).await?;
        let acting = acting.context("it acts")?;
        for (call, refusal) in refusals(|| host.call(vec![Grant::Accounts], Some(&acting))).await? {
            assert!(matches!(refusal, Some(AccountFailure::Impersonating(_))), "{call}: {refusal:?}");
        }
        assert_eq!(users.find(EMAIL).await?, Some(host.user_id));
        assert_eq!(users.find("grace@example.org").await?, Some(grace.user_id));
    }
    Ok(())
}

#[tokio::test]
async fn a_route_that_forgets_the_recent_password_changes_nothing_that_guards_the_account() -> Result<()> {
    const GUARDED: [&str; 7] = [
        "change-password",
        "begin-two-factor",
        "confirm-two-factor",
        "renew-recovery-codes",
        "keep-two-factor",
        "end-two-factor",
        "delete-account",
    ];
    for fresh in fresh_stores().await? {
        let host = host(&fresh).await?;
        fresh.store.execute("UPDATE sessions SET sudo_until = NULL", &[]).await?;
        host.sign_in.sessions().forget_confirmed();
        for (call, refusal) in refusals(|| host.call(vec![Grant::Accounts], Some(&host.session.token))).await? {
            let is_asked = matches!(refusal, Some(AccountFailure::SudoRequired(_)));
            assert_eq!(is_asked, GUARDED.contains(&call), "{call}: {refusal:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_password_that_the_component_made_up_is_nobodys() -> Result<()> {
    for fresh in fresh_stores().await? {
        let host = host(&fresh).await?;
        let mut call = host.call(vec![Grant::Accounts, Grant::Secrets], Some(&host.session.token))?;
        let minted = call.secrets().mint("known_").map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
        let refused = call.accounts().change_password(&minted).await;
        assert!(matches!(refused, Err(AccountFailure::Rejected(_))), "{refused:?}");
        for _ in 0..9 {
            call.accounts().rename("Ada").await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
        }
        let over = call.accounts().rename("Ada").await;
        assert!(matches!(over, Err(AccountFailure::Rejected(_))), "10 calls a request: {over:?}");
    }
    Ok(())
}
