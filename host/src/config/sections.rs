//! The sections; what each key means stands in `quarry.default.toml`.

use crate::config::{Networks, SecretText};
use serde::{Deserialize, Serialize};
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
    pub drain_seconds: u64,
    pub max_connections: usize,
    pub trusted_proxies: Networks,
}

/// Which keys work here.
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
    /// Grant names by component name.
    pub grants: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsSection {
    pub request_seconds: u64,
    pub cpu_milliseconds: u64,
    pub memory_bytes: usize,
    pub response_bytes: usize,
    pub instances: u32,
    pub instances_per_component: usize,
    pub queue_length: usize,
    pub queue_wait_milliseconds: u64,
}

/// Requests a minute from one client address; 0 is unlimited.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimitsSection {
    pub public_per_minute: u32,
    pub public_status_per_minute: u32,
    pub explorer_lens_per_minute: u32,
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
