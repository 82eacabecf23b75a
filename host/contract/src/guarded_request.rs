//! A request, as the rules of access to a tenant's things see it.

use crate::{Caller, Route};
use quarry_stores::result_set::Value;

/// A request as a guard sees it.
#[derive(Debug, Clone, Copy)]
pub struct GuardedRequest<'a> {
    pub route: &'a Route,
    /// The parameters in the order of the route's declaration.
    pub parameters: &'a [Value],
    pub caller: &'a Caller,
    /// The body; `None` before it is read.
    pub body: Option<&'a [u8]>,
}
