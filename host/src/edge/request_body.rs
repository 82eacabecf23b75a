//! Stage: request body. A body that says it is over the limit is refused before anything is done for it.

use crate::contract::Problem;
use http::{HeaderMap, header::CONTENT_LENGTH};

pub(super) fn check_length(headers: &HeaderMap, max_bytes: u64) -> Result<(), Problem> {
    // A malformed length never gets here: the HTTP parser answers it with 400.
    let declared = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    match declared {
        Some(length) if length > max_bytes => Err(Problem::new(
            413,
            "payload_too_large",
            format!("The request body has {length} bytes; {max_bytes} is the most."),
        )
        .with("limit", max_bytes)),
        _ => Ok(()),
    }
}
