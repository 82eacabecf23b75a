//! `quarry plugin install` and `uninstall`: a component into a deployment, with what it is given and who gave it.
//!
//! A version that asks for more than it was given, or may be by another author, does not take the place of the one that serves: it
//! waits for somebody who accepts that, here with `--accept` or later with `quarry plugin accept`.

use crate::cli::output;
use crate::cli::plugin::asked_table;
use crate::cli::plugin::deployment::Deployment;
use crate::cli::plugin::registry_options::RegistryOptions;
use crate::cli::plugin::source::{ComponentSource, Taken};
use crate::cli::plugin::upgrade::{self, Before, Change};
use crate::cli::plugin::writing_reads;
use crate::cli::store_options::StoreOptions;
use crate::modules::{InstallationRecord, remove_waiting, uninstall, waiting_folder};
use anyhow::{Context, bail};
use jiff::Timestamp;

#[derive(clap::Args, Debug)]
pub(super) struct InstallArguments {
    /// The component: a file, or oci://registry.example.org/repository:tag
    #[arg(value_name = "FILE|oci://…")]
    from: ComponentSource,
    /// Give it what it asks for beyond what it has
    #[arg(long)]
    accept: bool,
    /// The source of the file, for people who look later; by default its path or its place at the registry
    #[arg(long)]
    origin: Option<String>,
    /// The person who installs it; by default the user of this machine
    #[arg(long, env = "USER", value_name = "NAME", default_value = "somebody")]
    by: String,
    #[command(flatten)]
    registry: RegistryOptions,
    #[command(flatten)]
    stores: StoreOptions,
}

#[derive(clap::Args, Debug)]
pub(super) struct UninstallArguments {
    /// The component's name
    component: String,
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: InstallArguments) -> anyhow::Result<()> {
    let configuration = arguments.stores.configuration()?;
    let data_dir = &configuration.paths.data_dir;
    if !data_dir.is_dir() {
        bail!(
            "there is no data directory {}: name the deployment with --data-dir, as given to `quarry up`, or with --config",
            data_dir.display()
        );
    }
    let taken = arguments.from.take(&configuration, &arguments.registry).await?;
    let deployment = Deployment::open(&arguments.stores).await?;
    let only_staff = configuration.components.staff_accept_grants;
    let outcome = install(&arguments, taken, only_staff, &deployment).await;
    deployment.close().await;
    outcome
}

async fn install(
    arguments: &InstallArguments,
    taken: Taken,
    only_staff: bool,
    deployment: &Deployment,
) -> anyhow::Result<()> {
    let inspector = &deployment.inspector;
    let report = inspector.file(taken.bytes.clone()).await;
    let report = report.with_context(|| format!("a host would refuse {}", arguments.from))?;
    let mut refusals = report.refusals.clone();
    let signer = inspector.check_signature(taken.signature.as_deref(), &taken.signature_place, &taken.bytes);
    let signer = signer.unwrap_or_else(|error| {
        refusals.push(error.to_string());
        None
    });
    refusals.extend(inspector.conflicts_of_installed(&report.manifest).await?);
    refusals.extend(upgrade::unacceptable(&report.asked));
    if !refusals.is_empty() {
        bail!("a host would refuse {}: {}", arguments.from, refusals.join("; "));
    }
    let folder = inspector.installed_folder();
    let name = &report.manifest.name;
    let record = upgrade::record_of(&report, &taken, signer);
    let before = Before::of(inspector, name)?;
    let change = Change::of(&report, &record, &before)?;
    upgrade::show(&report, &before, &change, inspector.limits(name));
    writing_reads::show(&report.manifest);
    let origin = arguments.origin.clone().unwrap_or_else(|| record.origin.clone());
    let record = InstallationRecord { origin, installed_by: arguments.by.clone(), ..record }.giving(&report.asked);
    let signature = taken.signature.as_deref();
    if !change.is_empty() && (only_staff || !arguments.accept) {
        let names = asked_table::names(&change.wider);
        let record = record.waiting_for(&names, change.another_author.clone());
        record.install(&waiting_folder(folder), &taken.bytes, signature)?;
        let itself = if only_staff { "" } else { ", or this command again with --accept," };
        let reason = match (names.is_empty(), &change.another_author) {
            (false, None) => format!("asks for what it was not given: {}", names.join(", ")),
            (false, Some(author)) => format!("asks for what it was not given: {}; and {author}", names.join(", ")),
            (true, author) => format!("may be by another author: {}", author.as_deref().unwrap_or_default()),
        };
        bail!(
            "{name} {reason}; it waits, and what serves now goes on. Look at the table above: `quarry plugin accept {name} --by \
             EMAIL`{itself} lets it take its place"
        );
    }
    let record = match change.is_empty() {
        true => record.accepted_as(before.installed.as_ref()),
        false => record.accepted_by(&arguments.by, Timestamp::now()),
    };
    let file = record.install(folder, &taken.bytes, signature)?;
    remove_waiting(folder, name)?;
    output::line(format!(
        "\n{} {} is in {}. A host that serves from there follows within a few seconds; `quarry plugin list` says whether it loads.",
        record.component,
        record.version,
        file.display()
    ));
    if let Some(reason) = &deployment.unasked {
        output::line(format!("The stores did not answer, so its statements were not checked: {reason}"));
    }
    Ok(())
}

pub(super) fn run_uninstall(arguments: &UninstallArguments) -> anyhow::Result<()> {
    let folder = arguments.stores.configuration()?.paths.data_dir.join("components");
    let waited = remove_waiting(&folder, &arguments.component)?;
    match uninstall(&folder, &arguments.component)? {
        true => output::line(format!(
            "{} is taken out of {}; its tables stay. A host that serves from there follows within a second.",
            arguments.component,
            folder.display()
        )),
        false if waited => output::line(format!("{} waits no longer in {}.", arguments.component, folder.display())),
        false => bail!("{} is not installed in {}", arguments.component, folder.display()),
    }
    Ok(())
}
