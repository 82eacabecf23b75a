//! The session operations that the host serves itself: who is signed in, signing in and out, the recent-password window,
//! tickets for live updates. They declare themselves as any other, and no component sees what they are sent.
//!
//! To add one: a file with its `declaration` and its function, and its line in [`declarations`] and in [`SessionOperations::routes`].

mod answers;
mod authorize;
mod cable_token;
mod exchange;
mod logout;
mod recovery;
mod refresh;
mod shared;
mod show_session;
mod show_sudo;
mod sudo;
mod viewer;

use quarry_contract::{Handler, Request, Route, Served, native};
use std::future::Future;
use std::sync::Arc;

pub use shared::SessionOperations;

/// The declarations, for documents of hosts that do not run.
pub fn declarations() -> Vec<Route> {
    vec![
        show_session::declaration(),
        exchange::declaration(),
        authorize::declaration(),
        refresh::declaration(),
        logout::declaration(),
        recovery::declaration(),
        show_sudo::declaration(),
        sudo::declaration(),
        cable_token::declaration(),
    ]
}

impl SessionOperations {
    /// The operations with what answers them.
    pub fn routes(self: &Arc<Self>) -> Vec<(Arc<Route>, Arc<dyn Handler>)> {
        vec![
            self.route(show_session::declaration(), show_session::show_session),
            self.route(exchange::declaration(), exchange::exchange),
            self.route(authorize::declaration(), authorize::authorize),
            self.route(refresh::declaration(), refresh::refresh),
            self.route(logout::declaration(), logout::logout),
            self.route(recovery::declaration(), recovery::ask_for_recovery),
            self.route(show_sudo::declaration(), show_sudo::show_sudo),
            self.route(sudo::declaration(), sudo::open_sudo),
            self.route(cable_token::declaration(), cable_token::issue),
        ]
    }

    fn route<Answering>(
        self: &Arc<Self>,
        declaration: Route,
        answer: fn(Arc<SessionOperations>, Request) -> Answering,
    ) -> (Arc<Route>, Arc<dyn Handler>)
    where
        Answering: Future<Output = Served> + Send + 'static,
    {
        let shared = Arc::clone(self);
        (Arc::new(declaration), native(move |request| answer(Arc::clone(&shared), request)))
    }
}
