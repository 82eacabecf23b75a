//! `quarry plugin publish`: a component to a registry, by its author.

use crate::cli::output;
use crate::cli::plugin::deployment::Deployment;
use crate::cli::plugin::registry_options::RegistryOptions;
use crate::cli::plugin::source::read;
use crate::cli::store_options::StoreOptions;
use crate::modules::signature_path;
use crate::registry::{Publication, RegistryReference};
use anyhow::{Context, bail};
use jiff::Timestamp;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(super) struct PublishArguments {
    /// The component; FILE.minisig beside it goes with it
    file: PathBuf,
    /// The target: oci://registry.example.org/repository:tag
    to: String,
    #[command(flatten)]
    registry: RegistryOptions,
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: PublishArguments) -> anyhow::Result<()> {
    let reference: RegistryReference = arguments.to.parse()?;
    let access = arguments.registry.access(&arguments.stores.configuration()?)?;
    let component = read(&arguments.file)?;
    let deployment = Deployment::none()?;
    let report = deployment.inspector.file(component.clone()).await;
    deployment.close().await;
    let report = report.with_context(|| format!("a host would refuse {}", arguments.file.display()))?;
    if !report.refusals.is_empty() {
        bail!("a host would refuse {}: {}", arguments.file.display(), report.refusals.join("; "));
    }
    let signature = std::fs::read(signature_path(&arguments.file)).ok();
    let how = if signature.is_some() { "with its signature" } else { "without a signature" };
    let publication = Publication {
        component,
        digest: report.digest,
        signature,
        name: report.manifest.name.clone(),
        version: report.manifest.version.clone(),
        summary: report.manifest.summary.clone(),
        created_at: Timestamp::now(),
    };
    let place = access.publish(&reference, publication).await?;
    output::line(format!("{} {} is published {how}:\n{place}", report.manifest.name, report.manifest.version));
    Ok(())
}
