//! The second factor: asked for once it is on, each code once, and a way in without the authenticator.

use crate::app_store_support::fresh_stores;
use crate::sign_in::support::{
    EMAIL, PASSWORD, credentials, dump, here, holder, host_with_ada, is_good, letters, sign_in,
};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::contract::Secret;
use quarry::identity::{Credentials, NewSession, SetupKind, SignIn, SignInError, TwoFactorStatus};
use quarry::stores::app::{AppStoreDialect, Row};
use quarry::stores::result_set::Value;

pub(crate) const STEP: SignedDuration = SignedDuration::from_secs(30);

/// Gives the code that an authenticator shows, made independently of the host: RFC 6238 with SHA-1.
pub(crate) fn code(secret: &Secret, now: Timestamp) -> Secret {
    let secret = totp_rs::Secret::try_from_base32(secret.expose()).expect("base32");
    let authenticator = totp_rs::Builder::new().with_secret(secret).with_account_name("ada").build().expect("a secret");
    let seconds = u64::try_from(now.as_second()).expect("a time of today");
    Secret::new(authenticator.generate(seconds).to_string())
}

async fn with_code(host: &SignIn, code: &Secret, now: Timestamp) -> Result<NewSession, SignInError> {
    let otp = Some(code.clone());
    // On the heap: these tests sign in many times.
    Box::pin(host.with_password(Credentials { otp, ..credentials(EMAIL, PASSWORD) }, &here(), now)).await
}

#[tokio::test]
async fn a_second_factor_is_asked_for_once_it_was_confirmed() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, _) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let (kept, other) = (sign_in(&host, start).await?, sign_in(&host, start).await?);
        let ada = holder(&host, &kept, start).await?;
        let setup = host.begin_two_factor(&ada, SetupKind::First, start).await?;
        assert!(setup.uri.expose().starts_with("otpauth://totp/Quarry:"), "{}", setup.uri.expose());
        sign_in(&host, start).await?;
        let wrong = host.confirm_two_factor(&ada, Secret::new("000000"), start).await;
        assert!(matches!(wrong, Err(SignInError::WrongCode)), "{wrong:?}");
        let codes = host.confirm_two_factor(&ada, code(&setup.secret, start), start).await?;
        assert_eq!(codes.len(), 10);
        assert!(is_good(&host, &kept.token, start).await? && !is_good(&host, &other.token, start).await?);

        assert!(matches!(sign_in(&host, start).await, Err(SignInError::CodeNeeded)));
        let used = with_code(&host, &code(&setup.secret, start), start).await;
        assert!(matches!(used, Err(SignInError::WrongCode)), "a code is taken once, for whatever");
        let later = start + STEP;
        let next = code(&setup.secret, later);
        with_code(&host, &next, later).await?;
        assert!(matches!(with_code(&host, &next, later).await, Err(SignInError::WrongCode)), "once");

        with_code(&host, &codes[0], later).await?;
        assert!(matches!(with_code(&host, &codes[0], later).await, Err(SignInError::WrongCode)), "once");
        let typed = Secret::new(codes[1].expose().to_uppercase().replace('-', " "));
        with_code(&host, &typed, later).await?;
        let status = host.two_factor_status(user_id).await?;
        assert_eq!(status, TwoFactorStatus { is_on: true, is_being_set_up: false, recovery_codes_left: 8 });
        let stored = dump(&fresh.store, "recovery_codes").await?;
        assert!(codes.iter().all(|code| !stored.contains(code.expose())));
        assert_eq!(
            letters(&fresh.store).await?.last().map(|letter| letter["subject"].clone()),
            Some("Quarry: two-factor sign-in is now on".into())
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_replacement_takes_over_only_when_it_was_confirmed() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let ada = holder(&host, &sign_in(&host, start).await?, start).await?;
        let none_yet = host.begin_two_factor(&ada, SetupKind::Replacement, start).await;
        assert!(matches!(none_yet, Err(SignInError::NoSecondFactor)), "{none_yet:?}");
        let first = host.begin_two_factor(&ada, SetupKind::First, start).await?;
        host.confirm_two_factor(&ada, code(&first.secret, start), start).await?;
        let again = host.begin_two_factor(&ada, SetupKind::First, start).await;
        assert!(matches!(again, Err(SignInError::TwoFactorIsOn)), "{again:?}");
        host.begin_two_factor(&ada, SetupKind::Replacement, start).await?;
        with_code(&host, &code(&first.secret, start + STEP), start + STEP).await?;
        host.keep_two_factor(&ada, start).await?;
        let given_up = host.confirm_two_factor(&ada, Secret::new("000000"), start).await;
        assert!(matches!(given_up, Err(SignInError::NoSetup)), "{given_up:?}");

        let second = host.begin_two_factor(&ada, SetupKind::Replacement, start).await?;
        host.confirm_two_factor(&ada, code(&second.secret, start), start).await?;
        let later = start + STEP * 3;
        let old = with_code(&host, &code(&first.secret, later), later).await;
        assert!(matches!(old, Err(SignInError::WrongCode)), "{old:?}");
        with_code(&host, &code(&second.secret, later), later).await?;

        host.end_two_factor(&ada, later).await?;
        sign_in(&host, later).await?;
    }
    Ok(())
}

