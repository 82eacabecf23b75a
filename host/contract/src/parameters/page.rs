//! The parameters that every paged operation has: `limit` and `cursor`.

use super::refusal::refuse;
use crate::Problem;

/// The most rows any read gives; larger slices are exports.
pub const MAX_PAGE_ROWS: u32 = 500;

/// Rows of a page as asked for: more than [`MAX_PAGE_ROWS`] gives that many; zero, a negative number or something
/// else is refused.
pub fn parse_limit(text: &str) -> Result<u32, Problem> {
    let expectation = "it must be a whole number of at least 1 (more than 500 gives 500)";
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(refuse("limit", text, expectation));
    }
    // Digits that do not fit are more than 500.
    match text.parse().unwrap_or(u32::MAX) {
        0 => Err(refuse("limit", text, expectation)),
        limit => Ok(limit.min(MAX_PAGE_ROWS)),
    }
}
