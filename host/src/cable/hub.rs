//! The clients that are connected to this host, and the messages that wait for them.

use crate::cable::messages::Message;
use quarry_contract::Problem;
use quarry_edge::counted_address;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// Messages that may wait for one reader.
const WAITING: usize = 64;

/// The reason why the host ends a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    SessionEnded,
    /// The store did not confirm the session for seconds.
    Unconfirmed,
    TooSlow,
    Stopping,
}

/// The owner of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Listening {
    pub(super) session_id: i64,
    pub(super) user_id: i64,
    /// True when they are told of modules.
    pub(super) manages_modules: bool,
}

/// The client of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listener {
    Person(Listening),
    /// A page that needs no sign-in, which receives switches alone; with the address that it counts for.
    PublicPage(IpAddr),
}

impl Listener {
    fn person(self) -> Option<Listening> {
        match self {
            Listener::Person(listening) => Some(listening),
            Listener::PublicPage(_) => None,
        }
    }
}

struct Entry {
    listener: Listener,
    /// The newest message from before they listened.
    after: i64,
    messages: mpsc::Sender<Arc<str>>,
    end: Option<oneshot::Sender<End>>,
}

#[derive(Default)]
struct Connected {
    entries: HashMap<u64, Entry>,
    next_number: u64,
    is_stopping: bool,
}

/// A clone shares the connections.
#[derive(Clone)]
pub(super) struct Hub {
    connected: Arc<Mutex<Connected>>,
    most: usize,
    most_of_a_person: usize,
    most_of_an_address: usize,
}

/// A connection's place; dropped, it is free.
pub(super) struct Place {
    hub: Hub,
    number: u64,
    /// The message right after the greeting.
    pub(super) first: Option<Arc<str>>,
    pub(super) messages: mpsc::Receiver<Arc<str>>,
    pub(super) end: oneshot::Receiver<End>,
}

impl Hub {
    pub(super) fn new(most: usize, most_of_a_person: usize, most_of_an_address: usize) -> Hub {
        Hub { connected: Arc::default(), most, most_of_a_person, most_of_an_address }
    }

    fn connected(&self) -> MutexGuard<'_, Connected> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place, if there is one, for what comes after the message of that number.
    pub(super) fn enter(&self, listening: Listening, after: i64) -> Result<Place, Problem> {
        let connected = self.open()?;
        if connected.entries.len() >= self.most {
            return Err(Problem::overloaded(format!(
                "This host has its {} connections for live updates: try again shortly.",
                self.most
            )));
        }
        let is_own = |entry: &&Entry| entry.listener.person().is_some_and(|known| known.user_id == listening.user_id);
        let own = connected.entries.values().filter(is_own).count();
        if own >= self.most_of_a_person {
            let detail = format!(
                "You have {own} connections for live updates here, which is all that one person may have: close one."
            );
            return Err(Problem::new(429, "rate_limited", detail).with("limit", self.most_of_a_person).retry_after(5));
        }
        Ok(self.seat(connected, Listener::Person(listening), after))
    }

    /// Takes a place for a public page of a client at `address`. Public pages leave half of the places to people, and one
    /// address leaves places to the others.
    pub(super) fn enter_public(&self, address: IpAddr) -> Result<Place, Problem> {
        let connected = self.open()?;
        let listener = Listener::PublicPage(counted_address(address));
        let most = self.most / 2;
        if connected.entries.values().filter(|entry| entry.listener.person().is_none()).count() >= most {
            let detail = format!("This host has its {most} connections for public pages: try again shortly.");
            return Err(Problem::overloaded(detail));
        }
        let own = connected.entries.values().filter(|entry| entry.listener == listener).count();
        if own >= self.most_of_an_address {
            let detail = format!(
                "Your address has {own} connections for public pages here, which is all that one address may have: close one."
            );
            return Err(Problem::new(429, "rate_limited", detail)
                .with("limit", self.most_of_an_address)
                .retry_after(5));
        }
        Ok(self.seat(connected, listener, i64::MAX))
    }

