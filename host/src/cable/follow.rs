//! The work while people are connected: messages are looked for, sessions confirmed, switched modules told.

use crate::cable::Cable;
use crate::cable::hub::{End, Listening};
use crate::cable::messages::Reader;
use crate::cable::switches::Switches;
use crate::modules::ModuleChange;
use quarry_identity::LiveSession;
use quarry_stores::app::AppStoreError;
use quarry_stores::shutdown::Shutdown;
use serde_json::json;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// The time between two looks at the store: a session that has ended is noticed within a second.
const LOOK: Duration = Duration::from_millis(500);
/// Sessions that are confirmed by one statement.
const CONFIRMED_AT_ONCE: usize = 200;
/// The time for which sessions are believed that the store does not confirm.
const BELIEVED: Duration = Duration::from_secs(3);
/// The time that connected clients may take to hear that the host stops.
const LAST_WORDS: Duration = Duration::from_secs(3);
const LAST_WORDS_LOOK: Duration = Duration::from_millis(20);

impl Cable {
    /// Tells those who are connected what comes, until `shutdown`; then lets them go.
    pub async fn follow(&self, mut shutdown: Shutdown, mut modules: broadcast::Receiver<ModuleChange>) {
        let mut reader = Reader::after(self.newest);
        let mut confirmed_at = Instant::now();
        let mut are_modules_told = true;
        let mut pages: Option<Switches> = None;
        loop {
            tokio::select! {
                () = shutdown.wait() => break,
                change = modules.recv(), if are_modules_told => match change {
                    Ok(change) => self.tell_of_module(&change),
                    // Those that were missed are in the list of modules.
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => are_modules_told = false,
                },
                () = tokio::time::sleep(LOOK) => {
                    self.look(&mut reader, &mut confirmed_at).await;
                    self.look_at_pages(&mut pages).await;
                }
            }
        }
        self.hub.stop();
        let stopping = Instant::now();
        while !self.hub.is_empty() && stopping.elapsed() < LAST_WORDS {
            tokio::time::sleep(LAST_WORDS_LOOK).await;
        }
    }

    async fn look(&self, reader: &mut Reader, confirmed_at: &mut Instant) {
        // Sessions are believed no longer when the store hangs than when it fails.
        let left = BELIEVED.saturating_sub(confirmed_at.elapsed()).max(LOOK);
        match tokio::time::timeout(left, self.confirm()).await {
            Ok(Ok(())) => *confirmed_at = Instant::now(),
            failed => {
                match failed {
                    Ok(Err(error)) => {
                        tracing::warn!(%error, "the sessions that listen to live updates could not be confirmed");
                    }
                    _ => tracing::warn!("the sessions that listen to live updates were not confirmed in time"),
                }
                if confirmed_at.elapsed() >= BELIEVED {
                    self.hub.end_all(End::Unconfirmed);
                }
                return;
            }
        }
        match tokio::time::timeout(BELIEVED, reader.look(&self.store, &self.hub.people())).await {
            Ok(Ok(messages)) => {
                for message in &messages {
                    self.hub.tell(message);
                }
            }
            Ok(Err(error)) => tracing::warn!(%error, "the messages for live updates could not be read"),
            Err(_) => tracing::warn!("the messages for live updates were not read in time"),
        }
    }

    /// Tells public pages which pages staff have switched since the last look.
    async fn look_at_pages(&self, known: &mut Option<Switches>) {
        if !self.hub.has_public() {
            *known = None;
            return;
        }
        // The next look finds what this one could not.
        let Ok(Ok(now)) = tokio::time::timeout(BELIEVED, self.switches()).await else { return };
        // Before the first look a page may have been switched that the first to connect was told otherwise.
        let switched = known.as_ref().map_or_else(|| now.pages(), |before| now.changed_pages(before));
        for (key, enabled) in switched {
            self.hub.tell_public(&json!({ "type": "route", "key": key, "enabled": enabled }).to_string().into());
        }
        *known = Some(now);
    }

    async fn confirm(&self) -> Result<(), AppStoreError> {
        let sessions = self.hub.sessions();
        for asked in sessions.chunks(CONFIRMED_AT_ONCE) {
            let good = self.sessions.live(asked, self.clock.now()).await?;
            let good: HashMap<i64, Listening> =
                good.into_iter().map(|session| (session.session_id, session.into())).collect();
            self.hub.confirm(asked, &good);
        }
        Ok(())
    }

    fn tell_of_module(&self, change: &ModuleChange) {
        let body = json!({ "type": "module", "key": change.key, "enabled": change.enabled });
        self.hub.tell_of_module(&body.to_string().into());
    }
}

impl From<LiveSession> for Listening {
    fn from(session: LiveSession) -> Listening {
        Listening { session_id: session.session_id, user_id: session.user_id, manages_modules: session.manages_modules }
    }
}
