//! Secrets as handles: passwords, codes, tokens and credentials that a component uses and never sees.

use crate::bindings::quarry::plugin::secrets;
use crate::{Problem, Schema};
use serde_json::{Value as Json, json};
use std::cell::RefCell;

pub use secrets::SecretFailure;

thread_local! {
    /// Those of the request's body, until their fields are read.
    static SENT: RefCell<Vec<Option<secrets::Secret>>> = const { RefCell::new(Vec::new()) };
}

/// A handle to a secret. As a field of a request body it is what the client sent.
///
/// ```no_run
/// use quarry_sdk::prelude::*;
/// use serde::Deserialize;
///
/// #[derive(Schema, Deserialize)]
/// struct NewGuest {
///     password: Secret,
/// }
///
/// # fn invite(body: NewGuest) -> Result<Answer, Problem> {
/// let hash = body.password.hash_password()?; // stored; later `password.verify_password(&hash)?`
/// let token = Secret::mint("guest_")?;
/// let found_by = token.fingerprint()?; // stored beside it
/// # let _ = (hash, found_by);
/// Ok(Answer::object().secret("token", token).into()) // shown once
/// # }
/// ```
#[derive(Debug)]
pub struct Secret {
    inner: secrets::Secret,
}

impl Secret {
    /// A new random token that begins with `prefix`. Needs the grant `secrets`, as all that follows.
    pub fn mint(prefix: &str) -> Result<Secret, SecretFailure> {
        secrets::mint(prefix).map(|inner| Secret { inner })
    }

    /// A credential that the deployment holds for the component.
    pub fn configured(name: &str) -> Result<Secret, SecretFailure> {
        secrets::configured(name).map(|inner| Secret { inner })
    }

    /// Opens bytes that [`Secret::seal`] gave, as a handle again.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(sealed: &[u8], body: &[u8]) -> Result<Vec<u8>, Problem> {
    /// let key = Secret::unseal(sealed)?;
    /// Ok(key.sign(body)?) // HMAC-SHA-256
    /// # }
    /// ```
    pub fn unseal(sealed: &[u8]) -> Result<Secret, SecretFailure> {
        secrets::unseal(sealed).map(|inner| Secret { inner })
    }

    /// 32 bytes by which the same token is found again.
    pub fn fingerprint(&self) -> Result<Vec<u8>, SecretFailure> {
        secrets::fingerprint(&self.inner)
    }

    /// The secret encrypted, to be stored.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example() -> Result<Vec<u8>, Problem> {
    /// let key = Secret::mint("sign_")?;
    /// Ok(key.seal()?) // stored; `Secret::unseal` gives the handle again
    /// # }
    /// ```
    pub fn seal(&self) -> Result<Vec<u8>, SecretFailure> {
        secrets::seal(&self.inner)
    }

    /// The hash of a password of 12 to 256 characters, to be stored.
    pub fn hash_password(&self) -> Result<Vec<u8>, SecretFailure> {
        secrets::hash_password(&self.inner)
    }

    /// True when it is the password of that hash.
    pub fn verify_password(&self, hash: &[u8]) -> Result<bool, SecretFailure> {
        secrets::verify_password(&self.inner, hash)
    }

    /// HMAC-SHA-256 of `data`; not under what a person sent.
    pub fn sign(&self, data: &[u8]) -> Result<Vec<u8>, SecretFailure> {
        secrets::sign(&self.inner, data)
    }

    pub(crate) fn from_contract(inner: secrets::Secret) -> Secret {
        Secret { inner }
    }

    pub(crate) fn handle(&self) -> &secrets::Secret {
        &self.inner
    }

    pub(crate) fn into_contract(self) -> secrets::Secret {
        self.inner
    }

    /// Keeps the handles of a body until [`serde::Deserialize`] asks for them.
    pub(crate) fn receive(handles: Vec<secrets::Secret>) {
        SENT.with_borrow_mut(|sent| *sent = handles.into_iter().map(Some).collect());
    }
}

impl<'de> serde::Deserialize<'de> for Secret {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
        let index = usize::deserialize(deserializer)?;
        SENT.with_borrow_mut(|sent| sent.get_mut(index).and_then(Option::take))
            .map(|inner| Secret { inner })
            .ok_or_else(|| serde::de::Error::custom("a secret of this body was taken twice"))
    }
}

impl Schema for Secret {
    fn schema() -> Json {
        json!({ "type": "string", "format": "password", "writeOnly": true, "minLength": 1, "maxLength": 1024 })
    }

    fn example() -> Json {
        json!("correct horse battery staple")
    }
}

/// The type of a member of an answer that shows a minted secret, once; [`crate::ObjectBuilder::secret`] writes it.
#[derive(Debug, Clone, Copy)]
pub struct ShownSecret;

impl Schema for ShownSecret {
    fn schema() -> Json {
        json!({ "type": "string", "format": "password", "readOnly": true })
    }

    fn example() -> Json {
        json!("tok_5tL8wQzN2vXcR7bKpD4mYhG6sJ9fA3eU")
    }
}

impl From<SecretFailure> for Problem {
    fn from(failure: SecretFailure) -> Problem {
        match failure {
            SecretFailure::Unavailable(detail) => Problem::new(503, "overloaded", detail),
            SecretFailure::NotGranted(detail)
            | SecretFailure::Rejected(detail)
            | SecretFailure::LimitExceeded(detail) => Problem::refused_by_host(&detail),
        }
    }
}
