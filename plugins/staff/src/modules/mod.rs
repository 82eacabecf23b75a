//! Modules as the switchboard shows them.

pub mod access;
pub mod list;
pub mod toggle;

use access::{ComponentHook, ComponentStored, WritingOperation};

use quarry_sdk::modules as host;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// Numbers that this host has counted for a component since it loaded it.
#[derive(Schema, Serialize)]
pub struct ComponentFigures {
    #[schema(example = 1204)]
    pub calls: u64,
    /// Calls that came to nothing.
    #[schema(example = 0)]
    pub faults: u64,
    /// Faults by reason: `trap`, `cpu`, `memory`, `deadline`, `answer`, `overloaded`, `quarantined`.
    #[schema(example = { "trap": 0, "cpu": 0 })]
    pub faults_by_reason: BTreeMap<String, u64>,
    /// CPU time of its calls.
    #[schema(example = 310_554)]
    pub cpu_microseconds: u64,
    /// Instances in use now.
    #[schema(example = 2)]
    pub instances: u64,
    /// Requests that wait for an instance now.
    #[schema(example = 0)]
    pub waiting: u64,
}

/// An operation that is refused to one tenant, since it failed too often with the things of that tenant.
#[derive(Schema, Serialize)]
pub struct TenantQuarantine {
    #[schema(example = "export_research_page")]
    pub operation_id: String,
    /// The kind of the tenant: `organization`, `space` or `person`.
    #[schema(example = "space")]
    pub tenant: String,
    /// The tenant's number in that kind.
    #[schema(example = 12)]
    pub tenant_id: i64,
    /// The tenant's name; null where it is gone.
    #[schema(example = "Sample desk")]
    pub name: Option<String>,
    /// True where whoever asks for the tenant's things is refused, false where only those of its callers are who met the failures.
    #[schema(example = true)]
    pub for_all_callers: bool,
}

/// A component as the host that answers has it.
#[derive(Schema, Serialize)]
pub struct ModuleComponent {
    #[schema(example = "markets")]
    pub name: String,
    /// Version of the component.
    #[schema(example = "0.1.0")]
    pub version: String,
    /// SHA-256 of its file.
    #[schema(example = "0f3a1c9e4b7d2658a90b1c2d3e4f5061728394a5b6c7d8e9f00112233445566b")]
    pub digest: String,
    /// `serving`, `quarantined` (it or some of its operations failed too often, for several tenants) or `unloaded` (its modules
    /// are off).
    #[schema(example = "serving")]
    pub state: String,
    /// The time since which it is in that state.
    pub since: Time,
    /// Operations of the module that it serves.
    #[schema(example = 5)]
    pub routes: u64,
    /// Operations that are not asked for anybody because they failed too often, by id.
    #[schema(example = ["list_tokens"])]
    pub quarantined: Vec<String>,
    /// Operations that are not asked for single tenants because they failed too often there; they go on for all others.
    pub quarantined_for: Vec<TenantQuarantine>,
    /// The reason why a newer file of it was refused or taken back.
    #[schema(example = "it carries no contract version")]
    pub refusal: Option<String>,
    pub figures: ComponentFigures,
    /// Grants that it has, by name.
    #[schema(example = ["warehouse"])]
    pub grants: Vec<String>,
    /// Servers outside that it may ask.
    #[schema(example = [])]
    pub outbound_hosts: Vec<String>,
    /// Hooks: the things that the host does with the component beside calling it.
    pub hooks: Vec<ComponentHook>,
    /// Operations of the component that write although a client only reads.
    pub writing_reads: Vec<WritingOperation>,
    /// The bytes that it has stored, at most half a minute ago; null where the store did not tell.
    pub stored: Option<ComponentStored>,
}

/// A module: what one switch covers.
#[derive(Schema, Serialize)]
pub struct Module {
    /// The module's key, by which it is switched.
    #[schema(example = "prices")]
    pub id: String,
    #[schema(example = "Prices")]
    pub name: String,
    /// Off, its operations are 404 `module_disabled`.
    pub enabled: bool,
    /// Grows by one with each change.
    #[schema(example = 3)]
    pub version: i64,
    /// The time at which it was last switched; null while it never was.
    pub changed_at: Option<Time>,
    /// The person who switched it last.
    #[schema(example = "Sample Staff")]
    pub changed_by: Option<String>,
    /// The reason why it was switched.
    #[schema(example = "wrong figures of one pool")]
    pub reason: Option<String>,
    /// Operations that it covers on this host.
    #[schema(example = 5)]
    pub routes: u64,
    pub components: Vec<ModuleComponent>,
}

pub fn module(module: host::Module) -> Module {
    Module {
        id: module.key,
        name: module.name,
        enabled: module.enabled,
        version: module.version,
        changed_at: module.changed_at.map(time),
        changed_by: module.changed_by,
        reason: module.reason,
        routes: module.routes.into(),
        components: module.components.into_iter().map(component).collect(),
    }
}

pub fn component(component: host::Component) -> ModuleComponent {
    let host::Figures { calls, faults, cpu_microseconds, instances, waiting } = component.figures;
    ModuleComponent {
        name: component.name,
        version: component.version,
        digest: component.digest,
        state: component.state,
        since: time(component.since),
        routes: component.routes.into(),
        quarantined: component.quarantined,
        quarantined_for: component.quarantined_for.into_iter().map(tenant_quarantine).collect(),
        refusal: component.refusal,
        figures: ComponentFigures {
            calls,
            faults: faults.iter().map(|(_, count)| count).sum(),
            faults_by_reason: faults.into_iter().collect(),
            cpu_microseconds,
            instances: instances.into(),
            waiting: waiting.into(),
        },
        grants: component.grants,
        outbound_hosts: component.outbound_hosts,
        hooks: component.hooks.into_iter().map(access::hook).collect(),
        writing_reads: component.writing_reads.into_iter().map(access::writing_operation).collect(),
        stored: component.stored.map(access::stored),
    }
}

fn tenant_quarantine(quarantine: host::TenantQuarantine) -> TenantQuarantine {
    let host::TenantQuarantine { operation_id, tenant, tenant_id, name, for_all_callers } = quarantine;
    TenantQuarantine { operation_id, tenant, tenant_id, name, for_all_callers }
}

fn time(microseconds: i64) -> Time {
    Time { microseconds }
}
