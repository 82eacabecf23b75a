//! The domain of an institution's addresses, and the token that its TXT record says.

use quarry_sdk::prelude::*;

statement!(app_store, SetEmailDomain, "sql/set_email_domain.sql");

const MAX_DOMAIN_BYTES: usize = 253;
const TOKEN_BYTES: usize = 20;

/// A domain in lowercase; none for an empty text.
pub fn valid(text: &str) -> Result<Option<String>, Problem> {
    let domain = text.trim().trim_end_matches('.').to_ascii_lowercase();
    if domain.is_empty() {
        return Ok(None);
    }
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // A last label of digits alone would be an address.
    let is_name = domain.rsplit('.').next().is_some_and(|last| last.bytes().any(|byte| byte.is_ascii_alphabetic()));
    match domain.len() <= MAX_DOMAIN_BYTES && domain.contains('.') && is_name && domain.split('.').all(is_label) {
        true => Ok(Some(domain)),
        false => Err(Problem::invalid_field("email_domain", "This is no domain: write one such as example.org.")),
    }
}

/// A token that nobody can guess. It is no secret: it will stand in the name server for all to see.
pub fn new_token() -> Result<String, Problem> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| Problem::new(503, "overloaded", "No token could be made; try again."))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
