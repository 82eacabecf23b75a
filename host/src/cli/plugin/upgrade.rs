//! The grants that a version of a component asks for, compared with those that the one before it was given: a table for the
//! person who accepts it.

use crate::assembly::FileReport;
use crate::cli::output;
use crate::cli::plugin::asked_table;
use crate::cli::plugin::counted::counted;
use crate::modules::{InstallationRecord, InstalledError};
use quarry_runtime::ComponentLimits;
use quarry_runtime::capabilities::{Asked, Given, HostPattern, TableGrant};

/// The grants that it asks for beyond the configuration and those that were accepted before.
pub(super) fn wider(report: &FileReport, before: Option<&InstallationRecord>) -> Result<Asked, InstalledError> {
    let (given, hosts): (Given, Vec<HostPattern>) = match before {
        Some(record) => (record.given()?, record.hosts()?),
        None => Default::default(),
    };
    Ok(report.not_given.beyond(&given, &hosts))
}

/// Shows the difference, each thing marked as new or as before, and what it no longer asks for.
pub(super) fn show(report: &FileReport, before: Option<&InstallationRecord>, wider: &Asked, limits: &ComponentLimits) {
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
    let had = before.grants.iter().chain(&before.outbound_hosts);
    let gone: Vec<String> = had.filter(|had| !now.contains(had)).cloned().chain(gone_tables).collect();
    if !gone.is_empty() {
        output::line(format!(
            "It no longer asks for {} of what it had: {}.",
            counted(gone.len(), "thing"),
            gone.join(", ")
        ));
    }
}
