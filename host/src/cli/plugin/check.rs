//! `quarry plugin check FILE`: everything that a host would refuse, and what the component asks for.

use crate::assembly::FileReport;
use crate::cli::output;
use crate::cli::plugin::asked_table;
use crate::cli::plugin::deployment::Deployment;
use crate::cli::store_options::StoreOptions;
use crate::contract::{Access, CacheRule, Manifest, Route, Store};
use crate::runtime::{ComponentLimits, HOST_CONTRACT_VERSION};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(super) struct CheckArguments {
    /// The component
    file: PathBuf,
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: CheckArguments) -> anyhow::Result<()> {
    let bytes = read(&arguments.file)?;
    let has_deployment = arguments.stores.name_a_deployment();
    let deployment = match has_deployment {
        true => Deployment::open(&arguments.stores).await?,
        false => Deployment::none()?,
    };
    let outcome = check(&arguments.file, bytes, &deployment, has_deployment).await;
    deployment.close().await;
    outcome
}

/// The bytes of a component's file.
pub(super) fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| {
        format!("{} cannot be read; `cargo build --target wasm32-wasip2 --release` makes a component", file.display())
    })
}

async fn check(file: &Path, bytes: Vec<u8>, deployment: &Deployment, has_deployment: bool) -> anyhow::Result<()> {
    let (inspector, size) = (&deployment.inspector, bytes.len());
    let report = inspector.file(bytes).await;
    let report = report.map_err(|error| anyhow::anyhow!("a host would refuse {}: {error}", file.display()))?;
    let conflicts = match has_deployment {
        true => inspector.conflicts(&report.manifest).await?,
        false => Vec::new(),
    };
    describe(file, size, &report);
    let not_given = asked_table::names(&report.not_given);
    let is_given = |name: &str| match not_given.iter().any(|missing| missing == name) {
        _ if !has_deployment => "",
        true => "no",
        false => "yes",
    };
    let mark = if has_deployment { "CONFIGURED" } else { "" };
    asked_table::show(&report.asked, inspector.limits(&report.manifest.name), mark, is_given);
    declarations(&report.manifest);
    limits(inspector.limits(&report.manifest.name));
    unchecked(&report, deployment, has_deployment);
    let refusals: Vec<&String> = report.refusals.iter().chain(&conflicts).collect();
    if refusals.is_empty() {
        output::line("\nA host that gives it what it asks for would serve it.");
        return Ok(());
    }
    output::line("\nA host would refuse it:");
    for refusal in &refusals {
        output::line(format!("  - {refusal}"));
    }
    bail!("{} would be refused: {} above", file.display(), counted(refusals.len(), "reason"));
}

fn describe(file: &Path, size: usize, report: &FileReport) {
    let Manifest { name, version, summary, .. } = &report.manifest;
    output::line(format!("{name} {version}: {summary}"));
    output::line(format!(
        "{}, {} KiB, SHA-256 {}, for contract {HOST_CONTRACT_VERSION}\n",
        file.display(),
        size.div_ceil(1024),
        report.digest
    ));
}

fn declarations(manifest: &Manifest) {
    let rows: Vec<Vec<String>> = manifest.routes.iter().map(route).collect();
    output::line("");
    output::table(&["OPERATION", "REQUEST", "WHO", "MODULE", "CACHE"], &rows);
    let rows: Vec<Vec<String>> = manifest
        .statements
        .iter()
        .map(|statement| {
            let store = match statement.store {
                Store::Warehouse => "warehouse",
                Store::AppStore => "app store",
            };
            vec![statement.name.clone(), store.to_owned(), statement.file.clone()]
        })
        .collect();
    if !rows.is_empty() {
        output::line("");
        output::table(&["STATEMENT", "STORE", "FILE"], &rows);
    }
    let further: Vec<Vec<String>> = (manifest.jobs.iter().map(|job| ("job", &job.name, &job.summary)))
        .chain(manifest.events.iter().map(|event| ("event", &event.name, &event.summary)))
        .map(|(kind, name, summary)| vec![kind.to_owned(), name.clone(), summary.clone()])
        .chain(manifest.migrations.iter().map(|migration| {
            vec!["migration".to_owned(), migration.name.clone(), "of its own tables, in the app store".to_owned()]
        }))
        .collect();
    if !further.is_empty() {
        output::line("");
        output::table(&["ALSO", "NAME", "WHAT"], &further);
    }
}

fn route(route: &Route) -> Vec<String> {
    let who = match &route.access {
        Access::Keyless => "anybody".to_owned(),
        Access::Key(scope) => format!("key with {}", scope.name()),
        Access::Session(rule) => match &rule.permission {
            Some(permission) => format!("staff with {permission}"),
            None => "signed in".to_owned(),
        },
        Access::Visitor | Access::ServiceClient => "the host's own".to_owned(),
    };
    let cache = match route.cache {
        CacheRule::None => "none".to_owned(),
        CacheRule::Private => "private".to_owned(),
        CacheRule::Public { max_age_seconds } => format!("public, {max_age_seconds} s"),
    };
    let module = route.module.clone().unwrap_or_else(|| "always on".to_owned());
    vec![route.operation_id.clone(), format!("{} {}", route.method, route.path), who, module, cache]
}

fn limits(limits: &ComponentLimits) {
    output::line(format!(
        "\nLimits of a request: CPU {} ms, memory {} MiB, answer {} MiB, {} statements, {} log lines; {} instances at once.",
        limits.cpu.as_millis(),
        limits.memory_bytes >> 20,
        limits.response_bytes >> 20,
        limits.statements,
        limits.log_lines,
        limits.instances
    ));
}

/// What was not looked at, so that nobody takes it for checked.
fn unchecked(report: &FileReport, deployment: &Deployment, has_deployment: bool) {
    if !has_deployment {
        output::line(
            "Not checked, since no deployment was named with --config or --data-dir: whether its stores accept the statements, \
             what it gives, and whether another component of it has the same operations.",
        );
    } else if let Some(reason) = &deployment.unasked {
        output::line(format!(
            "Not checked, since the stores did not answer: whether they accept the statements. {reason}"
        ));
    } else if report.has_unmade_tables {
        output::line(
            "Not checked: whether the app store accepts the statements; its own tables are made when it first serves.",
        );
    }
}

/// `1 reason`, `2 reasons`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
