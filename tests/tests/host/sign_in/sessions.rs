//! A session: what it tells, when it ends, and that no secret of it is kept.

use crate::app_store_support::fresh_stores;
use crate::sign_in::support::{
    EMAIL, SETTINGS, audit_log, dump, from, here, host, host_with_ada, is_good, letters, sign_in,
};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::contract::Secret;
use quarry::identity::{OpaqueToken, Passwords, Proof, SUDO_WINDOW, SignIn, SignInError, Users};
use quarry::stores::app::{AppStore, AppStoreDialect};
use quarry::stores::result_set::Value;
use std::time::Duration;

#[tokio::test]
async fn whoever_signs_in_is_themselves_in_their_institution() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, organization_id) = host_with_ada(&fresh).await?;
        Users::new(fresh.store.clone(), Passwords::default()).grant_permission(EMAIL, "audit_view").await?;
        let now = Timestamp::now();
        let session = sign_in(&host, now).await?;
        let found = host.sessions().find(&session.token, now).await?.expect("signed in");
        let person = &found.person;
        assert_eq!(
            (person.user_id, person.organization_id, person.organization_name.as_str()),
            (user_id, organization_id, "Engines")
        );
        assert_eq!(
            (person.entitlements.plan_key.as_str(), person.permissions.as_slice()),
            ("team", &["audit_view".to_owned()][..])
        );
        assert!(found.has_sudo(now), "the password was given just now");
        assert!(!found.has_sudo(now + SUDO_WINDOW));
        for noise in ["", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA "] {
            assert!(OpaqueToken::parse(noise).is_none());
        }
        assert!(host.sessions().find(&OpaqueToken::generate(), now).await?.is_none());
    }
    Ok(())
}

#[tokio::test]
async fn whoever_reads_the_store_cannot_take_a_session_over() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let session = sign_in(&host, Timestamp::now()).await?;
        let found = host.sessions().find(&session.token, Timestamp::now()).await?.expect("signed in");
        let mut stored = String::new();
        for table in ["sessions", "refresh_tokens", "sign_in_places"] {
            stored += &dump(&fresh.store, table).await?;
        }
        for secret in [session.token.secret(), &session.refresh_token, &found.csrf_token] {
            assert!(!stored.contains(secret.expose()));
        }
        assert_ne!(found.csrf_token.expose(), session.token.secret().expose());
    }
    Ok(())
}

#[tokio::test]
async fn a_session_sleeps_when_nobody_comes_and_ends_in_the_end() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let session = sign_in(&host, start).await?;
        let minute = SignedDuration::from_secs(60);
        assert!(is_good(&host, &session.token, start + SETTINGS.idle - minute).await?, "it was in use");
        assert!(is_good(&host, &session.token, start + SETTINGS.idle + minute).await?, "its time began again");
        assert!(!is_good(&host, &session.token, start + SETTINGS.idle * 2 + minute).await?, "nobody came");
        let busy = sign_in(&host, start).await?;
        let mut now = start;
        while now < start + SETTINGS.longest - SETTINGS.idle {
            now += SETTINGS.idle - minute;
            assert!(is_good(&host, &busy.token, now).await?, "{now}");
        }
        assert!(!is_good(&host, &busy.token, start + SETTINGS.longest).await?, "however busy");
        host.sessions().sweep(start + SETTINGS.longest + minute).await?;
        assert_eq!(fresh.store.query("SELECT id FROM sessions LIMIT 9", &[]).await?.row_count, 0);
    }
    Ok(())
}

