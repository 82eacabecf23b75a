//! `quarry plugin install` and `uninstall`: a component into a deployment, with what it is given and who gave it.

use crate::assembly::FileReport;
use crate::capabilities::{Asked, Given, HostPattern};
use crate::cli::output;
use crate::cli::plugin::asked_table;
use crate::cli::plugin::check::{counted, read};
use crate::cli::plugin::deployment::Deployment;
use crate::cli::store_options::StoreOptions;
use crate::modules::{InstallationRecord, signature_path, uninstall};
use anyhow::{Context, bail};
use jiff::Timestamp;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(super) struct InstallArguments {
    /// The component
    file: PathBuf,
    /// Give it what it asks for beyond what it has
    #[arg(long)]
    accept: bool,
    /// Where the file comes from, for those who look later; by default its path
    #[arg(long)]
    origin: Option<String>,
    /// Who installs it; by default the user of this machine
    #[arg(long, env = "USER", value_name = "NAME", default_value = "somebody")]
    by: String,
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
    let bytes = read(&arguments.file)?;
    let data_dir = arguments.stores.configuration()?.paths.data_dir;
    if !data_dir.is_dir() {
        bail!(
            "there is no data directory {}: name the deployment with --data-dir, as given to `quarry up`, or with --config",
            data_dir.display()
        );
    }
    let deployment = Deployment::open(&arguments.stores).await?;
    let outcome = install(&arguments, bytes, &deployment).await;
    deployment.close().await;
    outcome
}

async fn install(arguments: &InstallArguments, bytes: Vec<u8>, deployment: &Deployment) -> anyhow::Result<()> {
    let inspector = &deployment.inspector;
    let report = inspector.file(bytes.clone()).await;
    let report = report.with_context(|| format!("a host would refuse {}", arguments.file.display()))?;
    let mut refusals = report.refusals.clone();
    refusals.extend(inspector.check_signature(&arguments.file, &bytes).err().map(|error| error.to_string()));
    refusals.extend(inspector.conflicts(&report.manifest).await?);
    if !refusals.is_empty() {
        bail!("a host would refuse {}: {}", arguments.file.display(), refusals.join("; "));
    }
    let folder = inspector.installed_folder();
    let before = InstallationRecord::beside(&folder.join(format!("{}.wasm", report.manifest.name)))?;
    let wider = wider(&report, before.as_ref())?;
    show(&report, before.as_ref(), &wider, deployment);
    if !wider.is_empty() && !arguments.accept {
        bail!(
            "{} asks for what it was not given: {}; look at the table above, and run the command again with --accept if you trust it with that",
            report.manifest.name,
            asked_table::names(&wider).join(", ")
        );
    }
    let record = record_of(&report, arguments).giving(&report.asked);
    let signature = signature_path(&arguments.file);
    let signature = std::fs::read(signature).ok();
    let file = record.install(folder, &bytes, signature.as_deref())?;
    output::line(format!(
        "\n{} {} is in {}. A host that serves from there follows within a few seconds; `quarry plugin list` says whether it loads.",
        record.component,
        record.version,
        file.display()
    ));
    if let Some(reason) = &deployment.unasked {
        output::line(format!("The stores did not answer, so nobody asked them about its statements: {reason}"));
    }
    Ok(())
}

/// The record of a component that is given nothing yet.
fn record_of(report: &FileReport, arguments: &InstallArguments) -> InstallationRecord {
    let path = arguments.file.canonicalize().unwrap_or_else(|_| arguments.file.clone());
    InstallationRecord {
        component: report.manifest.name.clone(),
        version: report.manifest.version.clone(),
        digest: report.digest.clone(),
        origin: arguments.origin.clone().unwrap_or_else(|| path.display().to_string()),
        installed_by: arguments.by.clone(),
        installed_at: Timestamp::now().to_string(),
        grants: Vec::new(),
        tables: Vec::new(),
        outbound_hosts: Vec::new(),
    }
}

/// What it asks for beyond the configuration and what was accepted before.
fn wider(report: &FileReport, before: Option<&InstallationRecord>) -> anyhow::Result<Asked> {
    let (given, hosts): (Given, Vec<HostPattern>) = match before {
        Some(record) => (record.given()?, record.hosts()?),
        None => Default::default(),
    };
    Ok(report.not_given.beyond(&given, &hosts))
}

fn show(report: &FileReport, before: Option<&InstallationRecord>, wider: &Asked, deployment: &Deployment) {
    let Some(before) = before else {
        output::line(format!("{} {} is new here.\n", report.manifest.name, report.manifest.version));
        return asked_table::show(&report.asked, deployment.inspector.limits(&report.manifest.name), "", |_| "");
    };
    let how = if before.digest == report.digest { "the same file as" } else { "in the place of" };
    output::line(format!(
        "{} {}, {how} {} (installed {} by {} from {}).\n",
        report.manifest.name,
        report.manifest.version,
        before.version,
        before.installed_at,
        before.installed_by,
        before.origin
    ));
    let new = asked_table::names(wider);
    let mark = |name: &str| if new.iter().any(|new| new == name) { "new" } else { "as before" };
    asked_table::show(&report.asked, deployment.inspector.limits(&report.manifest.name), "SINCE", mark);
    let now = asked_table::names(&report.asked);
    let had = before.grants.iter().chain(&before.tables).chain(&before.outbound_hosts);
    let gone: Vec<&str> = had.filter(|had| !now.contains(had)).map(String::as_str).collect();
    if !gone.is_empty() {
        output::line(format!(
            "It no longer asks for {} of what it had: {}.",
            counted(gone.len(), "thing"),
            gone.join(", ")
        ));
    }
}

pub(super) fn run_uninstall(arguments: &UninstallArguments) -> anyhow::Result<()> {
    let folder = arguments.stores.configuration()?.paths.data_dir.join("components");
    match uninstall(&folder, &arguments.component)? {
        true => output::line(format!(
            "{} is taken out of {}; its tables stay. A host that serves from there follows within a second.",
            arguments.component,
            folder.display()
        )),
        false => bail!("{} is not installed in {}", arguments.component, folder.display()),
    }
    Ok(())
}
