//! `quarry module list|on|off`.

use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use clap::Subcommand;
use jiff::Timestamp;
use quarry_identity::module_switches::{self, SwitchChange};
use quarry_stores::app::AppStore;

#[derive(clap::Args, Debug)]
pub(super) struct ModuleCommand {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    stores: StoreOptions,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Show every switch
    List,
    /// Switch a module on; every host follows within a second
    On(Switch),
    /// Switch a module off: its routes answer module_disabled
    Off(Switch),
}

#[derive(clap::Args, Debug)]
struct Switch {
    /// Key of the module: prices, lending, timeline, …
    key: String,
    /// The reason, for people who look later
    #[arg(long)]
    reason: Option<String>,
}

pub(super) async fn run(command: ModuleCommand) -> anyhow::Result<()> {
    let configuration = command.stores.configuration()?;
    let app = command.stores.open_app_store(&configuration).await?;
    let outcome = async {
        match command.action {
            Action::List => {
                let rows: Vec<Vec<String>> = module_switches::list(&app)
                    .await?
                    .into_iter()
                    .map(|module| {
                        let state = if module.enabled { "on" } else { "off" };
                        vec![
                            module.key,
                            state.to_owned(),
                            module.version.to_string(),
                            module.changed_by.unwrap_or_default(),
                            module.reason.unwrap_or_default(),
                        ]
                    })
                    .collect();
                output::table(&["MODULE", "STATE", "VERSION", "CHANGED BY", "REASON"], &rows);
            }
            Action::On(switch) => set(&app, &switch, true).await?,
            Action::Off(switch) => set(&app, &switch, false).await?,
        }
        Ok(())
    }
    .await;
    app.close().await;
    outcome
}

async fn set(app: &AppStore, switch: &Switch, enabled: bool) -> anyhow::Result<()> {
    let change = SwitchChange {
        key: switch.key.clone(),
        enabled: Some(enabled),
        reason: switch.reason.clone(),
        by: "command line".to_owned(),
        by_user_id: None,
        at: Timestamp::now(),
    };
    module_switches::set(app, &change, None).await?;
    output::line(format!("{} is {}", switch.key, if enabled { "on" } else { "off" }));
    Ok(())
}
