//! The note that the endpoints answer with.

use quarry_sdk::prelude::*;

/// A note of the caller's organization.
#[derive(Schema)]
pub struct Note {
    /// Unique in the organization.
    #[schema(example = "Depeg of March")]
    pub title: String,
    #[schema(example = "Began with a large swap.")]
    pub text: String,
    pub written_at: Time,
}
