//! The identity providers of organizations, for their admins. Needs the grant `single-sign-on`.

use crate::bindings::quarry::plugin::single_sign_on as wit;
use crate::{Problem, Secret};

pub use wit::{Change, Finding, Report, SingleSignOnFailure};

/// Saves the provider of an organization; what `change` leaves out stays. The host keeps the client secret.
///
/// ```no_run
/// use quarry_sdk::single_sign_on::{self, Change};
///
/// # fn switch_on(organization_id: i64) -> Result<(), quarry_sdk::Problem> {
/// let change = Change { issuer: None, client_id: None, is_enabled: Some(true) };
/// single_sign_on::save(organization_id, &change, None)?;
/// # Ok(())
/// # }
/// ```
pub fn save(organization_id: i64, change: &Change, client_secret: Option<&Secret>) -> Result<(), SingleSignOnFailure> {
    wit::save(organization_id, change, client_secret.map(Secret::handle))
}

/// Looks at the stored provider as a sign-in would, and says what was found.
pub fn test(organization_id: i64) -> Result<Report, SingleSignOnFailure> {
    wit::test(organization_id)
}

/// The published refusals: `not_found`, `forbidden`, and `validation_failed` with its field.
impl From<SingleSignOnFailure> for Problem {
    fn from(failure: SingleSignOnFailure) -> Problem {
        match failure {
            SingleSignOnFailure::Unknown(detail) => Problem::not_found(detail),
            SingleSignOnFailure::Forbidden(detail) => Problem::forbidden(detail),
            SingleSignOnFailure::Invalid(invalid) => Problem::invalid_field(&invalid.field, invalid.sentence),
            SingleSignOnFailure::Unavailable(detail) => Problem::new(503, "data_source_unavailable", detail),
            SingleSignOnFailure::NotGranted(detail) | SingleSignOnFailure::Rejected(detail) => {
                Problem::refused_by_host(&detail)
            }
        }
    }
}
