//! Secrets, as handles.

use crate::calls::{Arguments, Done, Outcome, failed, given};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};

pub fn call(name: &str, arguments: &Arguments) -> Option<Outcome> {
    Some(match name {
        "mint" => {
            let prefix = arguments.text.as_deref().unwrap_or("tok_");
            Secret::mint(prefix).map(|secret| Done::Secrets(vec![secret])).map_err(failed)
        }
        "fingerprint" => arguments.secret_to_use(|secret| given(secret.fingerprint(), hex)),
        "seal" => arguments.secret_to_use(|secret| given(secret.seal(), hex)),
        "unseal" => given(Secret::unseal(&bytes(arguments)), |_| json!("done")),
        "hash-password" => arguments.secret_to_use(|secret| given(secret.hash_password(), hex)),
        "verify-password" => {
            arguments.secret_to_use(|secret| given(secret.verify_password(&bytes(arguments)), |is_it| json!(is_it)))
        }
        "sign" => arguments.secret_to_use(|secret| given(secret.sign(&arguments.bytes()), hex)),
        "configured" => given(Secret::configured(arguments.text()), |_| json!("done")),
        _ => return None,
    })
}

fn hex(bytes: Vec<u8>) -> Json {
    json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

fn bytes(arguments: &Arguments) -> Vec<u8> {
    let hex = arguments.hex.as_deref().unwrap_or_default();
    (0..hex.len() / 2).filter_map(|index| u8::from_str_radix(hex.get(2 * index..2 * index + 2)?, 16).ok()).collect()
}
