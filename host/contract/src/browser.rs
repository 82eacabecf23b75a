//! The parts of a browser's request that only the host's own session operations see. No component is given any of it.

use crate::Secret;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The browser of one request.
#[derive(Debug)]
pub struct Browser {
    pub client_ip: IpAddr,
    /// The request's id, as the log has it.
    pub request_id: Arc<str>,
    /// The first part of `User-Agent`; empty where none was sent.
    pub user_agent: String,
    /// The configured client that `X-SERVICE-Client` named; empty on operations that do not ask for it.
    pub service_client: String,
    /// The value of the session cookie.
    pub session_token: Option<Secret>,
    /// Scheme and authority at which the browser asked (`https://data.example.org`), by the request's own host; none where it
    /// names none. It is the client's word: fit for links in an answer that nobody else is given.
    pub origin: Option<String>,
    change: Mutex<Option<CookieChange>>,
}

/// The change that the answer makes to the session cookie.
#[derive(Debug, Clone)]
pub enum CookieChange {
    Keep { token: Secret, max_age_seconds: i64 },
    Forget,
}

impl Browser {
    pub fn new(
        client_ip: IpAddr,
        request_id: Arc<str>,
        user_agent: String,
        service_client: String,
        session_token: Option<Secret>,
    ) -> Browser {
        let change = Mutex::new(None);
        Browser { client_ip, request_id, user_agent, service_client, session_token, origin: None, change }
    }

    /// Says at which scheme and authority the browser asked.
    pub fn at(self, origin: Option<String>) -> Browser {
        Browser { origin, ..self }
    }

    /// Says what the answer, good or bad, does with the session cookie; the last word counts.
    #[inline]
    pub fn change_cookie(&self, change: CookieChange) {
        *self.change.lock().unwrap_or_else(PoisonError::into_inner) = Some(change);
    }

    /// The change that was asked for.
    #[inline]
    pub fn cookie_change(&self) -> Option<CookieChange> {
        self.change.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
