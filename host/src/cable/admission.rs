//! Letting a connection in: from a page of the deployment; with a ticket, of a session that is good, or as a public page.

use crate::cable::hub::{Listening, Place};
use crate::cable::messages::newest;
use crate::cable::{CABLE_PATH, Cable, connection};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::request::Parts;
use quarry_contract::Problem;
use quarry_edge::{LiveUpdates, ServeUpgraded};
use quarry_identity::{OpaqueToken, store_failed};
use quarry_stores::app::AppStoreError;
use quarry_telemetry::CableRefusal;
use std::net::IpAddr;

/// The name that the ticket has in the query.
const TICKET: &str = "ticket";
/// A page that anybody may open asks with this query, and needs no ticket.
const PUBLIC: &str = "audience=public";

impl LiveUpdates for Cable {
    fn path(&self) -> &'static str {
        CABLE_PATH
    }

    fn is_public(&self, parts: &Parts) -> bool {
        parts.uri.query() == Some(PUBLIC)
    }

    fn admit<'a>(&'a self, parts: &'a Parts, client_ip: IpAddr) -> BoxFuture<'a, Result<ServeUpgraded, Problem>> {
        Box::pin(async move {
            let place = self.place(parts, client_ip).await.map_err(|(why, problem)| {
                self.figures.refuse(why);
                problem
            })?;
            let (heartbeat, figures) = (self.heartbeat, self.figures());
            let serve: ServeUpgraded =
                Box::new(move |stream| connection::serve(stream, place, heartbeat, figures.begin()).boxed());
            Ok(serve)
        })
    }
}

impl Cable {
    async fn place(&self, parts: &Parts, client_ip: IpAddr) -> Result<Place, (CableRefusal, Problem)> {
        if !self.origins.admit(parts) {
            let detail = "Live updates are for the pages of this deployment: the header Origin names none of them.";
            return Err((CableRefusal::Origin, Problem::new(403, "forbidden", detail)));
        }
        let unavailable = |error: AppStoreError| (CableRefusal::Unavailable, store_failed(&error));
        if self.is_public(parts) {
            // Entered first, so that no switch is turned unseen between the list and the messages.
            let mut place = self.hub.enter_public(client_ip).map_err(|problem| (CableRefusal::NoPlace, problem))?;
            place.first = Some(self.switches().await.map_err(unavailable)?.body());
            return Ok(place);
        }
        let refused = || {
            let detail =
                "The ticket is missing, was used, or is older than 30 seconds: get one by GET /session/cable_token.";
            (CableRefusal::Ticket, Problem::new(401, "invalid_ticket", detail))
        };
        let now = self.clock.now();
        let ticket = ticket(parts.uri.query().unwrap_or_default()).ok_or_else(refused)?;
        let session_id = self.take_ticket(&ticket, now).await.map_err(unavailable)?;
        let session_id = session_id.ok_or_else(refused)?;
        // What was written before somebody listens is not told.
        let after = newest(&self.store).await.map_err(unavailable)?;
        let live = self.sessions.live(&[session_id], now).await.map_err(unavailable)?;
        let listening: Listening = live.into_iter().next().ok_or_else(refused)?.into();
        self.hub.enter(listening, after).map_err(|problem| (CableRefusal::NoPlace, problem))
    }
}

/// The one ticket of a query.
fn ticket(query: &str) -> Option<OpaqueToken> {
    let mut found = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == TICKET);
    let (_, value) = found.next()?;
    if found.next().is_some() { None } else { OpaqueToken::parse(&value) }
}
