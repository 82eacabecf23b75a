//! The backends of the components' capabilities: the stores, their values by key, and servers outside, as configured.

use crate::assembly::{OpenStores, policy};
use quarry_config::{Configuration, SecretText};
use quarry_contract::Secret;
use quarry_identity::outbound::{NameLookup, OutboundClient, OutboundSettings, OutboundSetupError, StandIns};
use quarry_runtime::capabilities::{
    Addresses, ConfiguredServer, ConfiguredServerError, HostPattern, HostPatternError, OutboundAccess, SettingsAccess,
    Stores,
};
use quarry_stores::clock::Clock;
use quarry_stores::key_values::{KeyValueQuota, KeyValues};
use quarry_stores::row_files::{RowFileLimits, RowFiles};
use quarry_stores::row_memory::RowMemory;
use std::collections::BTreeMap;
use thiserror::Error;

/// The most bytes of JSON that a group of settings has.
const MAX_SETTINGS_BYTES: usize = 64 << 10;

/// The reason why the capabilities cannot be set up.
#[derive(Debug, Error)]
pub enum CapabilityStoresError {
    #[error("components.outbound_http.{component}: {source}")]
    Host { component: String, source: HostPatternError },
    #[error("components.servers.{component}.{name}: {source}")]
    Server { component: String, name: String, source: ConfiguredServerError },
    #[error("components.servers.{component}: {source}")]
    ServerName { component: String, source: HostPatternError },
    #[error("settings.{group} cannot be given to components: {source}")]
    Settings { group: String, source: serde_json::Error },
    #[error("settings.{group} has {bytes} bytes; a group has at most {MAX_SETTINGS_BYTES}")]
    SettingsTooLarge { group: String, bytes: usize },
    #[error(transparent)]
    Outbound(#[from] OutboundSetupError),
}

/// Sets up the stores of a host that serves.
pub fn capability_stores(configuration: &Configuration, stores: &OpenStores) -> Result<Stores, CapabilityStoresError> {
    let limits = &configuration.limits;
    let quota = KeyValueQuota { keys: limits.key_value_keys, bytes: limits.key_value_bytes };
    let hosts = outbound_hosts(configuration)?;
    let outbound = match outbound_client(configuration) {
        Ok(client) => OutboundAccess::new(client, hosts, limits.outbound_calls_at_once),
        // A machine without name servers serves all the same, unless somebody is to be asked.
        Err(_) if hosts.is_empty() => OutboundAccess::closed(),
        Err(error) => return Err(error.into()),
    };
    let outbound = outbound.with_servers(servers(configuration)?);
    Ok(Stores {
        key_values: KeyValues::new(stores.app.clone(), quota, Clock::system()),
        outbound,
        settings: settings(configuration)?,
        objects: stores.objects.clone(),
        row_files: RowFiles::new(RowFileLimits {
            rows: limits.row_file_rows,
            bytes: limits.row_file_bytes,
            at_once: limits.row_files_at_once,
        }),
        row_memory: RowMemory::of_host(limits.held_bytes),
        addresses: addresses(configuration),
        names: NameLookup::new(&outbound_settings(configuration)?),
        configured_secrets: configured_secrets(configuration),
        space_bytes: policy::bound(limits.space_bytes),
        checks_answers: configuration.development.check_answers,
        ..Stores::new(stores.app.clone(), stores.warehouse.clone())
    })
}

/// Sets up the stores of a command that only reads what components declare: nothing is connected to.
pub fn unconnected_stores(configuration: &Configuration) -> Result<Stores, CapabilityStoresError> {
    // What is mistyped is named here too.
    outbound_settings(configuration)?;
    let outbound = OutboundAccess::unconnected(outbound_hosts(configuration)?).with_servers(servers(configuration)?);
    Ok(Stores { outbound, settings: settings(configuration)?, ..Stores::unconnected() })
}

/// The groups of settings, each as JSON.
fn settings(configuration: &Configuration) -> Result<SettingsAccess, CapabilityStoresError> {
    let group = |(group, keys): (&String, _)| {
        let failed = |source| CapabilityStoresError::Settings { group: group.clone(), source };
        let text = serde_json::to_string(keys).map_err(failed)?;
        match text.len() > MAX_SETTINGS_BYTES {
            true => Err(CapabilityStoresError::SettingsTooLarge { group: group.clone(), bytes: text.len() }),
            false => Ok((group.clone(), text)),
        }
    };
    let groups = configuration.settings.iter().map(group).collect::<Result<_, _>>()?;
    Ok(SettingsAccess::new(groups))
}

fn addresses(configuration: &Configuration) -> Addresses {
    let (service, own) = (&configuration.server.public_url, &configuration.sign_in.web_app_url);
    let given = |url: &str| (!url.is_empty()).then(|| url.trim_end_matches('/').to_owned());
    let base_path = configuration.server.base_path.trim_end_matches('/').to_owned();
    Addresses { service: given(service), web_app: given(own).or_else(|| given(service)), base_path }
}

fn outbound_hosts(configuration: &Configuration) -> Result<BTreeMap<String, Vec<HostPattern>>, CapabilityStoresError> {
    let mut hosts = BTreeMap::new();
    for (component, names) in &configuration.components.outbound_http {
        let patterns = names.0.iter().map(|name| name.parse()).collect::<Result<Vec<_>, _>>();
        let failed = |source| CapabilityStoresError::Host { component: component.clone(), source };
        hosts.insert(component.clone(), patterns.map_err(failed)?);
    }
    // Whoever writes an address gives it.
    for (component, servers) in &configuration.components.servers {
        let patterns = servers.keys().map(|name| HostPattern::configured(name)).collect::<Result<Vec<_>, _>>();
        let failed = |source| CapabilityStoresError::ServerName { component: component.clone(), source };
        hosts.entry(component.clone()).or_default().extend(patterns.map_err(failed)?);
    }
    Ok(hosts)
}

/// The addresses of `server:NAME`, by component and name.
fn servers(
    configuration: &Configuration,
) -> Result<BTreeMap<String, BTreeMap<String, ConfiguredServer>>, CapabilityStoresError> {
    let of_component = |(component, addresses): (&String, &BTreeMap<String, String>)| {
        let server = |(name, address): (&String, &String)| {
            let failed = |source| {
                let (component, name) = (component.clone(), name.clone());
                CapabilityStoresError::Server { component, name, source }
            };
            Ok::<_, CapabilityStoresError>((name.clone(), ConfiguredServer::parse(address).map_err(failed)?))
        };
        Ok((component.clone(), addresses.iter().map(server).collect::<Result<_, _>>()?))
    };
    configuration.components.servers.iter().map(of_component).collect()
}

pub(super) fn outbound_client(configuration: &Configuration) -> Result<OutboundClient, OutboundSetupError> {
    if configuration.development.allow_loopback_http {
        tracing::warn!(
            "development.allow_loopback_http is on: components and sign-ins may ask servers on this machine"
        );
    }
    let settings = outbound_settings(configuration)?;
    if !settings.stand_ins.is_empty() {
        tracing::warn!("development.stand_ins is set: servers of this machine answer in the places of servers outside");
    }
    OutboundClient::new(&settings)
}

fn outbound_settings(configuration: &Configuration) -> Result<OutboundSettings, OutboundSetupError> {
    let section = &configuration.outbound;
    let further = &section.ca_certificates;
    Ok(OutboundSettings {
        resolver: section.resolver,
        ca_certificates: (!further.as_os_str().is_empty()).then(|| further.clone()),
        allow_loopback_http: configuration.development.allow_loopback_http,
        stand_ins: StandIns::parse(&configuration.development.stand_ins.0)?,
    })
}

fn configured_secrets(configuration: &Configuration) -> BTreeMap<String, BTreeMap<String, Secret>> {
    let secret = |(name, text): (&String, &SecretText)| Some((name.clone(), Secret::new(text.given()?)));
    let components = configuration.components.secrets.iter();
    components.map(|(component, secrets)| (component.clone(), secrets.iter().filter_map(secret).collect())).collect()
}
