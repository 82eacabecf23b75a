//! Servers of this machine in the places of servers outside, for development and tests.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use thiserror::Error;
use url::{Host, Url};

/// The addresses of stand-ins by the servers whose places they take: a name, with its port where it is not that of `https`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StandIns(BTreeMap<String, SocketAddr>);

/// A text that names no stand-in.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StandInError {
    #[error(
        "`{text}` is no stand-in: write the name of a server and an address of this machine, such as api.example.org=127.0.0.1:8439"
    )]
    Form { text: String },
    #[error("`{text}` leads away from this machine: a stand-in has a loopback address, such as 127.0.0.1:8439")]
    NotLoopback { text: String },
}

impl StandIns {
    /// Reads entries such as `api.example.org=127.0.0.1:8439`.
    pub fn parse(entries: &[String]) -> Result<StandIns, StandInError> {
        entries.iter().map(|entry| stand_in(entry)).collect::<Result<_, _>>().map(StandIns)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The address that takes the place of `server`, which is a name with its port where it is not that of `https`.
    pub(super) fn of(&self, server: &str) -> Option<SocketAddr> {
        self.0.get(server).copied()
    }
}

fn stand_in(text: &str) -> Result<(String, SocketAddr), StandInError> {
    let form = || StandInError::Form { text: text.to_owned() };
    let (server, address) = text.split_once('=').ok_or_else(form)?;
    // Read as the URL of a call is, so that both have the same letters.
    let url = Url::parse(&format!("https://{}/", server.trim())).map_err(|_| form())?;
    let Some(Host::Domain(name)) = url.host() else { return Err(form()) };
    if url.path() != "/" || url.query().is_some() || !url.username().is_empty() || url.password().is_some() {
        return Err(form());
    }
    let address: SocketAddr = address.trim().parse().map_err(|_| form())?;
    if !address.ip().is_loopback() {
        return Err(StandInError::NotLoopback { text: text.to_owned() });
    }
    Ok((url.port().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}")), address))
}