#[tokio::test]
async fn guessing_codes_is_counted_as_guessing_passwords_is() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let ada = holder(&host, &sign_in(&host, start).await?, start).await?;
        let setup = host.begin_two_factor(&ada, SetupKind::First, start).await?;
        host.confirm_two_factor(&ada, code(&setup.secret, start), start).await?;
        for _ in 0..10 {
            let wrong = with_code(&host, &Secret::new("not a code"), start).await;
            assert!(matches!(wrong, Err(SignInError::WrongCode)), "{wrong:?}");
        }
        let locked = with_code(&host, &code(&setup.secret, start + STEP), start + STEP).await;
        assert!(matches!(locked, Err(SignInError::LockedOut(_))), "{locked:?}");
    }
    Ok(())
}

#[tokio::test]
async fn whoever_reads_the_store_cannot_make_codes() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let ada = holder(&host, &sign_in(&host, start).await?, start).await?;
        let setup = host.begin_two_factor(&ada, SetupKind::First, start).await?;
        let stored = authenticator_in_the_store(&fresh.store).await?;
        let secret = totp_rs::Secret::try_from_base32(setup.secret.expose()).expect("base32");
        let holds = |part: &[u8]| stored.windows(part.len()).any(|window| window == part);
        assert!(!holds(secret.as_ref()) && !holds(setup.secret.expose().as_bytes()), "neither form of it");
        host.confirm_two_factor(&ada, code(&setup.secret, start), start).await?;
        with_code(&host, &code(&setup.secret, start + STEP), start + STEP).await?;
    }
    Ok(())
}

#[tokio::test]
async fn an_authenticator_of_before_goes_on_working_and_is_sealed_by_its_next_code() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, _) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let plain: [u8; 20] = std::array::from_fn(|place| 200 - u8::try_from(place).unwrap_or_default());
        let sql = "INSERT INTO authenticators (user_id, is_confirmed, secret, last_step, created_at)
                   VALUES ($1, $2, $3, 0, $4)";
        let now = Value::Timestamp(start.as_microsecond());
        let values = [Value::Int64(user_id), Value::Boolean(true), Value::Bytes(plain.to_vec()), now];
        fresh.store.execute(sql, &values).await?;
        let secret = Secret::new(totp_rs::Secret::from(plain.to_vec()).to_base32());
        with_code(&host, &code(&secret, start), start).await?;
        let stored = authenticator_in_the_store(&fresh.store).await?;
        assert!(stored.len() > plain.len() && !stored.windows(plain.len()).any(|window| window == plain));
        with_code(&host, &code(&secret, start + STEP), start + STEP).await?;
    }
    Ok(())
}

/// Gives the stored values of the one authenticator.
async fn authenticator_in_the_store(store: &quarry::stores::app::AppStore) -> Result<Vec<u8>> {
    let rows = store.query("SELECT secret FROM authenticators LIMIT 1", &[]).await?;
    Ok(Row::first(&rows).expect("an authenticator").bytes("secret")?)
}

#[tokio::test]
async fn a_set_up_that_was_begun_anew_meanwhile_is_not_confirmed_by_a_code_of_the_one_before() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, user_id, _) = host_with_ada(&fresh).await?;
        let now = Timestamp::now();
        let ada = holder(&host, &sign_in(&host, now).await?, now).await?;
        let setup = host.begin_two_factor(&ada, SetupKind::First, now).await?;
        // Between the code and what it confirms, another window begins the set-up anew.
        let begin_anew = "UPDATE authenticators SET secret = NEW.secret, last_step = 0
                          WHERE user_id = NEW.user_id AND NEW.last_step > 0 AND is_confirmed = FALSE;";
        let statements = match fresh.store.dialect() {
            AppStoreDialect::Sqlite => vec![format!(
                "CREATE TRIGGER begun_anew AFTER UPDATE OF last_step ON authenticators WHEN NEW.last_step > 0
                 BEGIN {begin_anew} END"
            )],
            AppStoreDialect::Postgres => vec![
                format!(
                    "CREATE FUNCTION begin_anew() RETURNS TRIGGER LANGUAGE plpgsql AS
                     $$ BEGIN {begin_anew} RETURN NULL; END $$"
                ),
                "CREATE TRIGGER begun_anew AFTER UPDATE OF last_step ON authenticators FOR EACH ROW
                 WHEN (NEW.last_step > 0) EXECUTE FUNCTION begin_anew()"
                    .to_owned(),
            ],
        };
        for statement in statements {
            fresh.store.execute(&statement, &[]).await?;
        }
        let confirmed = host.confirm_two_factor(&ada, code(&setup.secret, now), now).await;
        assert!(matches!(confirmed, Err(SignInError::NoSetup)), "{confirmed:?}");
        assert!(!host.two_factor_status(user_id).await?.is_on, "nobody is locked out by a secret that nobody has");
    }
    Ok(())
}
