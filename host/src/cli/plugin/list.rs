//! `quarry plugin list`.

use crate::assembly::{Inspector, Installation, capability_stores, unconnected_stores};
use crate::cli::output;
use crate::cli::plugin::asked_table::settings_name;
use crate::cli::store_options::StoreOptions;
use crate::cli::telemetry::Quiet;
use crate::modules::{InstallationRecord, taken, waiting_records};
use quarry_runtime::LoadedComponent;
use quarry_runtime::capabilities::{StoreUse, Stores, declared_hooks, writing_reads};
use quarry_stores::app::AppStore;
use quarry_stores::stored::Stored;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Args, Debug)]
pub(super) struct ListArguments {
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(command: ListArguments) -> anyhow::Result<()> {
    let configuration = command.stores.configuration()?;
    let opened = command.stores.open_to_look(Quiet::Yes).await;
    let outcome = async {
        let installation = Installation::find(&configuration)?;
        let shared = match &opened {
            Ok((_, stores)) => Stores { at_load: StoreUse::Ask, ..capability_stores(&configuration, stores)? },
            Err(_) => unconnected_stores(&configuration)?,
        };
        let inspector = Inspector::new(&configuration, &installation, Arc::new(shared))?;
        let mut names: BTreeMap<String, PathBuf> = BTreeMap::new();
        let app = opened.as_ref().ok().map(|(_, stores)| &stores.app);
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (file, verdict) in inspector.components().await? {
            // Of two files with one name a host serves the first.
            let verdict = verdict.and_then(|component| {
                let name = component.manifest().name.clone();
                let first = names.entry(name.clone()).or_insert_with(|| file.path.clone());
                if *first == file.path { Ok(component) } else { Err(taken(&name, first)) }
            });
            let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            rows.push(match verdict {
                Ok(component) => row(name, &component, stored(app, &component.manifest().name).await),
                Err(sentence) => {
                    let none = String::new;
                    vec![name, none(), none(), none(), none(), none(), none(), sentence]
                }
            });
        }
        rows.extend(waiting_records(inspector.installed_folder())?.iter().map(waiting_row));
        output::table(&["FILE", "COMPONENT", "VERSION", "DIGEST", "ROUTES", "GRANTS", "STORED", "VERDICT"], &rows);
        if let Err(error) = &opened {
            output::line(format!(
                "The stores could not be asked, so statements were held against the grants and no table was looked at: {error}"
            ));
        }
        Ok(())
    }
    .await;
    if let Ok((_, stores)) = opened {
        stores.close().await;
    }
    outcome
}

fn row(file: String, component: &LoadedComponent, stored: String) -> Vec<String> {
    let manifest = component.manifest();
    let mut grants: Vec<String> = manifest.grants.iter().map(|grant| grant.name().to_owned()).collect();
    grants.extend(manifest.outbound_hosts.iter().map(|host| format!("asks {host}")));
    grants.extend(manifest.settings.iter().map(|group| settings_name(group)));
    grants.extend(declared_hooks(manifest).into_iter().map(|hook| hook.name));
    grants.extend(
        writing_reads(manifest).into_iter().map(|writing| format!("writes-when-read:{}", writing.operation_id)),
    );
    vec![
        file,
        manifest.name.clone(),
        manifest.version.clone(),
        component.digest()[..12].to_owned(),
        manifest.routes.len().to_string(),
        grants.join(", "),
        stored,
        verdict_of(component).to_owned(),
    ]
}

/// The bytes that a component has stored, each kind that it has any of: `tables 8192, objects 52428800, values 120, outbox 4096`. Empty where the
/// store is not at hand or not made yet.
async fn stored(app: Option<&AppStore>, component: &str) -> String {
    let Some(app) = app else { return String::new() };
    let Ok(stored) = Stored::by(app, component).await else { return String::new() };
    let shown =
        stored.kinds().into_iter().filter(|(_, bytes)| *bytes > 0).map(|(kind, bytes)| format!("{kind} {bytes}"));
    shown.collect::<Vec<_>>().join(", ")
}

fn waiting_row(record: &InstallationRecord) -> Vec<String> {
    vec![
        format!("waiting/{}.wasm", record.component),
        record.component.clone(),
        record.version.clone(),
        record.digest.chars().take(12).collect(),
        String::new(),
        record.waits_for.join(", "),
        String::new(),
        record.waiting_sentence(),
    ]
}

fn verdict_of(component: &LoadedComponent) -> &'static str {
    match component.has_unmade_tables() {
        false => "loads",
        true => "loads; its own tables are made when it first serves",
    }
}
