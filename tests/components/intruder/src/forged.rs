//! Handles that nobody gave it: numbers that it makes up.
#![allow(unsafe_code, reason = "that is what a hostile component does")]

use crate::attempts::Refusal;
use quarry_sdk::bindings::quarry::plugin::{app_store, secrets, values};
use quarry_sdk::prelude::*;

/// Which handle.
#[derive(Parameters)]
pub struct ForgedPath {
    /// Its kind. It has no example, so that no self-test meets the attack.
    #[parameter(path, max_length = 40)]
    kind: String,
}

/// Uses a handle that it made up
#[endpoint(get = "/intruder/forged/{kind}", key = "read", cache = no_store, body = Refusal)]
pub fn use_forged_handle(_request: &Request, path: ForgedPath) -> Result<Answer, Problem> {
    const MADE_UP: u32 = 7;
    // SAFETY: the handle is nobody's; the host answers its use with a trap, which is what is tested.
    let outcome = unsafe {
        match path.kind.as_str() {
            "secret" => format!("{:?}", secrets::seal(&secrets::Secret::from_handle(MADE_UP))),
            "rows" => format!("{:?}", values::ResultSet::from_handle(MADE_UP).columns()),
            _ => format!("{:?}", app_store::commit(app_store::Transaction::from_handle(MADE_UP))),
        }
    };
    Ok(Answer::object().member("refusal", &outcome).into())
}
