//! Configuration → what components may have and use.

use crate::assembly::Installation;
use crate::modules::{ComponentPolicy, KeptNames, KeptNamesError, SigningKeyError, SigningKeys};
use quarry_config::{Configuration, ConfigurationError, EnvironmentName, OwnLimitsSection};
use quarry_contract::Grant;
use quarry_edge::{AddressLimits, ListenerLimits, PersonLimits, RequestLimits, ResponseCacheSettings};
use quarry_identity::Environment;
use quarry_runtime::capabilities::{Given, TableGrantError};
use quarry_runtime::quarantine::QuarantineSettings;
use quarry_runtime::{CompileLimits, Compiler, ComponentLimits, LimitsByComponent};
use quarry_stores::objects::{ObjectQuota, ObjectQuotas, ObjectsSettings};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// A setting of the components that means nothing.
#[derive(Debug, Error)]
pub enum ComponentPolicyError {
    #[error("components.grants.{component} names the grant {grant}; there are {}", Grant::names())]
    Grant { component: String, grant: String },
    #[error("components.tables.{component}: {source}")]
    Table { component: String, source: TableGrantError },
    #[error(transparent)]
    SigningKey(#[from] SigningKeyError),
    #[error(transparent)]
    Names(#[from] KeptNamesError),
    #[error("the defaults of the configuration cannot be read: {0}")]
    Defaults(#[from] ConfigurationError),
}

/// The environment whose keys work here.
pub(crate) fn environment(configuration: &Configuration) -> Environment {
    match configuration.server.environment {
        EnvironmentName::Production => Environment::Production,
        EnvironmentName::Sandbox => Environment::Sandbox,
    }
}

/// Gives the grants that the configuration gives to components.
pub(super) fn components(
    configuration: &Configuration,
    installation: &Installation,
) -> Result<ComponentPolicy, ComponentPolicyError> {
    let mut given: BTreeMap<String, Given> = BTreeMap::new();
    for (component, names) in &configuration.components.grants {
        let grants = names.0.iter().map(|name| {
            Grant::from_name(name)
                .ok_or_else(|| ComponentPolicyError::Grant { component: component.clone(), grant: name.clone() })
        });
        given.entry(component.clone()).or_default().grants = grants.collect::<Result<_, _>>()?;
    }
    for (component, names) in &configuration.components.tables {
        let tables = names.0.iter().map(|name| {
            name.parse().map_err(|source| ComponentPolicyError::Table { component: component.clone(), source })
        });
        given.entry(component.clone()).or_default().tables = tables.collect::<Result<_, _>>()?;
    }
    let limits = limits(configuration);
    let section = &configuration.quarantine;
    let quarantine = QuarantineSettings {
        faults: section.faults,
        percent: section.percent,
        callers: section.callers,
        shortest: Duration::from_millis(section.shortest_milliseconds),
        longest: Duration::from_millis(section.longest_milliseconds),
    };
    let roll_back_within = Duration::from_secs(configuration.components.roll_back_seconds);
    let (folder, installed_folder) = (installation.components.clone(), installation.installed_components.clone());
    let signing_keys = SigningKeys::parse(&configuration.components.signing_keys.0)?;
    let names = names(configuration, installation)?;
    Ok(ComponentPolicy { folder, installed_folder, signing_keys, names, given, limits, quarantine, roll_back_within })
}

/// Gives the names that certain files alone may have.
fn names(configuration: &Configuration, installation: &Installation) -> Result<KeptNames, ComponentPolicyError> {
    let configured = configuration.components.digests.iter();
    let configured = configured.map(|(component, digests)| (component.clone(), digests.0.clone())).collect();
    Ok(KeptNames::read(Configuration::release_components()?, &installation.release_list, &configured)?)
}

/// Gives the limits of each component.
pub(super) fn limits(configuration: &Configuration) -> LimitsByComponent {
    let section = &configuration.limits;
    let all = ComponentLimits {
        cpu: Duration::from_millis(section.cpu_milliseconds),
        request: Duration::from_secs(section.request_seconds),
        memory_bytes: section.memory_bytes,
        response_bytes: section.response_bytes,
        instances: section.instances_per_component,
        queue_length: section.queue_length,
        queue_wait: Duration::from_millis(section.queue_wait_milliseconds),
        log_lines: section.log_lines,
        statements: section.statements,
        rows: section.rows,
        held_bytes_per_request: section.held_bytes_per_request,
        held_bytes: section.held_bytes_per_component,
        table_bytes: bound(section.table_bytes_per_component),
        event_streams: section.event_streams_per_component,
        clock: configuration.development.clock,
        ..ComponentLimits::default()
    };
    let own = configuration.components.limits.iter().map(|(name, own)| (name.clone(), own_limits(own, &all)));
    LimitsByComponent { own: own.collect(), all }
}

fn own_limits(own: &OwnLimitsSection, all: &ComponentLimits) -> ComponentLimits {
    ComponentLimits {
        cpu: own.cpu_milliseconds.map_or(all.cpu, Duration::from_millis),
        request: own.request_seconds.map_or(all.request, Duration::from_secs),
        memory_bytes: own.memory_bytes.unwrap_or(all.memory_bytes),
        response_bytes: own.response_bytes.unwrap_or(all.response_bytes),
        instances: own.instances.unwrap_or(all.instances),
        queue_length: own.queue_length.unwrap_or(all.queue_length),
        queue_wait: own.queue_wait_milliseconds.map_or(all.queue_wait, Duration::from_millis),
        log_lines: own.log_lines.unwrap_or(all.log_lines),
        statements: own.statements.unwrap_or(all.statements),
        rows: own.rows.unwrap_or(all.rows),
        held_bytes_per_request: own.held_bytes_per_request.unwrap_or(all.held_bytes_per_request),
        held_bytes: own.held_bytes.unwrap_or(all.held_bytes),
        table_bytes: own.table_bytes.map_or(all.table_bytes, bound),
        event_streams: own.event_streams.unwrap_or(all.event_streams),
        job_statements: all.job_statements,
        job_cpu: all.job_cpu,
        clock: all.clock,
    }
}

/// A number of bytes, where 0 is no bound.
pub(super) fn bound(bytes: u64) -> Option<u64> {
    (bytes > 0).then_some(bytes)
}

/// Components are compiled by a child, within limits.
pub(super) fn compiler(configuration: &Configuration) -> Compiler {
    Compiler::Child(CompileLimits {
        cpu: Duration::from_secs(configuration.limits.compile_seconds),
        memory_bytes: configuration.limits.compile_memory_bytes,
    })
}

pub(super) fn requests(configuration: &Configuration) -> RequestLimits {
    RequestLimits {
        duration: Duration::from_secs(configuration.limits.request_seconds),
        max_response_bytes: configuration.limits.response_bytes,
        ..RequestLimits::default()
    }
}

pub(super) fn response_cache(configuration: &Configuration) -> ResponseCacheSettings {
    ResponseCacheSettings {
        memory_bytes: configuration.cache.memory_bytes,
        stale_if_error: Duration::from_secs(configuration.cache.public_stale_if_error_seconds),
    }
}

pub(super) fn addresses(configuration: &Configuration) -> AddressLimits {
    let section = &configuration.rate_limits;
    AddressLimits {
        public: NonZeroU32::new(section.public_per_minute),
        public_status: NonZeroU32::new(section.public_status_per_minute),
        explorer_lens: NonZeroU32::new(section.explorer_lens_per_minute),
        session: NonZeroU32::new(section.session_per_minute),
    }
}

pub(super) fn people(configuration: &Configuration) -> PersonLimits {
    let section = &configuration.rate_limits;
    PersonLimits {
        writes: NonZeroU32::new(section.person_writes_per_minute),
        reads: NonZeroU32::new(section.person_reads_per_minute),
    }
}

pub(super) fn listener(configuration: &Configuration) -> ListenerLimits {
    ListenerLimits {
        max_connections: configuration.server.max_connections,
        header_read: Duration::from_secs(configuration.limits.header_seconds),
        body_read: Duration::from_secs(configuration.limits.body_seconds),
        idle: Duration::from_secs(configuration.limits.idle_seconds),
        min_bytes_per_second: configuration.limits.min_bytes_per_second,
        // hyper's smallest buffer; a smaller one would be a panic.
        max_header_bytes: configuration.limits.header_bytes.max(8 * 1024),
        drain_delay: Duration::from_secs(configuration.server.drain_delay_seconds),
        drain: Duration::from_secs(configuration.server.drain_seconds),
        ..ListenerLimits::default()
    }
}

/// The admin listener has few clients, all of them the operator's.
pub(super) fn admin_listener() -> ListenerLimits {
    ListenerLimits { max_connections: 64, drain: Duration::from_secs(2), ..ListenerLimits::default() }
}

pub(super) fn objects(configuration: &Configuration, data_dir: &Path) -> ObjectsSettings {
    let section = &configuration.objects;
    let all = ObjectQuota {
        objects: configuration.limits.objects_per_component,
        bytes: configuration.limits.object_bytes_per_component,
    };
    let of = |own: &OwnLimitsSection| ObjectQuota {
        objects: own.objects.unwrap_or(all.objects),
        bytes: own.object_bytes.unwrap_or(all.bytes),
    };
    let own = configuration.components.limits.iter().map(|(name, own)| (name.clone(), of(own))).collect();
    ObjectsSettings {
        url: section.url.clone(),
        folder: data_dir.join("objects"),
        endpoint: section.endpoint.clone(),
        region: section.region.clone(),
        access_key_id: section.access_key_id.clone(),
        secret_access_key: section.secret_access_key.given().map(str::to_owned),
        allow_http: section.allow_http,
        quotas: ObjectQuotas { all, own },
    }
}
