//! The same small answer from a component that knows nothing of Quarry, for `bare_wasmtime_small`.

#[allow(unsafe_code, missing_docs, clippy::all, unused_qualifications, unreachable_pub)]
mod bindings {
    wit_bindgen::generate!({ world: "bare", path: "bare.wit" });
}

struct Bare;

impl bindings::Guest for Bare {
    fn answer(path: String) -> String {
        let number = if path.is_empty() { 0 } else { 42 };
        format!("{{\"message\":\"hello\",\"number\":{number}}}")
    }
}

mod export {
    #![allow(unsafe_code)]
    use super::{Bare, bindings};
    bindings::export!(Bare with_types_in bindings);
}
