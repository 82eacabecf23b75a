//! What can be the email of an account at all.

use quarry_sdk::prelude::*;

/// Characters of the longest address.
const MOST_CHARACTERS: usize = 254;

/// The address without spaces around it; 422 where no account can have it, since it is no address.
pub fn read(entered: &str) -> Result<&str, Problem> {
    let email = entered.trim();
    match email.rsplit_once('@') {
        Some((local, host)) if email.chars().count() <= MOST_CHARACTERS && is_local(local) && is_host(host) => {
            Ok(email)
        }
        _ => {
            let sentence = "That is no email address: it has the form name@example.org.";
            Err(Problem::invalid_field("email", sentence))
        }
    }
}

fn is_local(local: &str) -> bool {
    let quoted = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match quoted {
        Some(text) => !text.is_empty() && !text.contains(|character: char| character.is_control()),
        None => local.split('.').all(is_atom),
    }
}

/// A name with a dot, or an address of the network in brackets.
fn is_host(host: &str) -> bool {
    let bracketed = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match bracketed {
        Some(address) => address.chars().all(|character| character.is_ascii_alphanumeric() || ".:".contains(character)),
        None => host.contains('.') && host.split('.').all(is_atom),
    }
}

/// A part between dots, as RFC 5322 has it, with the letters of all scripts (RFC 6532).
fn is_atom(part: &str) -> bool {
    let is_taken = |character: char| match character.is_ascii() {
        true => character.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(character),
        false => !character.is_whitespace() && !character.is_control(),
    };
    !part.is_empty() && part.chars().all(is_taken)
}