#[tokio::test]
async fn the_sudo_window_opens_by_the_password_and_changes_the_cookie() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let session = sign_in(&host, start).await?;
        let later = start + SUDO_WINDOW;
        let before = host.sessions().find(&session.token, later).await?.expect("signed in");
        assert!(!before.has_sudo(later));
        let wrong = host.open_sudo(&before, Proof::Password(Secret::new("wrong")), &here(), later).await;
        assert!(matches!(wrong, Err(SignInError::WrongPassword)));
        let right = Proof::Password(Secret::new(crate::sign_in::support::PASSWORD));
        let renewed = host.open_sudo(&before, right, &here(), later).await?;
        assert!(!is_good(&host, &session.token, later).await?, "the cookie from before is worth nothing");
        let after = host.sessions().find(&renewed, later).await?.expect("the same session");
        assert!(after.has_sudo(later) && after.session_id == before.session_id);
        assert_ne!(after.csrf_token.expose(), before.csrf_token.expose());
    }
    Ok(())
}

#[tokio::test]
async fn an_end_on_one_host_holds_on_the_other_within_a_second() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (here, user_id, organization_id) = host_with_ada(&fresh).await?;
        let there = host(&fresh.store).await?;
        let now = Timestamp::now();
        let (first, second) = (sign_in(&here, now).await?, sign_in(&here, now).await?);
        let on_the_other = async |token| there.sessions().find(token, now).await.map(|found| found.is_some());
        assert!(on_the_other(&first.token).await? && on_the_other(&second.token).await?);

        assert!(here.sessions().end(first.session_id).await?);
        assert!(here.sessions().find(&first.token, now).await?.is_none(), "here at once");
        tokio::time::sleep(Duration::from_millis(1010)).await;
        assert!(!on_the_other(&first.token).await? && on_the_other(&second.token).await?);

        let suspend = "UPDATE organizations SET status = $1 WHERE id = $2";
        let organization = Value::Int64(organization_id);
        fresh.store.execute(suspend, &[Value::Text("suspended".to_owned()), organization.clone()]).await?;
        tokio::time::sleep(Duration::from_millis(1010)).await;
        assert!(!on_the_other(&second.token).await?, "suspended");
        let before = kept(&fresh.store).await?;
        assert!(matches!(sign_in(&there, now).await, Err(SignInError::Suspended)));
        refused_alone(&fresh.store, &before, "suspended").await?;
        fresh.store.execute(suspend, &[Value::Text("active".to_owned()), organization]).await?;
        tokio::time::sleep(Duration::from_millis(1010)).await;
        assert!(on_the_other(&second.token).await?, "and back");

        let disable = "UPDATE users SET disabled_at = 1 WHERE id = $1";
        fresh.store.execute(disable, &[Value::Int64(user_id)]).await?;
        tokio::time::sleep(Duration::from_millis(1010)).await;
        assert!(!on_the_other(&second.token).await?, "disabled");
        let before = kept(&fresh.store).await?;
        assert!(matches!(sign_in(&there, now).await, Err(SignInError::Disabled)));
        refused_alone(&fresh.store, &before, "disabled").await?;
    }
    Ok(())
}

/// Gives the rows that signing in leaves behind.
async fn kept(store: &AppStore) -> Result<[String; 4]> {
    Ok([
        dump(store, "sessions").await?,
        dump(store, "refresh_tokens").await?,
        dump(store, "sign_in_places").await?,
        letters(store).await?.len().to_string(),
    ])
}

/// Somebody was refused: that is in the audit log, and nothing else is as if they had come in.
async fn refused_alone(store: &AppStore, before: &[String; 4], reason: &str) -> Result<()> {
    assert_eq!(&kept(store).await?, before, "{reason}");
    let log = audit_log(store).await?;
    let (action, .., after) = log.last().expect("an entry");
    assert_eq!((action.as_str(), &after["reason"]), ("session.refused", &serde_json::json!(reason)));
    let started = log.iter().filter(|(action, ..)| action == "session.started").count();
    assert_eq!(started, 2, "{reason}");
    Ok(())
}

#[tokio::test]
async fn signing_out_everywhere_spares_the_session_that_asks() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, _) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let (kept, other) = (sign_in(&host, now).await?, sign_in(&host, now).await?);
        assert_eq!(host.sessions().end_all(user_id, Some(kept.session_id)).await?, 1);
        assert!(is_good(&host, &kept.token, now).await? && !is_good(&host, &other.token, now).await?);
    }
    Ok(())
}

