//! `quarry plugin list`.

use crate::assembly::Installation;
use crate::capabilities::Stores;
use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use crate::modules::component_files;
use clap::Subcommand;
use std::sync::Arc;

#[derive(clap::Args, Debug)]
pub(super) struct PluginCommand {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    stores: StoreOptions,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Show the components of the folder, what each asks for, and whether it would be loaded
    List,
}

pub(super) async fn run(command: PluginCommand) -> anyhow::Result<()> {
    let Action::List = command.action;
    let (configuration, stores) = command.stores.open().await?;
    let outcome = async {
        let installation = Installation::find(&configuration)?;
        let shared =
            Arc::new(Stores { app: stores.app.clone(), warehouse: stores.warehouse.clone(), ..Stores::unconnected() });
        let inspected = crate::assembly::inspect_components(&configuration, &installation, shared).await?;
        let rows: Vec<Vec<String>> = component_files(&installation.components)?
            .into_iter()
            .zip(inspected)
            .map(|(file, verdict)| {
                let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                match verdict {
                    Ok(component) => {
                        let manifest = component.manifest();
                        let grants: Vec<&str> = manifest.grants.iter().map(|grant| grant.name()).collect();
                        vec![
                            name,
                            manifest.name.clone(),
                            manifest.version.clone(),
                            component.digest()[..12].to_owned(),
                            manifest.routes.len().to_string(),
                            grants.join(", "),
                            "loads".to_owned(),
                        ]
                    }
                    Err(sentence) => {
                        vec![name, String::new(), String::new(), String::new(), String::new(), String::new(), sentence]
                    }
                }
            })
            .collect();
        output::table(&["FILE", "COMPONENT", "VERSION", "DIGEST", "ROUTES", "GRANTS", "VERDICT"], &rows);
        Ok(())
    }
    .await;
    stores.close().await;
    outcome
}
