//! The mailed ways in: once, in time, and telling nobody who has an account.

use crate::app_store_support::fresh_stores;
use crate::sign_in::support::{
    EMAIL, PASSWORD, audit_log, credentials, dump, here, host_with_ada, is_good, letters, mailed_token, sign_in,
};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::contract::{Problem, Secret};
use quarry::identity::{Letters, NewInvitation, OpaqueToken, Passwords, RecoveryLetters, Role, SignInError, Users};
use quarry::jobs::{Ending, HostJob};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;

const NEW_PASSWORD: &str = "copper walrus lantern 52";

/// Runs the jobs that asking has left, as a host would.
async fn run_recovery_jobs(store: &AppStore) -> Result<usize> {
    let job = RecoveryLetters::new(store.clone(), Letters::new(Some("https://quarry.example".to_owned())));
    let sql = "SELECT arguments FROM jobs WHERE name = 'mail_recovery' ORDER BY id LIMIT 9";
    let rows = store.query(sql, &[]).await?;
    for row in Row::all(&rows) {
        assert!(matches!(job.run(&row.text("arguments")?).await, Ending::Completed));
    }
    store.execute("DELETE FROM jobs WHERE name = 'mail_recovery'", &[]).await?;
    Ok(rows.row_count)
}

#[tokio::test]
async fn a_recovery_gives_a_new_password_once_and_ends_what_was_signed_in() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let old = sign_in(&host, now).await?;
        host.ask_for_recovery(" ada@example.ORG ", now).await?;
        assert_eq!(run_recovery_jobs(&fresh.store).await?, 1);
        let token = mailed_token(&fresh.store).await?;
        assert!(!dump(&fresh.store, "password_recoveries").await?.contains(token.secret().expose()));

        let weak = host.with_recovery(&token, Secret::new("ada ada ada ada"), None, &here(), now).await;
        assert!(matches!(weak, Err(SignInError::WeakPassword(_))), "{weak:?}");
        let session = host.with_recovery(&token, Secret::new(NEW_PASSWORD), None, &here(), now).await?;
        assert!(is_good(&host, &session.token, now).await? && !is_good(&host, &old.token, now).await?);
        let again = host.with_recovery(&token, Secret::new(PASSWORD), None, &here(), now).await;
        assert!(matches!(again, Err(SignInError::UnknownToken)), "once");
        assert!(matches!(sign_in(&host, now).await, Err(SignInError::WrongPassword)), "the old password");
        host.with_password(credentials(EMAIL, NEW_PASSWORD), &here(), now).await?;
        let told = letters(&fresh.store).await?;
        assert_eq!(told.last().map(|letter| &letter["subject"]), Some(&"Quarry: your password was changed".into()));
    }
    Ok(())
}

#[tokio::test]
async fn a_recovery_is_worth_nothing_after_half_an_hour() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        host.ask_for_recovery(EMAIL, Timestamp::now()).await?;
        run_recovery_jobs(&fresh.store).await?;
        let token = mailed_token(&fresh.store).await?;
        let late = Timestamp::now() + SignedDuration::from_mins(31);
        let refused = host.with_recovery(&token, Secret::new(NEW_PASSWORD), None, &here(), late).await;
        assert!(matches!(refused, Err(SignInError::UnknownToken)), "{refused:?}");
    }
    Ok(())
}

#[tokio::test]
async fn asking_for_a_recovery_does_the_same_for_an_account_that_does_not_exist() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        host.ask_for_recovery(EMAIL, now).await?;
        host.ask_for_recovery("nobody@example.org", now).await?;
        assert_eq!(
            run_recovery_jobs(&fresh.store).await?,
            2,
            "one job each: what is done before the answer is the same"
        );
        assert_eq!(letters(&fresh.store).await?.len(), 1);
        host.ask_for_recovery(EMAIL, now).await?;
        run_recovery_jobs(&fresh.store).await?;
        assert_eq!(letters(&fresh.store).await?.len(), 1, "one mail a minute");
    }
    Ok(())
}

#[tokio::test]
async fn an_invitation_makes_a_new_person_a_member_once() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ada, organization_id) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let new = NewInvitation {
            organization_id,
            email: "Grace@example.org".to_owned(),
            role: Role::Admin,
            invited_by_user_id: ada,
        };
        host.invite(&new, now).await?;
        let first = mailed_token(&fresh.store).await?;
        host.invite(&new, now).await?;
        let token = mailed_token(&fresh.store).await?;
        let take = async |token: &OpaqueToken, name, password, now| {
            host.with_invitation(token, name, Secret::new(password), None, &here(), now).await
        };
        let replaced = take(&first, Some("Grace"), NEW_PASSWORD, now).await;
        assert!(matches!(replaced, Err(SignInError::UnknownToken)), "the newest one alone");
        let late = take(&token, Some("Grace"), NEW_PASSWORD, now + SignedDuration::from_hours(7 * 24)).await;
        assert!(matches!(late, Err(SignInError::UnknownToken)));
        let nameless = Problem::from(take(&token, None, NEW_PASSWORD, now).await.expect_err("no name"));
        assert_eq!((nameless.status, nameless.members["fields"]["name"].is_string()), (422, true));

        let session = take(&token, Some("Grace"), NEW_PASSWORD, now).await?;
        let found = host.sessions().find(&session.token, now).await?.expect("signed in");
        assert_eq!((found.person.name.as_str(), found.person.organization_id), ("Grace", organization_id));
        let again = take(&token, Some("Grace"), NEW_PASSWORD, now).await;
        assert!(matches!(again, Err(SignInError::UnknownToken)), "once");
        let text = letters(&fresh.store).await?[0]["text"].to_string();
        assert!(text.contains("Ada invites you") && text.contains("Engines"), "{text}");
    }
    Ok(())
}

