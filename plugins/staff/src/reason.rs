//! Why staff did something.

use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// 1 to 500 characters for those who look later.
#[derive(Serialize, Deserialize)]
pub struct Reason(pub String);

impl Schema for Reason {
    fn schema() -> Json {
        json!({ "type": "string", "minLength": 1, "maxLength": 500 })
    }

    fn example() -> Json {
        json!("asked for by the owner, ticket 812")
    }
}
