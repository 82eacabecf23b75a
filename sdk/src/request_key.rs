//! The word by which a write of signed-in people is made once.

use crate::Schema;
use serde_json::{Value as Json, json};

/// The member `request_key` of a body whose endpoint says `request_key`: a word of the client's own for this one write. The host makes the
/// write once for each word of the tenant that the guard finds; the component need not look at it.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # use serde::Deserialize;
/// #[derive(Deserialize, Schema)]
/// struct NewPayment {
///     request_key: RequestKey,
///     #[schema(minimum = 1, example = 1_900)]
///     amount_minor: i64,
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub struct RequestKey(pub String);

impl Schema for RequestKey {
    fn schema() -> Json {
        json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$" })
    }

    fn example() -> Json {
        json!("5f0c2d7e-8a41-4c9b-b7a0-3f6d1e2a9c84")
    }
}
