//! Text that is never shown.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// A password, or an address that may hold one.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct SecretText(String);

impl SecretText {
    /// The text itself, for the one who connects with it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The secret; `None` when it is empty.
    pub fn given(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(self.0.as_str())
    }

    /// The text that may be shown: an address without its password; of anything else only that it is set.
    fn masked(&self) -> String {
        match url::Url::parse(&self.0) {
            Ok(mut address) if address.has_host() || address.scheme() == "sqlite" => {
                if address.password().is_some() && address.set_password(Some("***")).is_err() {
                    return "***".to_owned();
                }
                address.set_query(None);
                address.to_string()
            }
            _ if self.0.is_empty() => String::new(),
            _ => "***".to_owned(),
        }
    }
}

impl From<String> for SecretText {
    fn from(text: String) -> Self {
        SecretText(text)
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.masked())
    }
}

impl Serialize for SecretText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.masked())
    }
}
