//! The form of an API key: `qk_live_` or `qk_test_`, 22 random base62 characters (130 bits), 6 of checksum.
//!
//! The checksum is the CRC-32 of everything before it, in base62 (`0-9A-Za-z`), padded with `0`. It protects nothing:
//! it lets a scanner tell a leaked key from noise, and lets the host refuse noise without asking the store.

use quarry_contract::Secret;
use rand::RngExt;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};
use std::fmt;
use thiserror::Error;

const RANDOM_LENGTH: usize = 22;
const CHECKSUM_LENGTH: usize = 6;
const PREFIX_LENGTH: usize = 8;
const KEY_LENGTH: usize = PREFIX_LENGTH + RANDOM_LENGTH + CHECKSUM_LENGTH;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The environment of a key. One deployment is one environment, with its own stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Environment {
    Production,
    Sandbox,
}

impl Environment {
    /// The name in configuration, in the store and in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Environment::Production => "production",
            Environment::Sandbox => "sandbox",
        }
    }

    /// The environment of that name.
    pub fn from_name(name: &str) -> Option<Environment> {
        [Environment::Production, Environment::Sandbox].into_iter().find(|environment| environment.name() == name)
    }

    /// The beginning of its keys.
    pub fn key_prefix(self) -> &'static str {
        match self {
            Environment::Production => "qk_live_",
            Environment::Sandbox => "qk_test_",
        }
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Text that is not an API key: a wrong prefix, length or checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this is not an API key: one starts with qk_live_ or qk_test_ and is 36 characters long")]
pub struct MalformedKey;

/// A key whose form is right. Whether it opens anything, the store knows.
#[derive(Debug, Clone)]
pub struct ApiKey {
    environment: Environment,
    text: Secret,
}

impl ApiKey {
    /// A new key, from the operating system's seeded generator.
    pub fn generate(environment: Environment) -> ApiKey {
        let mut text = String::with_capacity(KEY_LENGTH);
        text.push_str(environment.key_prefix());
        text.extend(rand::rng().sample_iter(Alphanumeric).take(RANDOM_LENGTH).map(char::from));
        let checksum = checksum(&text);
        text.push_str(&checksum);
        ApiKey { environment, text: Secret::new(text) }
    }

    /// Reads what a client presented. Nothing is asked of the store.
    pub fn parse(presented: &str) -> Result<ApiKey, MalformedKey> {
        let environment = [Environment::Production, Environment::Sandbox]
            .into_iter()
            .find(|environment| presented.starts_with(environment.key_prefix()))
            .ok_or(MalformedKey)?;
        let is_base62 = presented.bytes().skip(PREFIX_LENGTH).all(|byte| byte.is_ascii_alphanumeric());
        if presented.len() != KEY_LENGTH || !is_base62 {
            return Err(MalformedKey);
        }
        let (body, presented_checksum) = presented.split_at(KEY_LENGTH - CHECKSUM_LENGTH);
        if checksum(body) != presented_checksum {
            return Err(MalformedKey);
        }
        Ok(ApiKey { environment, text: Secret::new(presented) })
    }

    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// The hash that the store keeps and looks the key up by: with 130 random bits, a plain hash cannot be searched backwards.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.text.expose()).into()
    }

    /// The last four characters, by which people recognise a key in a list.
    pub fn hint(&self) -> &str {
        &self.text.expose()[KEY_LENGTH - 4..]
    }

    /// The key itself, to be shown once.
    pub fn into_secret(self) -> Secret {
        self.text
    }
}

fn checksum(body: &str) -> String {
    let mut rest = crc32fast::hash(body.as_bytes()) as usize;
    let mut digits = [b'0'; CHECKSUM_LENGTH];
    for digit in digits.iter_mut().rev() {
        *digit = BASE62[rest % 62];
        rest /= 62;
    }
    digits.into_iter().map(char::from).collect()
}
