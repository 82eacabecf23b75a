//! From a name to addresses that were looked at: the one place that resolves.

use crate::outbound::error::{OutboundError, OutboundSetupError};
use crate::outbound::{AddressGuard, RefusedAddress};
use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::{RData, Record};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use url::Host;

/// Addresses of one name that are tried.
const MAX_ADDRESSES: usize = 4;
/// The time that one question may wait for a name server, and the number of tries.
const QUESTION_TIMEOUT: Duration = Duration::from_secs(2);
const ATTEMPTS: usize = 2;

/// Resolves names and refuses what a guard refuses.
pub(super) struct GuardedResolver {
    resolver: TokioResolver,
}

impl GuardedResolver {
    /// Asks the name server at `address`, or those of the system. So many names are remembered for as long as their servers
    /// say; every use is checked anew.
    pub(super) fn new(
        address: Option<SocketAddr>,
        remembered_names: u64,
    ) -> Result<GuardedResolver, OutboundSetupError> {
        let mut builder = match address {
            Some(address) => {
                let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
                    connection.port = address.port();
                    connection
                });
                let server = NameServerConfig::new(address.ip(), true, connections.into());
                let configuration = ResolverConfig::from_name_servers(vec![server]);
                TokioResolver::builder_with_config(configuration, TokioRuntimeProvider::default())
            }
            None => TokioResolver::builder_tokio().map_err(OutboundSetupError::SystemResolver)?,
        };
        let options = builder.options_mut();
        options.timeout = QUESTION_TIMEOUT;
        options.attempts = ATTEMPTS;
        options.cache_size = remembered_names;
        let resolver = builder.build().map_err(OutboundSetupError::Resolver)?;
        Ok(GuardedResolver { resolver })
    }

    /// The addresses of `host`, each passed by `guard`. One that is refused refuses the name: a name that leads inside and outside is no
    /// accident.
    pub(super) async fn addresses(
        &self,
        host: Host<&str>,
        server: &str,
        guard: AddressGuard,
    ) -> Result<Vec<IpAddr>, OutboundError> {
        let refused = |source: RefusedAddress| {
            tracing::info!(server, kind = %source, "a name leads to an address that is not connected to");
            OutboundError::Address { server: server.to_owned(), source }
        };
        let unknown = || OutboundError::UnknownName { server: server.to_owned() };
        let addresses: Vec<IpAddr> = match host {
            Host::Ipv4(address) => vec![address.into()],
            Host::Ipv6(address) => vec![address.into()],
            Host::Domain(name) => {
                // With the dot at its end no search domain of the machine is added to it.
                let absolute = format!("{}.", name.trim_end_matches('.'));
                let found = self.resolver.lookup_ip(absolute).await.map_err(|error| {
                    tracing::info!(server, %error, "a name was not resolved");
                    unknown()
                })?;
                found.iter().collect()
            }
        };
        for address in &addresses {
            guard.check(*address).map_err(refused)?;
        }
        match addresses.is_empty() {
            true => Err(unknown()),
            false => Ok(addresses.into_iter().take(MAX_ADDRESSES).collect()),
        }
    }

    /// The texts that stand at `name`, at most `limit`; none where no name server answers.
    pub(super) async fn texts(&self, name: &str, limit: usize) -> Option<Vec<String>> {
        // With the dot at its end no search domain of the machine is added to it.
        let found = match self.resolver.txt_lookup(format!("{}.", name.trim_end_matches('.'))).await {
            Ok(found) => found,
            Err(error) if error.is_no_records_found() => return Some(Vec::new()),
            Err(error) => {
                tracing::info!(%error, "the texts of a name could not be looked up");
                return None;
            }
        };
        let text = |record: &Record| match &record.data {
            // A long text is cut into pieces of 255 bytes, which belong together.
            RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned()),
            _ => None,
        };
        Some(found.answers().iter().filter_map(text).take(limit).collect())
    }
}
