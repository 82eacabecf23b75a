//! The names that belong to one component.

use crate::app::is_table_of_the_host;

/// PostgreSQL cuts longer names, so that two of them could be one.
const MAX_NAME_BYTES: usize = 63;

/// The tables, indexes and sequences of one component: their names begin with the component's own and two underscores.
///
/// A component's name has no two `-` beside each other, so the first two underscores end it, and `price` owns nothing of
/// `price-alerts`.
#[derive(Debug, Clone)]
pub struct OwnNames {
    prefix: String,
}

impl OwnNames {
    /// The names of the component `price-alerts` begin with `price_alerts__`.
    pub fn of(component: &str) -> OwnNames {
        OwnNames { prefix: format!("{}__", component.replace('-', "_")) }
    }

    /// The beginning that all of them share.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Tells one of them by `name`, as an engine keeps it. A component that is called `api` does not own `api_keys`.
    pub fn has(&self, name: &str) -> bool {
        name.len() > self.prefix.len()
            && name.len() <= MAX_NAME_BYTES
            && name.starts_with(&self.prefix)
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
            && !is_table_of_the_host(name)
    }
}
