//! Live updates: a WebSocket at `/cable` by which the host tells people what concerns them while they look.
//!
//! A browser asks `GET /session/cable_token` for a ticket and connects with it; the ticket is good once, for half a minute. A page
//! that anybody may open connects with `audience=public` instead, and is told of switched modules and pages alone.
//! Messages are JSON and go one way. A message is a hint to look: a client that was away, or was told late, finds everything in
//! the operations that the message is about.
//!
//! Always true here: a connection belongs to a session and ends within a second of it, on whatever host; what is told to a
//! person goes to that person alone; connections, messages that wait for a reader, and what a client may send are bounded,
//! and a reader who does not keep up is let go rather than waited for; the ticket stands in no log.
//!
//! To tell people something new: a variant of `live_messages::Notice`, published with the transaction that it is about; a component tells
//! them by the interface `notifications`.

mod admission;
mod connection;
mod follow;
mod hub;
mod messages;
mod origin;
mod switches;
mod tickets;

pub use tickets::{TICKET_LIFE, Ticket};

use hub::Hub;
use origin::Origins;
use quarry_identity::Sessions;
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::clock::Clock;
use quarry_telemetry::CableFigures;
use std::sync::Arc;
use std::time::Duration;

/// The path at which it is found, outside the base path.
pub const CABLE_PATH: &str = "/cable";

/// The limits on connections, and the origins they may come from.
#[derive(Debug, Clone)]
pub struct CableSettings {
    /// Origins of the deployment's pages (`https://app.example.org`); empty: pages of the address that is asked, where that
    /// is `localhost` or a number.
    pub origins: Vec<String>,
    /// Connections of a host.
    pub connections: usize,
    /// The most connections of one person.
    pub connections_per_person: usize,
    /// The most connections of public pages at one client address (IPv6: one /64).
    pub public_connections_per_address: usize,
    /// The time between two questions whether the other side is there; one that has not answered by the next question is gone.
    pub heartbeat: Duration,
}

/// The live updates of a host. A clone shares the connections.
#[derive(Clone)]
pub struct Cable {
    store: AppStore,
    sessions: Sessions,
    origins: Arc<Origins>,
    hub: Hub,
    heartbeat: Duration,
    /// The newest message that was there before.
    newest: i64,
    clock: Clock,
    figures: Arc<CableFigures>,
}

impl Cable {
    /// Tells what is written from now on.
    pub async fn open(
        store: AppStore,
        sessions: Sessions,
        settings: &CableSettings,
        clock: Clock,
    ) -> Result<Cable, AppStoreError> {
        Ok(Cable {
            newest: messages::newest(&store).await?,
            store,
            sessions,
            origins: Arc::new(Origins::new(&settings.origins)),
            hub: Hub::new(
                settings.connections,
                settings.connections_per_person,
                settings.public_connections_per_address,
            ),
            heartbeat: settings.heartbeat,
            clock,
            figures: Arc::default(),
        })
    }

    /// The figures of it.
    pub fn figures(&self) -> Arc<CableFigures> {
        Arc::clone(&self.figures)
    }
}
