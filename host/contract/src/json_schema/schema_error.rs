//! The reasons for which a schema is not used.

use thiserror::Error;

/// A schema that is not used, with the reason for its author.
#[derive(Debug, Error)]
pub enum SchemaError {
    #[error("{keyword} at {place} is refused: {reason}")]
    Keyword { keyword: String, place: String, reason: String },
    #[error("it has more than {most} {what}")]
    TooLarge { what: &'static str, most: usize },
    #[error(
        "its check could take too long: {steps} steps for a value of {bytes} bytes, and {most} are allowed; most of them at {place}, \
         which one part of the value can be held against {times} times. Declare fewer bytes, shorter patterns and lists of \
         choices, or fewer choices within choices"
    )]
    TooExpensive { bytes: u64, steps: u64, most: u64, place: String, times: u64 },
    #[error("{0}")]
    Invalid(String),
}
