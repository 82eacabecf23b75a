//! `quarry plugin accept`: a member of staff gives a version that waits what it asks for, takes it for its author's, and it takes its
//! place.

use crate::assembly::Inspector;
use crate::cli::output;
use crate::cli::plugin::asked_table;
use crate::cli::plugin::deployment::Deployment;
use crate::cli::plugin::upgrade::{self, Before, Change};
use crate::cli::plugin::writing_reads;
use crate::cli::store_options::StoreOptions;
use crate::modules::{InstallationRecord, WaitingVersion, remove_waiting};
use anyhow::{Context, bail};
use jiff::Timestamp;
use quarry_identity::outbox::{AuditEntry, record_command_entry};
use quarry_identity::{Passwords, Users};
use quarry_stores::app::AppStore;
use serde_json::json;

/// The permission that accepting needs: people who may switch components may also give to them.
const PERMISSION: &str = "modules_manage";

#[derive(clap::Args, Debug)]
pub(super) struct AcceptArguments {
    /// The component's name
    component: String,
    /// The person who accepts it: a member of staff with the permission modules_manage
    #[arg(long, value_name = "EMAIL")]
    by: String,
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: AcceptArguments) -> anyhow::Result<()> {
    let configuration = arguments.stores.configuration()?;
    let app = arguments.stores.open_app_store(&configuration).await?;
    let outcome = accept_with(&arguments, &app).await;
    app.close().await;
    outcome
}

async fn accept_with(arguments: &AcceptArguments, app: &AppStore) -> anyhow::Result<()> {
    let users = Users::new(app.clone(), Passwords::default());
    let staff_id = users.with_permission(&arguments.by, PERMISSION).await?;
    let deployment = Deployment::open(&arguments.stores).await?;
    let outcome = accept(arguments, staff_id, app, &deployment.inspector).await;
    deployment.close().await;
    outcome
}

async fn accept(
    arguments: &AcceptArguments,
    staff_id: i64,
    app: &AppStore,
    inspector: &Inspector,
) -> anyhow::Result<()> {
    let (folder, name) = (inspector.installed_folder(), &arguments.component);
    let Some(waiting) = WaitingVersion::of(folder, name)? else {
        bail!("no version of {name} waits in {}", folder.display());
    };
    let report = inspector.file(waiting.bytes.clone()).await;
    let report = report.with_context(|| format!("a host would refuse the version of {name} that waits"))?;
    let mut refusals = report.refusals.clone();
    let (record, signature) = (waiting.record, waiting.signature);
    let place = format!("of the version of {name} that waits");
    let signer = inspector.check_signature(signature.as_deref(), &place, &waiting.bytes);
    let signed_by = signer.unwrap_or_else(|error| {
        refusals.push(error.to_string());
        None
    });
    let record = InstallationRecord { signed_by, ..record };
    refusals.extend(inspector.conflicts_of_installed(&report.manifest).await?);
    if report.digest != record.digest {
        refusals.push(format!("it is not the file that was installed, whose digest is {}", record.digest));
    }
    refusals.extend(upgrade::unacceptable(&report.asked));
    if !refusals.is_empty() {
        bail!("a host would refuse the version of {name} that waits: {}", refusals.join("; "));
    }
    let before = Before::of(inspector, name)?;
    let change = Change::of(&report, &record, &before)?;
    upgrade::show(&report, &before, &change, inspector.limits(name));
    writing_reads::show(&report.manifest);
    let now = Timestamp::now();
    let had = |record: &InstallationRecord| {
        json!({
            "version": record.version, "digest": record.digest, "origin": record.origin, "signed_by": record.signed_by
        })
    };
    let entry = AuditEntry {
        organization_id: None,
        action: "component.accepted".to_owned(),
        target_type: "component".to_owned(),
        target_id: name.clone(),
        before: before.installed.as_ref().map(|before| had(before).to_string()),
        after: Some(
            json!({
                "version": record.version, "digest": record.digest, "origin": record.origin, "signed_by": record.signed_by,
                "given": asked_table::names(&change.wider), "another_author": change.another_author
            })
            .to_string(),
        ),
    };
    // The entry first: where it cannot be written the file is not put in place, and where that fails the entry is dropped.
    let mut transaction = app.begin().await?;
    record_command_entry(&mut transaction, staff_id, &entry, now).await?;
    let record = record.giving(&report.asked).accepted_by(&arguments.by, now);
    record.install(folder, &waiting.bytes, signature.as_deref())?;
    transaction.commit().await?;
    remove_waiting(folder, name)?;
    output::line(format!(
        "\n{name} {} is accepted by {} and takes its place within a few seconds.",
        record.version, arguments.by
    ));
    Ok(())
}
