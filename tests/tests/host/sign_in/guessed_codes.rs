//! Guessing second factors with many addresses: an attacker who has the password, or a session, has the same few tries from
//! everywhere.

use crate::app_store_support::{Fresh, fresh_stores};
use crate::sign_in::support::{
    EMAIL, PASSWORD, audit_log, credentials, from, here, holder, host, host_with_ada, letters, sign_in,
};
use crate::sign_in::two_factor::{STEP, code};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::contract::Secret;
use quarry::identity::{
    Credentials, LockedOut, NewSession, Proof, SessionState, SetupKind, SignIn, SignInError, SignInFrom,
};
use std::sync::Arc;

const TRIES_OF_AN_HOUR: usize = 20;
const TRIES_OF_A_DAY: usize = 100;

/// Ada with a second factor: her session, and the secret of her authenticator.
struct Guarded {
    host: SignIn,
    session: Arc<SessionState>,
    secret: Secret,
    recovery_codes: Vec<Secret>,
    start: Timestamp,
}

impl Guarded {
    /// The same at another host.
    fn at(&self, host: SignIn) -> Guarded {
        let (session, secret) = (Arc::clone(&self.session), self.secret.clone());
        Guarded { host, session, secret, recovery_codes: self.recovery_codes.clone(), start: self.start }
    }
}

async fn guarded(fresh: &Fresh) -> Result<Guarded> {
    let (host, ..) = host_with_ada(fresh).await?;
    let start = Timestamp::now();
    let session = sign_in(&host, start).await?;
    let ada = holder(&host, &session, start).await?;
    let setup = host.begin_two_factor(&ada, SetupKind::First, start).await?;
    let recovery_codes = Box::pin(host.confirm_two_factor(&ada, code(&setup.secret, start), start)).await?;
    let session = host.sessions().find(&session.token, start).await?.expect("a session");
    Ok(Guarded { host, session, secret: setup.secret, recovery_codes, start })
}

/// Each from an address, and a network, of its own.
fn place(number: usize) -> SignInFrom {
    from(&format!("198.{}.{}.7", 18 + number / 250, number % 250))
}

async fn with_code(host: &SignIn, code: &Secret, from: &SignInFrom, now: Timestamp) -> Result<NewSession, SignInError> {
    let otp = Some(code.clone());
    Box::pin(host.with_password(Credentials { otp, ..credentials(EMAIL, PASSWORD) }, from, now)).await
}

async fn sudo_by_code(guarded: &Guarded, code: &Secret, from: &SignInFrom) -> Result<(), SignInError> {
    let opened = guarded.host.open_sudo(&guarded.session, Proof::Code(code.clone()), from, guarded.start);
    Box::pin(opened).await.map(|_| ())
}

