//! The module switches, connected to the engine.

use crate::bindings::quarry::plugin::modules;
use crate::capabilities::{
    ComponentView, Hook, ModuleFailure, ModuleOverview, ModuleView, TenantQuarantine, WritingRead,
};
use crate::instance::State;

type Outcome<T> = wasmtime::Result<Result<T, modules::ModuleFailure>>;

impl modules::Host for State {
    async fn get_overview(&mut self) -> Outcome<modules::Overview> {
        Ok(self.call.modules().overview().await.map(overview_to_guest).map_err(failure_to_guest))
    }

    async fn switch_module(
        &mut self,
        key: String,
        enabled: Option<bool>,
        reason: Option<String>,
    ) -> Outcome<modules::Module> {
        Ok(self.call.modules().switch(key, enabled, reason).await.map(module_to_guest).map_err(failure_to_guest))
    }
}

fn overview_to_guest(overview: ModuleOverview) -> modules::Overview {
    modules::Overview {
        modules: overview.modules.into_iter().map(module_to_guest).collect(),
        always_on: overview.always_on.into_iter().map(component_to_guest).collect(),
        left_out: overview.left_out.into_iter().map(|(name, refusal)| modules::RefusedFile { name, refusal }).collect(),
    }
}

fn module_to_guest(module: ModuleView) -> modules::Module {
    let switch = module.switch;
    modules::Module {
        key: switch.key,
        name: module.name,
        enabled: switch.enabled,
        version: switch.version,
        changed_at: switch.changed_at.map(|time| time.as_microsecond()),
        changed_by: switch.changed_by,
        reason: switch.reason,
        routes: module.routes,
        components: module.components.into_iter().map(component_to_guest).collect(),
    }
}

fn component_to_guest(component: ComponentView) -> modules::Component {
    let figures = component.figures;
    modules::Component {
        name: component.name,
        version: component.version,
        digest: component.digest,
        state: component.state.to_owned(),
        since: component.since.as_microsecond(),
        routes: component.routes,
        quarantined: component.quarantined,
        quarantined_for: component.quarantined_for.into_iter().map(quarantine_to_guest).collect(),
        refusal: component.refusal,
        figures: modules::Figures {
            calls: figures.calls,
            faults: figures.faults.into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect(),
            cpu_microseconds: figures.cpu_microseconds,
            instances: figures.instances,
            waiting: figures.waiting,
        },
        grants: component.grants.into_iter().map(|grant| grant.name().to_owned()).collect(),
        outbound_hosts: component.outbound_hosts,
        hooks: component.hooks.into_iter().map(hook_to_guest).collect(),
        writing_reads: component.writing_reads.into_iter().map(writing_read_to_guest).collect(),
        stored: component.stored.map(|stored| modules::Stored {
            table_bytes: stored.table_bytes,
            object_bytes: stored.object_bytes,
            key_value_bytes: stored.key_value_bytes,
        }),
    }
}

fn hook_to_guest(hook: Hook) -> modules::Hook {
    modules::Hook { name: hook.name, grant: hook.grant.name().to_owned(), purpose: hook.purpose }
}

fn writing_read_to_guest(writing: WritingRead) -> modules::WritingRead {
    let WritingRead { operation_id, method, path, reason } = writing;
    modules::WritingRead { operation_id, method, path, reason }
}

fn quarantine_to_guest(quarantine: TenantQuarantine) -> modules::TenantQuarantine {
    let TenantQuarantine { closed, name } = quarantine;
    modules::TenantQuarantine {
        operation_id: closed.operation_id,
        tenant: closed.tenant.kind.name().to_owned(),
        tenant_id: closed.tenant.id,
        name,
        for_all_callers: closed.for_all_callers,
    }
}

fn failure_to_guest(failure: ModuleFailure) -> modules::ModuleFailure {
    match failure {
        ModuleFailure::NotGranted(sentence) => modules::ModuleFailure::NotGranted(sentence),
        ModuleFailure::Rejected(sentence) => modules::ModuleFailure::Rejected(sentence),
        ModuleFailure::Forbidden(sentence) => modules::ModuleFailure::Forbidden(sentence),
        ModuleFailure::UnknownModule(sentence) => modules::ModuleFailure::UnknownModule(sentence),
        ModuleFailure::Unavailable(sentence) => modules::ModuleFailure::Unavailable(sentence),
    }
}
