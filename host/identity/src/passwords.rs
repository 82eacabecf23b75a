//! Passwords, as Argon2id hashes in PHC form.
//!
//! A hash costs 19 MiB and tens of milliseconds by intent, so only a few run at once, away from the async threads, and
//! a caller who would wait too long for a turn is told so.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{Error, PasswordHasher, PasswordVerifier};
use quarry_contract::Secret;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error as ThisError;
use tokio::sync::Semaphore;

const TURN_TIMEOUT: Duration = Duration::from_secs(5);
pub(super) const MIN_LENGTH: usize = 12;
/// Longer input only costs time.
pub(super) const MAX_LENGTH: usize = 256;
/// Costs what a new hash costs, and is the hash of nothing.
const PRETENDED: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$cHJldGVuZGVkIHNhbHQhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

#[derive(Debug, ThisError)]
pub enum PasswordError {
    #[error("a password must have {MIN_LENGTH} to {MAX_LENGTH} characters; this one has {length}")]
    Length { length: usize },
    #[error("too many passwords are being checked at the moment; try again")]
    Busy,
    #[error("the password could not be hashed: {source}")]
    Hash { source: Error },
    #[error("the password task ended early")]
    Task { source: tokio::task::JoinError },
}

/// Hashes and verifies; a clone shares the turns.
#[derive(Debug, Clone)]
pub struct Passwords {
    turns: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        // Half of the cores: the others answer meanwhile.
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Passwords { turns: Arc::new(Semaphore::new((cores / 2).max(1))) }
    }
}

impl Passwords {
    /// The hash to store: `$argon2id$v=19$…`, with its own random salt.
    pub async fn hash(&self, password: Secret) -> Result<String, PasswordError> {
        let length = password.expose().chars().count();
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&length) {
            return Err(PasswordError::Length { length });
        }
        self.run(move || {
            let hash: PasswordHash = Argon2::default().hash_password(password.expose().as_bytes())?;
            Ok(hash.to_string())
        })
        .await
    }

    /// True when `password` is the one of the stored `hash`. The cost of the check is the one written in the hash.
    pub async fn verify(&self, password: Secret, hash: &str) -> Result<bool, PasswordError> {
        if password.expose().chars().count() > MAX_LENGTH {
            return Ok(false);
        }
        let hash = hash.to_owned();
        self.run(move || {
            let stored = PasswordHash::new(&hash).map_err(Error::from)?;
            match Argon2::default().verify_password(password.expose().as_bytes(), &stored) {
                Ok(()) => Ok(true),
                Err(Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// As [`Passwords::verify`]; where there is no hash, a made-up one is checked in vain, so that it takes as long and
    /// nobody can tell by the time whether there was one.
    pub(super) async fn verify_or_pretend(&self, password: Secret, hash: Option<&str>) -> Result<bool, PasswordError> {
        match hash {
            Some(hash) => self.verify(password, hash).await,
            None => self.verify(password, PRETENDED).await.map(|_| false),
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, PasswordError> {
        // The semaphore is never closed, so the only way to fail is the timeout.
        let turn = match tokio::time::timeout(TURN_TIMEOUT, self.turns.clone().acquire_owned()).await {
            Ok(Ok(turn)) => turn,
            Ok(Err(_)) | Err(_) => return Err(PasswordError::Busy),
        };
        let done = tokio::task::spawn_blocking(move || {
            // Held by the work itself: a caller who leaves does not free the turn while the work still runs.
            let _turn = turn;
            work()
        });
        match done.await {
            Ok(result) => result.map_err(|source| PasswordError::Hash { source }),
            Err(source) => Err(PasswordError::Task { source }),
        }
    }
}
