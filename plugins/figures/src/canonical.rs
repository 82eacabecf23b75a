//! JSON that is the same everywhere (RFC 8785), and its digest.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;
use sha2::{Digest, Sha256};

/// The largest whole number that every reader of JSON holds exactly.
pub const LARGEST_EXACT: i64 = 9_007_199_254_740_991;

/// Members by name, no space, numbers as ECMAScript writes them.
pub fn canonical(json: &Json) -> Result<String, Problem> {
    serde_json_canonicalizer::to_string(json).map_err(|_| {
        let sentence =
            "This cannot be cited, because not all readers of JSON would read it alike: cite something else.";
        Problem::new(422, "validation_failed", sentence)
    })
}

/// Rows one after the other: SHA-256 over the canonical JSON of each, a line each.
#[derive(Default)]
pub struct RowDigest {
    digest: Sha256,
}

impl RowDigest {
    /// Takes a row in.
    pub fn add_row(&mut self, row: &Json) -> Result<(), Problem> {
        self.digest.update(canonical(row)?.as_bytes());
        self.digest.update(b"\n");
        Ok(())
    }

    /// `sha256:` and 64 hex digits.
    pub fn finish(self) -> String {
        let digest = self.digest.finalize();
        let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256:{digits}")
    }
}

/// SHA-256 of a text.
pub fn sha256(text: &str) -> Hash {
    Hash(Sha256::digest(text.as_bytes()).to_vec())
}
