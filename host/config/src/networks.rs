//! Lists of networks.

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// Addresses and networks (`10.0.0.0/8`, `2001:db8::/32`, `192.0.2.1`): an array, or one text with commas between them, as
/// an environment variable has it.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(try_from = "Written", into = "Vec<String>")]
pub struct Networks(pub Vec<IpNet>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    List(Vec<String>),
}

impl TryFrom<Written> for Networks {
    type Error = String;

    fn try_from(written: Written) -> Result<Networks, String> {
        let entries = match written {
            Written::Text(text) => text.split(',').map(|entry| entry.trim().to_owned()).collect(),
            Written::List(entries) => entries,
        };
        let entries = entries.iter().filter(|entry| !entry.is_empty());
        entries.map(|entry| network(entry)).collect::<Result<_, _>>().map(Networks)
    }
}

impl From<Networks> for Vec<String> {
    fn from(networks: Networks) -> Vec<String> {
        networks.0.iter().map(ToString::to_string).collect()
    }
}

fn network(entry: &str) -> Result<IpNet, String> {
    let address = |_| entry.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
    entry
        .parse::<IpNet>()
        .or_else(address)
        .map_err(|_| format!("\"{entry}\" is neither an address nor a network such as 10.0.0.0/8"))
}
