//! `quarry module list|on|off`.

use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use crate::modules;
use clap::Subcommand;
use jiff::Timestamp;

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
                let rows: Vec<Vec<String>> = modules::list(&app)
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

async fn set(app: &quarry_stores::app::AppStore, switch: &Switch, enabled: bool) -> anyhow::Result<()> {
    modules::set_enabled(app, &switch.key, enabled, "command line", switch.reason.as_deref(), Timestamp::now()).await?;
    output::line(format!("{} is {}", switch.key, if enabled { "on" } else { "off" }));
    Ok(())
}
