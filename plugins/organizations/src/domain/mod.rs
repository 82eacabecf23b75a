//! The domain of an institution's addresses, and the token that its TXT record says.

pub mod rotate_token;
pub mod verify;

use quarry_sdk::prelude::*;

statement!(app_store, SetEmailDomain, "src/domain/set_email_domain.sql");

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
        false => Err(Problem::invalid_field("email_domain", "This is not a domain: write one such as example.org.")),
    }
}

/// Sets the domain, or none, with a new token for its record: nothing is verified any more.
pub fn set(transaction: &Transaction, email_domain: Option<String>) -> Result<(), Problem> {
    let domain_token = email_domain.is_some().then(new_token).transpose()?;
    transaction.execute(SetEmailDomain { email_domain, domain_token })?;
    Ok(())
}

/// The text of the record of a domain.
pub fn txt_value(token: &str) -> String {
    format!("quarry-domain-verification={token}")
}

/// The answer where there is nothing to verify.
fn no_domain() -> Problem {
    Problem::new(422, "no_domain", "The organization has no email domain: set one first.")
}

/// A token that nobody can guess. It is not a secret: it will stand in the name server for all to see.
fn new_token() -> Result<String, Problem> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| Problem::new(503, "overloaded", "No token could be made; try again."))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