#[tokio::test]
async fn an_invited_person_with_an_account_gives_its_password() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ada, _) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let users = Users::new(fresh.store.clone(), Passwords::default());
        let other = quarry::identity::NewOrganization {
            name: "Looms".to_owned(),
            kind: quarry::identity::OrganizationKind::Institution,
            plan_key: "free".to_owned(),
        };
        let owner = quarry::identity::NewUser {
            email: "joseph@example.org".to_owned(),
            name: "Joseph".to_owned(),
            password: None,
        };
        let owner = users.create_user(owner, now).await?.user_id;
        let organization_id = users.create_organization(&other, owner, now).await?;
        let new =
            NewInvitation { organization_id, email: EMAIL.to_owned(), role: Role::Member, invited_by_user_id: owner };
        host.invite(&new, now).await?;
        let token = mailed_token(&fresh.store).await?;
        let wrong = host.with_invitation(&token, None, Secret::new(NEW_PASSWORD), None, &here(), now).await;
        assert!(matches!(wrong, Err(SignInError::WrongPassword)), "{wrong:?}");
        host.with_invitation(&token, None, Secret::new(PASSWORD), None, &here(), now).await?;
        let rows = fresh
            .store
            .query(&format!("SELECT role FROM memberships WHERE user_id = {ada} ORDER BY organization_id"), &[])
            .await?;
        assert_eq!(rows.row_count, 3, "personal, Engines, Looms");
    }
    Ok(())
}

#[tokio::test]
async fn who_became_a_member_before_taking_the_invitation_is_let_in_and_stays_what_they_are() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ada, organization_id) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let new =
            NewInvitation { organization_id, email: EMAIL.to_owned(), role: Role::Member, invited_by_user_id: ada };
        host.invite(&new, now).await?;
        let token = mailed_token(&fresh.store).await?;
        host.with_invitation(&token, None, Secret::new(PASSWORD), None, &here(), now).await?;
        let sql = "SELECT role FROM memberships WHERE user_id = $1 AND organization_id = $2";
        let rows = fresh.store.query(sql, &[Value::Int64(ada), Value::Int64(organization_id)]).await?;
        assert_eq!(Row::first(&rows).expect("a member").text("role")?, "owner");
    }
    Ok(())
}

/// What a mailed way in writes, beside the audit log.
async fn written(store: &AppStore) -> Result<[String; 7]> {
    Ok([
        dump(store, "users").await?,
        dump(store, "memberships").await?,
        dump(store, "organizations").await?,
        dump(store, "invitations").await?,
        dump(store, "password_recoveries").await?,
        dump(store, "sessions").await?,
        letters(store).await?.len().to_string(),
    ])
}

/// The newest entry says that somebody was refused.
async fn refused_by(store: &AppStore, by: &str, who: Option<i64>) -> Result<()> {
    let log = audit_log(store).await?;
    let (action, actor, _, after) = log.last().expect("an entry");
    assert_eq!((action.as_str(), *actor, after["by"].as_str()), ("session.refused", who, Some(by)));
    Ok(())
}

#[tokio::test]
async fn a_disabled_person_changes_no_password_and_keeps_the_token_of_the_mail() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ada, _) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let session = sign_in(&host, now).await?;
        host.ask_for_recovery(EMAIL, now).await?;
        run_recovery_jobs(&fresh.store).await?;
        let token = mailed_token(&fresh.store).await?;
        let take = async || host.with_recovery(&token, Secret::new(NEW_PASSWORD), None, &here(), now).await;
        fresh.store.execute("UPDATE users SET disabled_at = 1 WHERE id = $1", &[Value::Int64(ada)]).await?;
        let before = written(&fresh.store).await?;
        assert!(matches!(take().await, Err(SignInError::Disabled)));
        assert_eq!(written(&fresh.store).await?, before);
        refused_by(&fresh.store, "recovery", Some(ada)).await?;
        fresh.store.execute("UPDATE users SET disabled_at = NULL WHERE id = $1", &[Value::Int64(ada)]).await?;
        assert!(is_good(&host, &session.token, now).await?, "it was not ended");
        take().await?;
    }
    Ok(())
}

#[tokio::test]
async fn an_invitation_is_not_spent_by_somebody_who_may_not_come_in() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ada, organization_id) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let invited = async |email: &str| {
            let new =
                NewInvitation { organization_id, email: email.to_owned(), role: Role::Member, invited_by_user_id: ada };
            host.invite(&new, now).await?;
            mailed_token(&fresh.store).await
        };
        let take = async |token: &OpaqueToken, password: &str| {
            host.with_invitation(token, Some("Grace"), Secret::new(password), None, &here(), now).await
        };
        let (known, new) = (invited(EMAIL).await?, invited("grace@example.org").await?);
        fresh.store.execute("UPDATE users SET disabled_at = 1 WHERE id = $1", &[Value::Int64(ada)]).await?;
        fresh.store.execute("UPDATE organizations SET status = 'suspended' WHERE kind = 'institution'", &[]).await?;
        let before = written(&fresh.store).await?;
        assert!(matches!(take(&known, PASSWORD).await, Err(SignInError::Disabled)));
        refused_by(&fresh.store, "invitation", Some(ada)).await?;
        assert!(matches!(take(&new, NEW_PASSWORD).await, Err(SignInError::Suspended)));
        refused_by(&fresh.store, "invitation", None).await?;
        assert_eq!(written(&fresh.store).await?, before);
        fresh.store.execute("UPDATE organizations SET status = 'active' WHERE kind = 'institution'", &[]).await?;
        assert!(is_good(&host, &take(&new, NEW_PASSWORD).await?.token, now).await?);
    }
    Ok(())
}
