//! A version of a component, compared with what the deployment has of its name: what it asks for beyond what it was given, and
//! whether it may be by another author. A table for the person who accepts it.

use crate::assembly::{FileReport, Inspector};
use crate::cli::output;
use crate::cli::plugin::asked_table;
use crate::cli::plugin::counted::counted;
use crate::cli::plugin::source::Taken;
use crate::modules::{InstallationRecord, InstalledError, signature_path, uninstalled_record};
use jiff::Timestamp;
use quarry_contract::Grant;
use quarry_runtime::ComponentLimits;
use quarry_runtime::capabilities::{Asked, Given, HostPattern, TableGrant};

/// What the deployment has of a component's name.
pub(super) struct Before {
    /// The version that serves.
    pub(super) installed: Option<InstallationRecord>,
    /// The one whose author the name is bound to: it serves, or was uninstalled and has left its tables.
    bound: Option<InstallationRecord>,
}

/// What has to be accepted about a version.
pub(super) struct Change {
    /// What it asks for beyond what was given.
    pub(super) wider: Asked,
    /// The reason why it may be by another author.
    pub(super) another_author: Option<String>,
}

impl Before {
    /// Of the component `name`.
    pub(super) fn of(inspector: &Inspector, name: &str) -> Result<Before, InstalledError> {
        let folder = inspector.installed_folder();
        let file = folder.join(format!("{name}.wasm"));
        let installed = InstallationRecord::beside(&file)?.map(|record| match &record.signed_by {
            Some(_) => record,
            // Records of earlier releases do not name the key.
            None => InstallationRecord { signed_by: signer_of(inspector, &file), ..record },
        });
        let bound = match &installed {
            Some(record) => Some(record.clone()),
            None => uninstalled_record(folder, name)?,
        };
        Ok(Before { installed, bound })
    }
}

fn signer_of(inspector: &Inspector, file: &std::path::Path) -> Option<String> {
    let (bytes, signature) = (std::fs::read(file).ok()?, std::fs::read(signature_path(file)).ok());
    inspector.check_signature(signature.as_deref(), &file.display().to_string(), &bytes).ok()?
}

impl Change {
    /// Of the version that `record` is for.
    pub(super) fn of(
        report: &FileReport,
        record: &InstallationRecord,
        before: &Before,
    ) -> Result<Change, InstalledError> {
        let (given, hosts, settings): (Given, Vec<HostPattern>, &[String]) = match &before.installed {
            Some(record) => (record.given()?, record.hosts()?, &record.settings),
            None => Default::default(),
        };
        let another_author = before.bound.as_ref().and_then(|before| record.author_change(before));
        Ok(Change { wider: report.asked.beyond(&given, &hosts, settings), another_author })
    }

    /// True when nothing has to be accepted.
    pub(super) fn is_empty(&self) -> bool {
        self.wider.is_empty() && self.another_author.is_none()
    }
}

/// The record of a file that is given nothing yet.
pub(super) fn record_of(report: &FileReport, taken: &Taken, signed_by: Option<String>) -> InstallationRecord {
    InstallationRecord {
        component: report.manifest.name.clone(),
        version: report.manifest.version.clone(),
        digest: report.digest.clone(),
        origin: taken.origin.clone(),
        repository: taken.repository.clone(),
        signed_by,
        installed_at: Timestamp::now().to_string(),
        ..InstallationRecord::default()
    }
}

/// Refuses what nobody can accept: a grant that the configuration alone gives.
pub(super) fn unacceptable(asked: &Asked) -> Option<String> {
    let grant = Grant::FirstParty;
    asked.grants.contains(&grant).then(|| {
        format!("it asks for the grant {}, which components.grants of the configuration alone gives", grant.name())
    })
}

/// Shows the difference, each thing marked as new or as before, what it no longer asks for, and whether it may be by another
/// author.
pub(super) fn show(report: &FileReport, before: &Before, change: &Change, limits: &ComponentLimits) {
    show_asked(report, before.installed.as_ref(), &change.wider, limits);
    if let Some(reason) = &change.another_author {
        output::line(format!("\nIt may be by another author than the component of this name that was here: {reason}."));
    }
}

fn show_asked(report: &FileReport, before: Option<&InstallationRecord>, wider: &Asked, limits: &ComponentLimits) {
    let Some(before) = before else {
        output::line(format!("{} {} is new here.\n", report.manifest.name, report.manifest.version));
        return asked_table::show(report, limits, "", |_| "");
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
    asked_table::show(report, limits, "SINCE", mark);
    let now = asked_table::names(&report.asked);
    // Of a table that it may write or delete it may read the rows too.
    let had_tables = before.given().map(|given| given.tables).unwrap_or_default();
    let asks_for = |had: &TableGrant| report.asked.tables.iter().any(|asked| asked.table.covers(had));
    let gone_tables = had_tables.iter().filter(|had| !asks_for(had)).map(ToString::to_string);
    let had = before.grants.iter().chain(&before.outbound_hosts).chain(before.hooks.iter().flatten()).cloned();
    let had = had.chain(before.settings.iter().map(|group| asked_table::settings_name(group)));
    let gone: Vec<String> = had.filter(|had| !now.contains(had)).chain(gone_tables).collect();
    if !gone.is_empty() {
        output::line(format!(
            "It no longer asks for {} of what it had: {}.",
            counted(gone.len(), "thing"),
            gone.join(", ")
        ));
    }
}
