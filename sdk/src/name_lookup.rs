//! Names of the internet, as the deployment's name server has them. Needs the grant `name-lookup`.
//!
//! ```no_run
//! use quarry_sdk::name_lookup;
//!
//! # fn is_theirs(expected: String) -> Result<bool, quarry_sdk::Problem> {
//! let is_theirs = name_lookup::txt_records("example.org")?.contains(&expected);
//! # Ok(is_theirs)
//! # }
//! ```

use crate::Problem;
use crate::bindings::quarry::plugin::name_lookup as wit;

pub use wit::NameFailure;

/// The texts that stand at a name (records of the type TXT). The list is empty when the name has no such record.
pub fn txt_records(name: &str) -> Result<Vec<String>, NameFailure> {
    wit::txt_records(name)
}

/// Checks that the host would send a request to a URL that a caller gave: it uses `https`, and every address of its name is
/// public.
pub fn check_url(url: &str) -> Result<(), NameFailure> {
    wit::check_url(url)
}

/// A handler that asks about what a person sent matches on [`NameFailure::Refused`] instead.
impl From<NameFailure> for Problem {
    fn from(failure: NameFailure) -> Problem {
        match failure {
            NameFailure::Unavailable(detail) => Problem::new(503, "data_source_unavailable", detail),
            NameFailure::NotGranted(detail)
            | NameFailure::Rejected(detail)
            | NameFailure::LimitExceeded(detail)
            | NameFailure::Refused(detail) => Problem::refused_by_host(&detail),
        }
    }
}
