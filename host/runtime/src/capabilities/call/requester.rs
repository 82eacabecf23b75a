//! The one who asks for something in a call.

use quarry_contract::{Browser, Caller};
use quarry_identity::OpaqueToken;
use quarry_identity::outbox::Origin;
use std::sync::Arc;

/// The caller of a request or job, and the way that they came.
pub(in crate::capabilities) struct Requester {
    pub(in crate::capabilities) caller: Caller,
    pub(in crate::capabilities) request_id: Arc<str>,
    /// The browser, on a route of the session interface; the guest sees nothing of it.
    pub(in crate::capabilities) browser: Option<Arc<Browser>>,
    /// True where the route asks for a staff permission.
    pub(super) is_on_staff_route: bool,
}

impl Requester {
    /// Tells whether the call acts for others than its caller: as a job, or on a route of staff.
    pub(in crate::capabilities) fn acts_for_anybody(&self) -> bool {
        match self.caller {
            Caller::Job(_) => true,
            Caller::Person(_) => self.is_on_staff_route,
            Caller::Nobody | Caller::Key(_) => false,
        }
    }

    /// The origin that a change is written with.
    pub(in crate::capabilities) fn origin<'a>(&'a self, component: &'a str) -> Origin<'a> {
        Origin { component, request_id: &self.request_id, caller: &self.caller }
    }

    /// The token of the session that the browser brought.
    pub(in crate::capabilities) fn session_token(&self) -> Option<OpaqueToken> {
        let token = self.browser.as_ref()?.session_token.as_ref()?;
        OpaqueToken::parse(token.expose())
    }
}
