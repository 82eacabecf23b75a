//! The sections; what each key means stands in `quarry.default.toml`.

use crate::{Names, Networks, OwnLimitsSection, SecretText};
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ServerSection {
    pub listen: SocketAddr,
    pub public_url: String,
    pub base_path: String,
    pub environment: EnvironmentName,
    pub drain_delay_seconds: u64,
    pub drain_seconds: u64,
    pub max_connections: usize,
    pub trusted_proxies: Networks,
    pub tls: TlsSection,
}

/// Both paths, or neither.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TlsSection {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AdminSection {
    #[serde(deserialize_with = "address_or_nothing", serialize_with = "address_or_empty")]
    pub listen: Option<SocketAddr>,
}

fn address_or_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.as_str() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| {
            serde::de::Error::custom(format!(
                "\"{text}\" is neither empty nor an address and port such as 127.0.0.1:9090"
            ))
        }),
    }
}

fn address_or_empty<S: Serializer>(address: &Option<SocketAddr>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&address.map(|address| address.to_string()).unwrap_or_default())
}

/// The environment whose keys work here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", rename_all = "lowercase")]
pub enum EnvironmentName {
    Production,
    Sandbox,
}

impl TryFrom<String> for EnvironmentName {
    type Error = String;

    fn try_from(name: String) -> Result<EnvironmentName, String> {
        match name.as_str() {
            "production" => Ok(EnvironmentName::Production),
            "sandbox" => Ok(EnvironmentName::Sandbox),
            _ => Err(format!("\"{name}\" is neither production nor sandbox")),
        }
    }
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AppStoreSection {
    pub url: SecretText,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WarehouseSection {
    pub url: String,
    pub database: String,
    pub user: String,
    pub password: SecretText,
    pub cluster: String,
    pub engine_prefix: String,
    pub memory_limit_bytes: u64,
    pub program: PathBuf,
    pub library: PathBuf,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PathsSection {
    pub data_dir: PathBuf,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentsSection {
    pub folder: PathBuf,
    pub roll_back_seconds: u64,
    /// Public keys of minisign.
    pub signing_keys: Names,
    pub staff_accept_grants: bool,
    /// Registries of this machine, each with its port.
    pub plain_http_registries: Names,
    /// SHA-256 of files in lowercase hex, by component name: they alone have that name.
    pub digests: BTreeMap<String, Names>,
    /// Grant names by component name.
    pub grants: BTreeMap<String, Names>,
    /// Entries by the component's name.
    pub limits: BTreeMap<String, OwnLimitsSection>,
    /// Tables by component name: `warehouse.NAME`, `app_store.NAME`.
    pub tables: BTreeMap<String, Names>,
    /// Servers by component name.
    pub outbound_http: BTreeMap<String, Names>,
    /// Addresses of servers by component and name.
    pub servers: BTreeMap<String, BTreeMap<String, String>>,
    /// Credentials of components by component and name, which they use and never see.
    pub secrets: BTreeMap<String, BTreeMap<String, SecretText>>,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AlertsSection {
    /// The age of the newest data of a chain, in seconds, from which alerts on it wait; 0 means that they never wait.
    pub stale_after_seconds: u32,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OutboundSection {
    #[serde(deserialize_with = "address_or_nothing", serialize_with = "address_or_empty")]
    pub resolver: Option<SocketAddr>,
    pub ca_certificates: PathBuf,
}

/// Settings that weaken a host, for development and tests.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DevelopmentSection {
    pub allow_loopback_http: bool,
    pub check_answers: bool,
    /// Servers of this machine that take the places of others: `NAME=ADDRESS`.
    pub stand_ins: Names,
    /// The time that components see; `None` is the machine's.
    #[serde(deserialize_with = "time_or_nothing", serialize_with = "time_or_empty")]
    pub clock: Option<Timestamp>,
}

fn time_or_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.as_str() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| {
            serde::de::Error::custom(format!("\"{text}\" is neither empty nor a time such as 2026-01-31T12:00:00Z"))
        }),
    }
}

fn time_or_empty<S: Serializer>(time: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.map(|time| time.to_string()).unwrap_or_default())
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsSection {
    pub request_seconds: u64,
    pub header_seconds: u64,
    pub body_seconds: u64,
    pub idle_seconds: u64,
    pub min_bytes_per_second: u64,
    pub header_bytes: usize,
    pub cpu_milliseconds: u64,
    pub memory_bytes: usize,
    pub response_bytes: usize,
    pub statements: u32,
    pub rows: u64,
    pub log_lines: u32,
    pub held_bytes_per_request: usize,
    pub held_bytes_per_component: usize,
    pub held_bytes: usize,
    pub compile_seconds: u64,
    pub compile_memory_bytes: u64,
    pub instances: u32,
    pub instances_per_component: usize,
    pub queue_length: usize,
    pub queue_wait_milliseconds: u64,
    pub key_value_keys: u64,
    pub key_value_bytes: u64,
    pub objects_per_component: u64,
    pub object_bytes_per_component: u64,
    pub table_bytes_per_component: u64,
    pub space_bytes: u64,
    pub outbound_calls_at_once: usize,
    pub event_streams: u32,
    pub event_streams_per_component: usize,
    pub cable_connections: usize,
    pub cable_connections_per_person: usize,
    pub cable_public_connections_per_address: usize,
    pub row_file_rows: u64,
    pub row_file_bytes: u64,
    pub row_files_at_once: usize,
}

/// The settings for sending emails.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MailSection {
    pub from: String,
    pub smtp_url: SecretText,
    pub folder: PathBuf,
}

/// Requests a minute from one client address, and of one signed-in person; 0 is unlimited.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimitsSection {
    pub public_per_minute: u32,
    pub public_status_per_minute: u32,
    pub explorer_lens_per_minute: u32,
    pub session_per_minute: u32,
    pub person_writes_per_minute: u32,
    pub person_reads_per_minute: u32,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CacheSection {
    pub memory_bytes: u64,
    pub public_stale_if_error_seconds: u64,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TelemetrySection {
    pub log: String,
    pub log_format: LogFormat,
    pub otlp_endpoint: String,
    pub service_name: String,
    pub trace_ratio: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

impl TryFrom<String> for LogFormat {
    type Error = String;

    fn try_from(name: String) -> Result<LogFormat, String> {
        match name.as_str() {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err(format!("\"{name}\" is neither text nor json")),
        }
    }
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectsSection {
    pub url: String,
    pub endpoint: String,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: SecretText,
    pub allow_http: bool,
}

/// The settings for following chains over JSON-RPC.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FollowSection {
    pub batch_blocks: u64,
    pub finality_depth: u64,
    pub receipts: bool,
    pub concurrent_requests: usize,
    pub attempts: u32,
    pub poll_milliseconds: u64,
    pub request_milliseconds: u64,
    pub shortest_wait_milliseconds: u64,
    pub longest_wait_milliseconds: u64,
    pub gap_wait_milliseconds: u64,
}

/// A chain that Quarry does not know by itself, by the name that is its key.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ChainSection {
    /// EIP-155 chain id.
    pub id: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finality: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explorer: Option<String>,
}

/// The settings for signing in.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SignInSection {
    pub service_clients: Names,
    pub session_idle_seconds: u64,
    pub session_seconds: u64,
    pub refresh_seconds: u64,
    pub web_app_url: String,
    /// The deployment's own providers, by key.
    pub providers: BTreeMap<String, ProviderSection>,
}

/// A provider of OpenID Connect.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSection {
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    pub client_secret: SecretText,
}

/// The settings of the quarantine for components that fail.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct QuarantineSection {
    pub faults: u32,
    pub percent: u32,
    pub callers: usize,
    pub shortest_milliseconds: u64,
    pub longest_milliseconds: u64,
}
