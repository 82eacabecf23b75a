//! `quarry plugin check FILE`: everything that a host would refuse, and what the component asks for.

use crate::assembly::FileReport;
use crate::cli::output;
use crate::cli::plugin::counted::counted;
use crate::cli::plugin::deployment::Deployment;
use crate::cli::plugin::registry_options::RegistryOptions;
use crate::cli::plugin::source::{ComponentSource, Taken};
use crate::cli::plugin::upgrade::{self, Before, Change};
use crate::cli::plugin::{asked_table, published, writing_reads};
use crate::cli::store_options::StoreOptions;
use crate::modules::InstallationRecord;
use anyhow::bail;
use quarry_contract::{Access, CacheRule, Grant, Manifest, Route, Store};
use quarry_runtime::{ComponentLimits, HOST_CONTRACT_VERSION};

#[derive(clap::Args, Debug)]
pub(super) struct CheckArguments {
    /// The component: a file, or oci://registry.example.org/repository:tag
    #[arg(value_name = "FILE|oci://…")]
    from: ComponentSource,
    #[command(flatten)]
    registry: RegistryOptions,
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: CheckArguments) -> anyhow::Result<()> {
    let taken = arguments.from.take(&arguments.stores.configuration()?, &arguments.registry).await?;
    let has_deployment = arguments.stores.name_a_deployment();
    let deployment = match has_deployment {
        true => Deployment::open(&arguments.stores).await?,
        false => Deployment::temporary().await?,
    };
    let outcome = check(&arguments.from.to_string(), taken, &deployment, has_deployment).await;
    deployment.close().await;
    outcome
}

async fn check(from: &str, taken: Taken, deployment: &Deployment, has_deployment: bool) -> anyhow::Result<()> {
    let inspector = &deployment.inspector;
    let report = inspector.file(taken.bytes.clone()).await;
    let report = report.map_err(|error| anyhow::anyhow!("a host would refuse {from}: {error}"))?;
    let (mut conflicts, mut signer) = (Vec::new(), None);
    if has_deployment {
        let signature = inspector.check_signature(taken.signature.as_deref(), &taken.signature_place, &taken.bytes);
        match signature {
            Ok(key) => signer = key,
            Err(error) => conflicts.push(error.to_string()),
        }
        conflicts.extend(inspector.conflicts(&report.manifest).await?);
    }
    describe(from, taken.bytes.len(), &report);
    asked(&report, &upgrade::record_of(&report, &taken, signer), deployment, has_deployment)?;
    declarations(&report.manifest);
    published::show(&report.manifest, &report.asked);
    writing_reads::show(&report.manifest);
    limits(inspector.limits(&report.manifest.name));
    unchecked(&report, deployment, has_deployment);
    conflicts.extend(refused_at_each_call(&report.manifest));
    let refusals: Vec<&String> = report.refusals.iter().chain(&conflicts).collect();
    if refusals.is_empty() {
        output::line("\nA host that gives it these grants would serve it.");
        return Ok(());
    }
    output::line("\nA host would refuse it:");
    for refusal in &refusals {
        output::line(format!("  - {refusal}"));
    }
    bail!("{from} would be refused: {} above", counted(refusals.len(), "reason"));
}

/// Shows the grants that it asks for, beside those that the deployment has given the version before it, or those of its
/// configuration.
fn asked(
    report: &FileReport,
    record: &InstallationRecord,
    deployment: &Deployment,
    has_deployment: bool,
) -> anyhow::Result<()> {
    let (inspector, name) = (&deployment.inspector, &report.manifest.name);
    let limits = inspector.limits(name);
    if has_deployment {
        let before = Before::of(inspector, name)?;
        let change = Change::of(report, record, &before)?;
        if before.installed.is_some() || change.another_author.is_some() {
            upgrade::show(report, &before, &change, limits);
            return Ok(());
        }
    }
    let not_given = asked_table::names(&report.not_given);
    let is_given = |name: &str| match not_given.iter().any(|missing| missing == name) {
        _ if !has_deployment => "",
        true => "no",
        false => "yes",
    };
    asked_table::show(report, limits, if has_deployment { "CONFIGURED" } else { "" }, is_given);
    Ok(())
}

fn describe(from: &str, size: usize, report: &FileReport) {
    let Manifest { name, version, summary, .. } = &report.manifest;
    output::line(format!("{name} {version}: {summary}"));
    output::line(format!(
        "{from}, {} KiB, SHA-256 {}, for contract {HOST_CONTRACT_VERSION}\n",
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
        .chain(manifest.adopts.iter().map(|table| {
            let what = "reads, writes and deletes the rows of this table of the host, as of its own";
            vec!["adopts".to_owned(), table.clone(), what.to_owned()]
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
        "\nLimits of a request: CPU {} ms, memory {} MiB, rows {} MiB, answer {} MiB, {} statements, {} log lines; {} instances at once.",
        limits.cpu.as_millis(),
        limits.memory_bytes >> 20,
        limits.held_bytes_per_request >> 20,
        limits.response_bytes >> 20,
        limits.statements,
        limits.log_lines,
        limits.instances
    ));
}

/// Statements of a store that the manifest does not ask for: such a component loads, and none of them ever runs.
fn refused_at_each_call(manifest: &Manifest) -> Vec<String> {
    [(Store::Warehouse, Grant::Warehouse), (Store::AppStore, Grant::AppStore)]
        .into_iter()
        .filter(|(_, grant)| !manifest.grants.contains(grant))
        .filter_map(|(store, grant)| {
            let statements = manifest.statements.iter().filter(|statement| statement.store == store);
            let files: Vec<&str> = statements.map(|statement| statement.file.as_str()).collect();
            let name = grant.name();
            (!files.is_empty()).then(|| {
                format!(
                    "{} would be refused at each call: the manifest does not ask for the grant {name}; name it in `grants` of plugin!",
                    files.join(", ")
                )
            })
        })
        .collect()
}

/// Names the things that were not checked, so that nobody takes them for checked.
fn unchecked(report: &FileReport, deployment: &Deployment, has_deployment: bool) {
    if !has_deployment {
        output::line(
            "Not checked, since no deployment was named with --config or --data-dir: what it gives, and whether another component \
             of it has the same operations.",
        );
        output::line(match &deployment.unasked {
            None => {
                "A warehouse and an application store without rows were made for this, asked about the statements, and \
                     removed."
                    .to_owned()
            }
            Some(reason) => format!(
                "Not checked either: whether a warehouse accepts the statements, since none could be started for this ({reason}). A \
                 store in memory was asked about those of the app store."
            ),
        });
    } else if let Some(reason) = &deployment.unasked {
        output::line(format!(
            "Not checked, since the stores did not answer: whether they accept the statements. {reason}"
        ));
    } else if report.has_unmade_tables {
        output::line(
            "Its own tables are made when it first serves: a store in memory was asked about its migrations and statements in the \
             place of the app store.",
        );
    }
}
