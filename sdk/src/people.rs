//! Calls by which staff change other people's accounts. The host checks the caller and the account, and writes the audit entry.
//!
//! ```no_run
//! use quarry_sdk::people;
//!
//! # fn look(user_id: i64) -> Result<quarry_sdk::Time, quarry_sdk::Problem> {
//! let ended = people::sign_out_everywhere(user_id)?;
//! let until = people::begin_acting(user_id, "the chart of ticket 812 stays empty", 15)?;
//! # let _ = ended;
//! # Ok(until)
//! # }
//! ```

use crate::Problem;
use crate::Time;
use crate::bindings::quarry::plugin::people as wit;

pub use wit::{PeopleFailure, Standing};

/// Ends every session of a person, and gives their number. Needs the grant `people`, as every function here does.
pub fn sign_out_everywhere(user_id: i64) -> Result<u32, PeopleFailure> {
    wit::sign_out_everywhere(user_id)
}

/// Takes the second factor away from an account whose person has lost it, and ends its sessions; tells whether there was one.
///
/// ```no_run
/// use quarry_sdk::people;
///
/// # fn example(user_id: i64) -> Result<(), quarry_sdk::Problem> {
/// let _had_one = people::reset_second_factor(user_id)?;
/// # Ok(())
/// # }
/// ```
pub fn reset_second_factor(user_id: i64) -> Result<bool, PeopleFailure> {
    wit::reset_second_factor(user_id)
}

/// Revokes the keys of the organizations that a person owns and those that the person minted; gives their number.
pub fn revoke_keys(user_id: i64) -> Result<u32, PeopleFailure> {
    wit::revoke_keys(user_id)
}

/// Shuts a person out or lets them in again; without `disabled` it turns the present state over. Gives whether they are shut
/// out now.
pub fn set_disabled(user_id: i64, disabled: Option<bool>, reason: Option<&str>) -> Result<bool, PeopleFailure> {
    wit::set_disabled(user_id, disabled, reason)
}

/// Sets tier and permissions, all of them; for staff of the tier `alpha`.
///
/// ```no_run
/// use quarry_sdk::people::{self, Standing};
///
/// # fn example(user_id: i64, wanted: &Standing) -> Result<Standing, quarry_sdk::Problem> {
/// Ok(people::set_standing(user_id, wanted)?)
/// # }
/// ```
pub fn set_standing(user_id: i64, standing: &Standing) -> Result<Standing, PeopleFailure> {
    wit::set_standing(user_id, standing)
}

/// Lets the caller look at the service as another person for 1 to 60 minutes, and gives the time at which that ends. The host
/// adds to the answer what the browser needs for it.
pub fn begin_acting(user_id: i64, reason: &str, minutes: u32) -> Result<Time, PeopleFailure> {
    wit::begin_acting(user_id, reason, minutes).map(|microseconds| Time { microseconds })
}

/// Gives the session back to the member of staff, and tells the id of that person.
///
/// ```no_run
/// use quarry_sdk::people;
///
/// # fn example(user_id: i64) -> Result<(), quarry_sdk::Problem> {
/// let _whose = people::end_acting()?;
/// # let _ = user_id;
/// # Ok(())
/// # }
/// ```
pub fn end_acting() -> Result<i64, PeopleFailure> {
    wit::end_acting()
}

/// A call that failed becomes the published error; a handler that knows better matches on the failure instead.
impl From<PeopleFailure> for Problem {
    fn from(failure: PeopleFailure) -> Problem {
        match failure {
            PeopleFailure::Forbidden(detail) => Problem::new(403, "forbidden", detail),
            PeopleFailure::UnknownPerson(detail) => Problem::not_found(detail),
            PeopleFailure::OwnAccount(detail) => Problem::new(422, "own_account", detail),
            PeopleFailure::NotNow(detail) => Problem::new(422, "not_now", detail),
            PeopleFailure::Unavailable(detail) => Problem::store_unavailable("app_store", detail),
            PeopleFailure::NotGranted(detail) | PeopleFailure::Rejected(detail) => Problem::refused_by_host(&detail),
        }
    }
}