    fn open(&self) -> Result<MutexGuard<'_, Connected>, Problem> {
        let connected = self.connected();
        match connected.is_stopping {
            true => Err(Problem::overloaded("This host is about to stop: connect again, to another one.")),
            false => Ok(connected),
        }
    }

    fn seat(&self, mut connected: MutexGuard<'_, Connected>, listener: Listener, after: i64) -> Place {
        let (sender, messages) = mpsc::channel(WAITING);
        let (end_sender, end) = oneshot::channel();
        let number = connected.next_number;
        connected.next_number += 1;
        connected.entries.insert(number, Entry { listener, after, messages: sender, end: Some(end_sender) });
        Place { hub: self.clone(), number, first: None, messages, end }
    }

    /// Sends a message to a person, wherever they are connected. A connection that has not read the messages before is closed.
    pub(super) fn tell(&self, message: &Message) {
        self.tell_those(&message.body, |entry| {
            entry.listener.person().is_some_and(|known| known.user_id == message.user_id) && message.id > entry.after
        });
    }

    /// Tells public pages, and staff who manage modules.
    pub(super) fn tell_of_module(&self, body: &Arc<str>) {
        self.tell_those(body, |entry| entry.listener.person().is_none_or(|known| known.manages_modules));
    }

    /// Tells public pages.
    pub(super) fn tell_public(&self, body: &Arc<str>) {
        self.tell_those(body, |entry| entry.listener.person().is_none());
    }

    /// True while public pages are connected.
    pub(super) fn has_public(&self) -> bool {
        self.connected().entries.values().any(|entry| entry.listener.person().is_none())
    }

    fn tell_those(&self, body: &Arc<str>, is_for: impl Fn(&Entry) -> bool) {
        let mut connected = self.connected();
        for entry in connected.entries.values_mut().filter(|entry| is_for(entry)) {
            if entry.messages.try_send(Arc::clone(body)).is_err() {
                entry.end(End::TooSlow);
            }
        }
    }

    /// The people who are connected.
    pub(super) fn people(&self) -> HashSet<i64> {
        self.connected()
            .entries
            .values()
            .filter_map(|entry| entry.listener.person())
            .map(|known| known.user_id)
            .collect()
    }

    /// The sessions that are connected, each once.
    pub(super) fn sessions(&self) -> Vec<i64> {
        let connected = self.connected();
        let known = connected.entries.values().filter_map(|entry| entry.listener.person());
        let mut sessions: Vec<i64> = known.map(|listening| listening.session_id).collect();
        sessions.sort_unstable();
        sessions.dedup();
        sessions
    }

    /// Takes over what is so now of those `asked` about; whose session is not among `good` any more, or has become another
    /// person's, is let go.
    pub(super) fn confirm(&self, asked: &[i64], good: &HashMap<i64, Listening>) {
        let mut connected = self.connected();
        for entry in connected.entries.values_mut() {
            let known = entry.listener.person().filter(|known| asked.binary_search(&known.session_id).is_ok());
            let Some(known) = known else { continue };
            match good.get(&known.session_id) {
                Some(now) if now.user_id == known.user_id => entry.listener = Listener::Person(*now),
                _ => entry.end(End::SessionEnded),
            }
        }
    }

    /// Lets everybody go.
    pub(super) fn end_all(&self, why: End) {
        for entry in self.connected().entries.values_mut() {
            entry.end(why);
        }
    }

    /// Takes nobody from now on.
    pub(super) fn stop(&self) {
        self.connected().is_stopping = true;
        self.end_all(End::Stopping);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.connected().entries.is_empty()
    }
}

impl Entry {
    fn end(&mut self, why: End) {
        if let Some(end) = self.end.take() {
            // A receiver that is gone has ended already.
            let _ = end.send(why);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.hub.connected().entries.remove(&self.number);
    }
}
