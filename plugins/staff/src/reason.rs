//! The reason that staff give for an action.

use quarry_sdk::prelude::*;

/// A reason of 1 to 500 characters, for staff who read it later.
#[derive(Schema, Serialize, Deserialize)]
#[schema(multi_line, min_length = 1, max_length = 500, example = "asked for by the owner, ticket 812")]
pub struct Reason(pub String);
