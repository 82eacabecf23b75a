//! Guessing: ten tries, no matter which account is guessed at and how the tries come.

use crate::app_store_support::fresh_stores;
use crate::sign_in::support::{EMAIL, PASSWORD, credentials, from, here, host, host_with_ada, sign_in};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::contract::Problem;
use quarry::identity::SignInError;

#[tokio::test]
async fn ten_wrong_tries_lock_a_pair_of_account_and_address_out_on_every_host() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (here_host, ..) = host_with_ada(&fresh).await?;
        let there_host = host(&fresh.store).await?;
        let start = Timestamp::now();
        for email in [EMAIL, "nobody@example.org"] {
            for number in 0..10 {
                let now = start + SignedDuration::from_secs(number);
                let wrong = here_host.with_password(credentials(email, "wrong"), &here(), now).await;
                assert!(matches!(wrong, Err(SignInError::WrongPassword)), "{number}: {wrong:?}");
            }
            let now = start + SignedDuration::from_secs(10);
            let locked = there_host.with_password(credentials(email, PASSWORD), &here(), now).await;
            let Err(SignInError::LockedOut(locked)) = locked else { panic!("{locked:?}") };
            assert_eq!(locked.retry_after_seconds, 15 * 60 - 10);
            let problem = Problem::from(SignInError::LockedOut(locked));
            assert_eq!((problem.status, problem.code.as_str()), (429, "rate_limited"));
            assert_eq!(problem.retry_after, Some(15 * 60 - 10));
        }
        let elsewhere = here_host.with_password(credentials(EMAIL, PASSWORD), &from("203.0.113.1"), start).await;
        assert!(elsewhere.is_ok(), "the person herself, from elsewhere: {elsewhere:?}");
        assert!(
            sign_in(&here_host, start + SignedDuration::from_secs(15 * 60)).await.is_ok(),
            "the first is forgotten"
        );
    }
    Ok(())
}

#[tokio::test]
async fn tries_that_come_together_are_counted_too() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let place = here();
        let tries = (0..30).map(|_| host.with_password(credentials(EMAIL, "wrong"), &place, now));
        let looked_at = futures_util::future::join_all(tries)
            .await
            .into_iter()
            .filter(|tried| matches!(tried, Err(SignInError::WrongPassword)))
            .count();
        assert!(looked_at <= 10, "{looked_at} passwords were looked at");
    }
    Ok(())
}

#[tokio::test]
async fn a_right_password_forgives_the_wrong_ones() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        for _ in 0..2 {
            for _ in 0..9 {
                assert!(host.with_password(credentials(EMAIL, "wrong"), &here(), now).await.is_err());
            }
            sign_in(&host, now).await?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn an_unknown_account_is_told_what_a_known_one_is_told() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let mut told = Vec::new();
        for email in [EMAIL, "nobody@example.org"] {
            let refused = host.with_password(credentials(email, "wrong"), &here(), now).await.expect_err("wrong");
            told.push(Problem::from(refused));
        }
        assert_eq!(told[0], told[1]);
        assert_eq!((told[0].status, told[0].code.as_str()), (401, "invalid_credentials"));
    }
    Ok(())
}

/// The medians of eleven each: a hash that was left out would be a factor of a thousand.
#[tokio::test]
async fn an_unknown_account_takes_as_long_as_a_known_one() -> Result<()> {
    let fresh = fresh_stores().await?.remove(0);
    let (host, ..) = host_with_ada(&fresh).await?;
    let mut medians = Vec::new();
    for email in [EMAIL, "nobody@example.org"] {
        let mut times = Vec::new();
        for number in 0..11 {
            let place = from(&format!("192.0.2.{number}"));
            let started = std::time::Instant::now();
            assert!(host.with_password(credentials(email, "wrong"), &place, Timestamp::now()).await.is_err());
            times.push(started.elapsed());
        }
        times.sort();
        medians.push(times[5].as_secs_f64());
    }
    let ratio = medians[0] / medians[1];
    assert!((0.5..2.0).contains(&ratio), "known and unknown take {medians:?} s");
    Ok(())
}

#[tokio::test]
async fn who_has_a_whole_network_of_addresses_has_ten_tries_all_the_same() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        for number in 0..10 {
            let from = from(&format!("2001:db8:0:7::{number:x}"));
            let wrong = Box::pin(host.with_password(credentials(EMAIL, "wrong"), &from, now)).await;
            assert!(matches!(wrong, Err(SignInError::WrongPassword)), "{number}: {wrong:?}");
        }
        let next = Box::pin(host.with_password(credentials(EMAIL, PASSWORD), &from("2001:db8:0:7:1::"), now)).await;
        assert!(matches!(next, Err(SignInError::LockedOut(_))), "{next:?}");
        let elsewhere = Box::pin(host.with_password(credentials(EMAIL, PASSWORD), &from("2001:db8:0:8::"), now)).await;
        assert!(elsewhere.is_ok(), "{elsewhere:?}");
    }
    Ok(())
}
