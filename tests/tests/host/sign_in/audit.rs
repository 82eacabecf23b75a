//! The audit log says who came in and what guards an account, from where, and holds no secret.

use crate::app_store_support::fresh_stores;
use crate::sign_in::support::{
    EMAIL, PASSWORD, audit_log, credentials, dump, from, here, holder, host_with_ada, mailed_token, sign_in,
};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::contract::Secret;
use quarry::identity::{AccountHolder, AskedThrough, NewInvitation, Passwords, Proof, Role, SignInError, Users};

const NEW_PASSWORD: &str = "copper walrus lantern 52";

#[tokio::test]
async fn what_somebody_does_to_their_account_is_in_the_log_with_the_address() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, organization_id) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let session = sign_in(&host, now).await?;
        let state = host.sessions().find(&session.token, now).await?.expect("signed in");
        host.open_sudo(&state, Proof::Password(Secret::new(PASSWORD)), &here(), now).await?;
        let ada = holder(&host, &sign_in(&host, now).await?, now).await?;
        host.rename(&ada, "Ada Lovelace", now).await?;
        host.sign_out_elsewhere(&ada, now).await?;
        host.change_password(&ada, Secret::new(NEW_PASSWORD), now).await?;
        let log = audit_log(&fresh.store).await?;
        let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
        assert_eq!(
            actions,
            [
                "session.started",
                "session.sudo_opened",
                "session.started",
                "account.renamed",
                "sessions.ended_elsewhere",
                "account.password_changed"
            ]
        );
        for (action, actor, target, after) in &log {
            assert_eq!((*actor, target), (Some(user_id), &format!("user {user_id}")), "{action}");
            assert_eq!(after["address"], "192.0.2.7", "{action}");
        }
        assert_eq!(log[4].3["sessions_ended"], 1);

        let invitation = NewInvitation {
            organization_id,
            email: "grace@example.org".to_owned(),
            role: Role::Member,
            invited_by_user_id: user_id,
        };
        host.invite(&invitation, now).await?;
        let token = mailed_token(&fresh.store).await?;
        let password = Secret::new("violet tractor pelican 63");
        host.with_invitation(&token, Some("Grace"), password, None, &here(), now).await?;
        let log = audit_log(&fresh.store).await?;
        let (_, actor, target, after) = log.iter().find(|(action, ..)| action == "invitation.taken").expect("an entry");
        assert!(target.starts_with("invitation ") && *actor != Some(user_id) && actor.is_some());
        assert_eq!(after["role"], "member");
        let stored = dump(&fresh.store, "audit_entries").await?;
        for secret in [PASSWORD, NEW_PASSWORD, token.secret().expose(), session.token.secret().expose()] {
            assert!(!stored.contains(secret), "the log holds {secret}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_lockout_is_told_once_however_often_the_door_is_tried() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, _) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        for email in [EMAIL, "nobody@example.org"] {
            for _ in 0..13 {
                let refused =
                    Box::pin(host.with_password(credentials(email, "wrong"), &from("198.51.100.9"), now)).await;
                assert!(refused.is_err());
            }
        }
        let log = audit_log(&fresh.store).await?;
        let lockouts: Vec<_> = log.iter().filter(|(action, ..)| action == "session.locked_out").collect();
        let targets: Vec<&str> = lockouts.iter().map(|(_, _, target, _)| target.as_str()).collect();
        assert_eq!(targets, [format!("user {user_id}").as_str(), "user unknown"]);
        assert!(lockouts.iter().all(|(_, actor, _, after)| actor.is_none() && after["address"] == "198.51.100.9"));
        assert!(
            !dump(&fresh.store, "audit_entries").await?.contains("nobody@example.org"),
            "what was typed is nobody's"
        );
    }
    Ok(())
}

#[tokio::test]
async fn whoever_acts_as_somebody_else_holds_no_account() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, _) = host_with_ada(&fresh).await?;
        let users = Users::new(fresh.store.clone(), Passwords::default());
        let now = Timestamp::now();
        users.grant_permission(EMAIL, "users_manage").await?;
        let grace = quarry::identity::NewUser {
            email: "grace@example.org".to_owned(),
            name: "Grace".to_owned(),
            password: None,
        };
        let grace = users.create_user(grace, now).await?;
        let session = sign_in(&host, now).await?;
        let acting =
            host.sessions().impersonate(session.session_id, grace.user_id, SignedDuration::from_mins(5), now).await?;
        let state = host.sessions().find(&acting.expect("it acts"), now).await?.expect("signed in");
        assert_eq!((state.signed_in_user_id, state.person.user_id), (user_id, grace.user_id));
        let here = here();
        let asked =
            AskedThrough { component: "account".to_owned(), request_id: here.request_id, address: here.address };
        let refused = AccountHolder::of(&state, asked);
        assert!(matches!(refused, Err(SignInError::Impersonating)), "{refused:?}");
    }
    Ok(())
}

#[tokio::test]
async fn who_signs_out_is_in_the_log_once() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, _) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let session = sign_in(&host, now).await?;
        let state = host.sessions().find(&session.token, now).await?.expect("signed in");
        for _ in 0..2 {
            host.sign_out(&state, &here(), now).await?;
            assert!(host.sessions().find(&session.token, now).await?.is_none(), "here at once");
        }
        let log = audit_log(&fresh.store).await?;
        let ended: Vec<_> = log.iter().filter(|(action, ..)| action == "session.ended").collect();
        let [(_, actor, target, after)] = ended.as_slice() else { panic!("{log:?}") };
        assert_eq!((*actor, target), (Some(user_id), &format!("user {user_id}")));
        assert_eq!((&after["session_id"], &after["address"]), (&session.session_id.into(), &"192.0.2.7".into()));
    }
    Ok(())
}