fn locked<T: std::fmt::Debug>(tried: Result<T, SignInError>) -> LockedOut {
    match tried {
        Err(SignInError::LockedOut(locked)) => locked,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn many_addresses_gain_nothing_at_the_sudo_window_of_a_stolen_session() -> Result<()> {
    for fresh in fresh_stores().await? {
        let ada = guarded(&fresh).await?;
        let mut compared = 0;
        for number in 0..60 {
            match sudo_by_code(&ada, &Secret::new("000000"), &place(number)).await {
                Err(SignInError::WrongCode) => compared += 1,
                tried => assert_eq!(locked(tried).retry_after_seconds, 60 * 60, "{number}"),
            }
        }
        assert_eq!(compared, TRIES_OF_AN_HOUR);
        let right = sudo_by_code(&ada, &code(&ada.secret, ada.start + STEP), &place(300)).await;
        locked(right);
        locked(sudo_by_code(&ada, &ada.recovery_codes[0], &place(301)).await);
        // Her password is compared with nothing of it.
        let password = Proof::Password(Secret::new(PASSWORD));
        Box::pin(ada.host.open_sudo(&ada.session, password, &here(), ada.start)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_count_of_second_factors_outlives_a_restart_and_is_every_hosts() -> Result<()> {
    for fresh in fresh_stores().await? {
        let ada = guarded(&fresh).await?;
        for number in 0..TRIES_OF_AN_HOUR {
            // Half of them where she signs in, half at the window: it is one count.
            let tried = match number % 2 {
                0 => with_code(&ada.host, &Secret::new("000000"), &place(number), ada.start).await.map(|_| ()),
                _ => sudo_by_code(&ada, &Secret::new("wrong"), &place(number)).await,
            };
            assert!(matches!(tried, Err(SignInError::WrongCode)), "{number}: {tried:?}");
        }
        let restarted = host(&fresh.store).await?;
        let now = ada.start + SignedDuration::from_mins(10);
        let retry = locked(with_code(&restarted, &code(&ada.secret, now), &place(400), now).await);
        assert_eq!(retry.retry_after_seconds, 50 * 60);
        let later = ada.start + SignedDuration::from_mins(61);
        with_code(&restarted, &code(&ada.secret, later), &place(401), later).await?;
    }
    Ok(())
}

#[tokio::test]
async fn tries_at_two_hosts_at_once_are_no_more_than_tries_at_one() -> Result<()> {
    for fresh in fresh_stores().await? {
        let ada = guarded(&fresh).await?;
        let second = ada.at(host(&fresh.store).await?);
        let wrong = Secret::new("000000");
        let places: Vec<SignInFrom> = (0..50).map(place).collect();
        let tries = places
            .iter()
            .enumerate()
            .map(|(number, place)| sudo_by_code(if number % 2 == 0 { &ada } else { &second }, &wrong, place));
        let tried = futures_util::future::join_all(tries).await;
        let compared = tried.iter().filter(|tried| matches!(tried, Err(SignInError::WrongCode))).count();
        assert!(compared <= TRIES_OF_AN_HOUR, "{compared} codes were compared");
        assert!(tried.iter().all(|tried| matches!(tried, Err(SignInError::WrongCode | SignInError::LockedOut(_)))));
    }
    Ok(())
}

#[tokio::test]
async fn a_code_that_two_send_at_once_lets_one_in() -> Result<()> {
    for fresh in fresh_stores().await? {
        let ada = guarded(&fresh).await?;
        let second = host(&fresh.store).await?;
        let now = ada.start + STEP;
        let right = code(&ada.secret, now);
        let places: Vec<SignInFrom> = (0..6).map(place).collect();
        let tries = places
            .iter()
            .enumerate()
            .map(|(number, place)| with_code(if number % 2 == 0 { &ada.host } else { &second }, &right, place, now));
        let tried = futures_util::future::join_all(tries).await;
        assert_eq!(tried.iter().filter(|tried| tried.is_ok()).count(), 1, "{tried:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_guesser_who_waits_each_hour_out_has_a_hundred_tries_a_day() -> Result<()> {
    let fresh = fresh_stores().await?.remove(0);
    let ada = guarded(&fresh).await?;
    let mut compared = 0;
    for hour in 0..12 {
        let now = ada.start + SignedDuration::from_mins(61 * hour);
        ada.host.sessions().sweep(now).await?;
        for number in 0..=TRIES_OF_AN_HOUR {
            let place = place(usize::try_from(hour)? * 30 + number);
            match with_code(&ada.host, &Secret::new("000000"), &place, now).await {
                Err(SignInError::WrongCode) => compared += 1,
                tried => assert!(locked(tried).retry_after_seconds > 0),
            }
        }
        // She signs in with a right code, when she may: it forgives the guesser nothing.
        let _ = with_code(&ada.host, &code(&ada.secret, now + STEP), &here(), now + STEP).await;
    }
    assert_eq!(compared, TRIES_OF_A_DAY);
    Ok(())
}

#[tokio::test]
async fn a_stranger_without_the_password_locks_nobodys_second_factor() -> Result<()> {
    for fresh in fresh_stores().await? {
        let ada = guarded(&fresh).await?;
        for number in 0..30 {
            let otp = Some(Secret::new("000000"));
            let stranger = Credentials { otp, ..credentials(EMAIL, "a wrong password") };
            let tried = Box::pin(ada.host.with_password(stranger, &place(number), ada.start)).await;
            assert!(matches!(tried, Err(SignInError::WrongPassword)), "{number}: {tried:?}");
        }
        let now = ada.start + STEP;
        with_code(&ada.host, &code(&ada.secret, now), &here(), now).await?;
    }
    Ok(())
}

#[tokio::test]
async fn she_is_told_once_that_somebody_guesses_her_codes() -> Result<()> {
    for fresh in fresh_stores().await? {
        let ada = guarded(&fresh).await?;
        for number in 0..30 {
            assert!(with_code(&ada.host, &Secret::new("000000"), &place(number), ada.start).await.is_err());
        }
        let told = letters(&fresh.store).await?;
        let told: Vec<_> =
            told.iter().filter(|letter| letter["subject"] == "Quarry: somebody guesses your codes").collect();
        assert_eq!((told.len(), told[0]["to"].as_str()), (1, Some(EMAIL)));
        let entries = audit_log(&fresh.store).await?;
        let noted: Vec<_> = entries.iter().filter(|(action, ..)| action == "two_factor.locked_out").collect();
        assert_eq!(noted.len(), 1, "{entries:?}");
        assert_eq!(noted[0].1, None, "whoever guesses is not her");
    }
    Ok(())
}
