//! `quarry plugin lift`: what failed too often is asked again, on every host.

use crate::assembly::{Inspector, Installation, unconnected_stores};
use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use crate::modules::lift_quarantine;
use anyhow::bail;
use jiff::Timestamp;
use std::sync::Arc;

#[derive(clap::Args, Debug)]
pub(super) struct LiftArguments {
    /// The component's name
    component: String,
    /// The reason, for people who look later
    #[arg(long)]
    reason: Option<String>,
    /// The person who lifts it; by default the user of this machine
    #[arg(long, env = "USER", value_name = "NAME", default_value = "somebody")]
    by: String,
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: LiftArguments) -> anyhow::Result<()> {
    let configuration = arguments.stores.configuration()?;
    let app = arguments.stores.open_app_store(&configuration).await?;
    let outcome = async {
        let installation = Installation::find(&configuration)?;
        let stores = Arc::new(unconnected_stores(&configuration)?);
        let names = Inspector::new(&configuration, &installation, stores)?.names().await?;
        let component = &arguments.component;
        if !names.contains(component) {
            bail!("no component of this deployment is called {component}; there are {}", names.join(", "));
        }
        lift_quarantine(&app, component, &arguments.by, arguments.reason.as_deref(), Timestamp::now()).await?;
        output::line(format!("Every host asks the quarantined operations of {component} again within a second."));
        Ok(())
    }
    .await;
    app.close().await;
    outcome
}
