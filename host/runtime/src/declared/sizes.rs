//! Limits on the size of a manifest: staff read it, documents show it, and each host keeps it.

use crate::bindings::quarry::plugin::manifest as wit;
use quarry_contract::entered_text::EnteredText;
use std::ops::RangeInclusive;

const NAME: RangeInclusive<usize> = 1..=64;
const SUMMARY: RangeInclusive<usize> = 1..=500;
const DESCRIPTION: RangeInclusive<usize> = 0..=20_000;
const SCHEMA: RangeInclusive<usize> = 1..=262_144;
const PATH: RangeInclusive<usize> = 1..=300;

/// Lists and texts of a manifest, each within its bounds.
pub(crate) fn check(manifest: &wit::Manifest) -> Result<(), String> {
    let counts = [
        ("routes", manifest.routes.len(), 500),
        ("statements", manifest.statements.len(), 2_000),
        ("migrations", manifest.migrations.len(), 1_000),
        ("adopts", manifest.adopts.len(), 200),
        ("jobs", manifest.jobs.len(), 100),
        ("events", manifest.events.len(), 100),
        ("notifications", manifest.notifications.len(), 100),
        ("outbound-hosts", manifest.outbound_hosts.len(), 100),
        ("personal-data", manifest.personal_data.len(), 500),
        ("guards", manifest.guards.len(), 100),
        ("scopes", manifest.scopes.len(), 100),
        ("tenant-tables", manifest.tenant_tables.len(), 200),
        ("account-statements", manifest.account_statements.len(), 10),
        ("erasure-refusals", manifest.erasure_refusals.len(), 10),
        ("datasets", manifest.datasets.len(), 50),
        ("append-only-tables", manifest.append_only_tables.len(), 200),
        ("settings", manifest.settings.len(), 20),
    ];
    if let Some((what, count, most)) = counts.into_iter().find(|(_, count, most)| count > most) {
        return Err(format!("it has {count} {what}: {most} are the most"));
    }
    check_text("the manifest", "version", &manifest.version, &NAME)?;
    check_text("the manifest", "summary", &manifest.summary, &SUMMARY)?;
    for (what, text) in [("version", &manifest.version), ("summary", &manifest.summary)] {
        EnteredText::Line.read(text).map_err(|refused| format!("the {what} of the manifest is wrong: {refused}"))?;
    }
    manifest.routes.iter().try_for_each(check_route)?;
    for job in &manifest.jobs {
        check_text(&format!("the job {}", shown(&job.name)), "summary", &job.summary, &SUMMARY)?;
    }
    let events = manifest.events.iter().map(|event| ("event", &event.name, &event.summary, &event.body));
    let kinds = manifest.notifications.iter().map(|kind| ("notification", &kind.name, &kind.summary, &kind.body));
    for (what, name, summary, body) in events.chain(kinds) {
        let owner = format!("the {what} {}", shown(name));
        check_text(&owner, "summary", summary, &SUMMARY)?;
        check_text(&owner, "schema", &body.schema, &SCHEMA)?;
        check_text(&owner, "example", &body.example, &SCHEMA)?;
    }
    for data in &manifest.personal_data {
        let owner = format!("the personal data of {}", shown(&data.table));
        check_text(&owner, "table", &data.table, &NAME)?;
        check_text(&owner, "column", &data.user_column, &NAME)?;
        if let wit::Erasure::Kept(reason) = &data.erasure {
            check_text(&owner, "reason", reason, &(0..=*SUMMARY.end()))?;
        }
    }
    Ok(())
}

fn check_route(route: &wit::Route) -> Result<(), String> {
    let owner = shown(&route.operation_id);
    check_text(&owner, "path", &route.path, &PATH)?;
    check_text(&owner, "summary", &route.summary, &SUMMARY)?;
    check_text(&owner, "description", &route.description, &DESCRIPTION)?;
    if let Some(reason) = &route.writes {
        check_text(&owner, "reason for writing", reason, &SUMMARY)?;
    }
    check_text(&owner, "response schema", &route.response_schema, &SCHEMA)?;
    check_text(&owner, "response example", &route.response_example, &SCHEMA)?;
    for parameter in &route.parameters {
        let owner = format!("the parameter {} of {owner}", shown(&parameter.name));
        check_text(&owner, "name", &parameter.name, &NAME)?;
        check_text(&owner, "description", &parameter.description, &DESCRIPTION)?;
    }
    for tool in &route.tools {
        let owner = format!("the tool {} of {owner}", shown(&tool.name));
        check_text(&owner, "description", &tool.description, &DESCRIPTION)?;
    }
    Ok(())
}

fn check_text(owner: &str, what: &str, text: &str, bytes: &RangeInclusive<usize>) -> Result<(), String> {
    if bytes.contains(&text.len()) {
        return Ok(());
    }
    let (least, most) = (bytes.start(), bytes.end());
    Err(format!("the {what} of {owner} has {} bytes: {least} to {most} are allowed", text.len()))
}

/// A name that was not checked yet, short enough for a sentence.
fn shown(name: &str) -> String {
    name.chars().take(80).collect()
}
