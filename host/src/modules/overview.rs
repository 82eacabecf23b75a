//! The modules as staff see them: each switch with what this host serves and measures behind it.

use crate::modules::{ComponentStatus, Modules, waiting_records};
use futures_util::future::BoxFuture;
use quarry_contract::Tenant;
use quarry_identity::module_switches::{self, ModuleSwitch};
use quarry_identity::tenants;
use quarry_runtime::capabilities::{
    ComponentView, ModuleDesk, ModuleOverview, ModuleView, PublishedDataset, TenantQuarantine, declared_hooks,
    writing_reads,
};
use quarry_stores::app::AppStoreError;

/// Tenants whose names are looked up for one answer: each is a question to the store.
const MOST_NAMED_TENANTS: usize = 50;

impl ModuleDesk for Modules {
    fn overview(&self) -> BoxFuture<'_, Result<ModuleOverview, AppStoreError>> {
        Box::pin(async move {
            let switches = module_switches::list(self.store()).await?;
            let mut overview = ModuleOverview {
                modules: switches.into_iter().map(|switch| self.module_view(switch)).collect(),
                always_on: self.component_views(None),
                left_out: self.left_out(),
            };
            self.tell_what_waits(&mut overview).await;
            let modules = overview.modules.iter_mut().flat_map(|module| &mut module.components);
            self.tell_what_is_stored(modules.chain(&mut overview.always_on)).await;
            let modules = overview.modules.iter_mut().flat_map(|module| &mut module.components);
            self.name_tenants(modules.chain(&mut overview.always_on)).await?;
            Ok(overview)
        })
    }

    fn datasets(&self) -> Vec<PublishedDataset> {
        let state = self.state();
        state.served.values().flat_map(|served| served.datasets(&state.switches)).collect()
    }

    fn follow<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ModuleView>, AppStoreError>> {
        Box::pin(async move {
            self.follow_switches().await?;
            let switches = module_switches::list(self.store()).await?;
            let mut module =
                switches.into_iter().find(|switch| switch.key == key).map(|switch| self.module_view(switch));
            self.tell_what_is_stored(module.iter_mut().flat_map(|module| &mut module.components)).await;
            self.name_tenants(module.iter_mut().flat_map(|module| &mut module.components)).await?;
            Ok(module)
        })
    }
}

impl Modules {
    fn module_view(&self, switch: ModuleSwitch) -> ModuleView {
        let components = self.component_views(Some(&switch.key));
        let routes = components.iter().map(|component| component.routes).sum();
        ModuleView { name: title(&switch.key), routes, components, switch }
    }

    /// Says of each version that waits to be accepted that it does: beside its component, or among what is left out.
    async fn tell_what_waits(&self, overview: &mut ModuleOverview) {
        let folder = self.policy.installed_folder.clone();
        let waiting = match tokio::task::spawn_blocking(move || waiting_records(&folder)).await {
            Ok(Ok(waiting)) => waiting,
            Ok(Err(error)) => return tracing::warn!(%error, "the versions that wait to be accepted cannot be read"),
            Err(_) => return,
        };
        for record in waiting {
            let modules = overview.modules.iter_mut().flat_map(|module| &mut module.components);
            let mut is_there = false;
            for component in modules.chain(&mut overview.always_on) {
                if component.name == record.component {
                    component.refusal.get_or_insert_with(|| record.waiting_sentence());
                    is_there = true;
                }
            }
            if !is_there {
                overview.left_out.push((record.component.clone(), record.waiting_sentence()));
            }
        }
    }

    /// Says how many bytes each component has stored.
    async fn tell_what_is_stored(&self, components: impl Iterator<Item = &mut ComponentView>) {
        let served: Vec<String> = self.state().served.values().map(|served| served.manifest.name.clone()).collect();
        let stored = self.stored.of(self.store(), served).await;
        for component in components {
            component.stored = stored.get(&component.name).copied();
        }
    }

    /// Says what people call the tenants for which something is closed, of the first few.
    async fn name_tenants(&self, components: impl Iterator<Item = &mut ComponentView>) -> Result<(), AppStoreError> {
        let mut named: Vec<(Tenant, Option<String>)> = Vec::new();
        for quarantine in components.flat_map(|component| &mut component.quarantined_for) {
            let tenant = quarantine.closed.tenant;
            let known = named.iter().find(|(known, _)| *known == tenant).map(|(_, name)| name.clone());
            quarantine.name = match known {
                Some(name) => name,
                None if named.len() >= MOST_NAMED_TENANTS => continue,
                None => {
                    let name = tenants::name_of(self.store(), tenant).await?;
                    named.push((tenant, name.clone()));
                    name
                }
            };
        }
        Ok(())
    }

    /// The components that serve operations of a module; or those with operations that no switch covers, and those without any.
    fn component_views(&self, module: Option<&str>) -> Vec<ComponentView> {
        self.statuses().into_iter().filter_map(|status| view(status, module)).collect()
    }
}

fn view(status: ComponentStatus, module: Option<&str>) -> Option<ComponentView> {
    let manifest = status.manifest?;
    let routes = status.routes.iter().filter(|covered| covered.as_deref() == module).count();
    let is_shown = routes > 0 || (module.is_none() && status.routes.is_empty());
    is_shown.then(|| ComponentView {
        name: status.name,
        version: status.version,
        digest: status.digest,
        state: status.state.name(),
        since: status.since,
        routes: u32::try_from(routes).unwrap_or(u32::MAX),
        quarantined: status.quarantined_operations,
        quarantined_for: status
            .quarantined_for
            .into_iter()
            .map(|closed| TenantQuarantine { closed, name: None })
            .collect(),
        refusal: status.sentence,
        figures: status.figures.snapshot(),
        grants: manifest.grants.clone(),
        outbound_hosts: manifest.outbound_hosts.clone(),
        hooks: declared_hooks(&manifest),
        writing_reads: writing_reads(&manifest),
        stored: None,
    })
}

/// `data_downloads` is read as "Data downloads".
fn title(key: &str) -> String {
    let words = key.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