#[tokio::test]
async fn staff_act_as_somebody_for_a_time_without_their_own_powers_or_the_others_secrets() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ada, _) = host_with_ada(&fresh).await?;
        let users = Users::new(fresh.store.clone(), Passwords::default());
        let new = quarry::identity::NewUser {
            email: "staff@example.org".to_owned(),
            name: "Staff".to_owned(),
            password: Some(Secret::new("granite pelican whistle 38")),
        };
        let now = Timestamp::now();
        let staff = users.create_user(new, now).await?.user_id;
        users.grant_permission("staff@example.org", "users_manage").await?;
        let credentials = crate::sign_in::support::credentials("staff@example.org", "granite pelican whistle 38");
        let session = host.with_password(credentials, &here(), now).await?;

        let hour = SignedDuration::from_hours(1);
        let acting = host.sessions().impersonate(session.session_id, ada, hour * 5, now).await?.expect("it may");
        assert!(!is_good(&host, &session.token, now).await?, "a new cookie");
        let found = host.sessions().find(&acting, now).await?.expect("signed in");
        assert_eq!(
            (found.person.user_id, found.person.impersonator_id, found.signed_in_user_id),
            (ada, Some(staff), staff)
        );
        assert!(found.person.permissions.is_empty() && !found.has_sudo(now));

        host.sessions().forget_confirmed();
        let over = host.sessions().find(&acting, now + hour).await?.expect("signed in");
        assert_eq!((over.person.user_id, over.person.impersonator_id), (staff, None), "an hour at most");

        let stopped = host.sessions().stop_impersonation(session.session_id).await?.expect("it may");
        let own = host.sessions().find(&stopped, now).await?.expect("signed in");
        assert_eq!((own.person.user_id, own.person.permissions.len()), (staff, 1));
    }
    Ok(())
}

#[tokio::test]
async fn a_sign_in_from_a_new_network_is_told_by_mail_and_the_first_one_is_not() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        sign_in(&host, now).await?;
        let credentials = || crate::sign_in::support::credentials(EMAIL, crate::sign_in::support::PASSWORD);
        host.with_password(credentials(), &from("192.0.2.200"), now).await?;
        assert_eq!(letters(&fresh.store).await?.len(), 0, "the first place, and its neighbour");
        host.with_password(credentials(), &from("198.51.100.9"), now).await?;
        host.with_password(credentials(), &from("198.51.100.9"), now).await?;
        let letters = letters(&fresh.store).await?;
        assert_eq!(letters.len(), 1);
        assert_eq!(letters[0]["to"], EMAIL);
        let text = letters[0]["text"].as_str().expect("text");
        assert!(text.contains("198.51.100.9") && text.contains("Test/1"), "{text}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lookup_that_was_on_its_way_brings_no_session_back() -> Result<()> {
    for fresh in fresh_stores().await? {
        if fresh.store.dialect() == AppStoreDialect::Sqlite {
            // Nobody who reads waits there for somebody who writes.
            continue;
        }
        let (host, ..) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let session = sign_in(&host, now).await?;
        host.sessions().forget_confirmed();
        // What comes after the session itself waits: what is in force for its organization.
        let mut slow = fresh.store.begin().await?;
        slow.execute("LOCK TABLE plans IN ACCESS EXCLUSIVE MODE", &[]).await?;
        let look = |host: SignIn, token: OpaqueToken| async move { host.sessions().find(&token, now).await };
        let early = tokio::spawn(look(host.clone(), session.token.clone()));
        tokio::time::sleep(Duration::from_millis(500)).await;
        host.sessions().end(session.session_id).await?;
        let late = tokio::spawn(look(host.clone(), session.token.clone()));
        tokio::time::sleep(Duration::from_millis(200)).await;
        slow.commit().await?;
        early.await??;
        assert!(late.await??.is_none(), "whoever asks after the end of it");
        assert!(host.sessions().find(&session.token, now).await?.is_none(), "nor does anybody later");
    }
    Ok(())
}
