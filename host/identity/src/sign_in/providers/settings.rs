//! The settings of a provider, known before it is asked anything.

use quarry_contract::Secret;

/// The beginning of the keys of organizations' providers; no key of the configuration begins so.
pub const RESERVED_KEY_PREFIX: &str = "organization-";

/// A provider of the configuration.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    /// The key that programs use.
    pub key: String,
    /// The name that people read.
    pub name: String,
    /// Its address, exactly as its tokens name it.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: Secret,
}

/// A provider, and whom it may let in.
#[derive(Debug, Clone)]
pub(crate) struct Provider {
    pub(crate) key: String,
    pub(super) name: String,
    pub(super) issuer: String,
    pub(super) client_id: String,
    pub(super) client_secret: Secret,
    pub(crate) admits: Admits,
}

/// The people whom a provider may let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Admits {
    /// Anybody with a verified email address.
    Anybody,
    /// People of the organization's verified domain, who become its members.
    Domain { organization_id: i64, domain: String },
}

impl Admits {
    /// True when an account of that address may be opened.
    pub(crate) fn admits(&self, email: &str) -> bool {
        match self {
            Admits::Anybody => true,
            Admits::Domain { domain, .. } => domain_of(email).is_some_and(|found| found.eq_ignore_ascii_case(domain)),
        }
    }
}

impl From<ProviderSettings> for Provider {
    fn from(settings: ProviderSettings) -> Provider {
        Provider {
            key: settings.key,
            name: settings.name,
            issuer: settings.issuer,
            client_id: settings.client_id,
            client_secret: settings.client_secret,
            admits: Admits::Anybody,
        }
    }
}

/// The part after the `@`.
pub(super) fn domain_of(email: &str) -> Option<&str> {
    email.rsplit_once('@').map(|(_, domain)| domain)
}

/// The key of an organization's provider.
pub(super) fn key_of(organization_id: i64) -> String {
    format!("{RESERVED_KEY_PREFIX}{organization_id}")
}

/// The organization of such a key.
pub(super) fn organization_of(key: &str) -> Option<i64> {
    key.strip_prefix(RESERVED_KEY_PREFIX)?.parse().ok()
}
