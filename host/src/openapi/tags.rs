//! The tags by which operations are grouped.

use crate::openapi::PublishedOperation;

/// The tag of operations that belong to no family.
const SERVICE_TAG: &str = "service";
const SERVICE_SUMMARY: &str = "The documents of the API itself.";

/// The tag of an operation: its family's name and sentence.
pub(super) fn tag(published: &PublishedOperation) -> (&str, &str) {
    match &published.family {
        Some(family) => (&family.name, &family.summary),
        None => (SERVICE_TAG, SERVICE_SUMMARY),
    }
}
