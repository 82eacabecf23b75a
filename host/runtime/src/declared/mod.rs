//! The checked declarations of a manifest: routes in `route` with `policy`, `answers` and `tools`, events and notifications in
//! `messages`, guards in `guards`, scopes and tenants' tables in `tenancy`, lengths in `sizes`, all but the statements here.
//!
//! To add a check: its refusal, a sentence that names what is wrong, and a row of the test `mistaken_manifests`, which holds
//! every refusal of this folder.

mod answers;
mod datasets;
mod guards;
mod messages;
mod policy;
mod route;
mod sizes;
mod tenancy;
mod tools;
mod words;

pub(super) use datasets::datasets;
pub(super) use guards::guards;
pub(super) use messages::{events, notifications};
pub(super) use route::route_from_guest;
pub(super) use sizes::check as check_sizes;
pub(super) use tenancy::{adopted_tables, erasure_refusals, scopes, tenant_tables};
pub(super) use words::is_words;

use crate::bindings::quarry::plugin::manifest as wit;
use quarry_contract::{
    ComponentMigration, Erasure, Followed, Impersonation, JobDeclaration, PersonalData, SessionRule,
};
use quarry_identity::STAFF_PERMISSIONS;
use quarry_stores::app::OwnNames;
use std::collections::BTreeSet;
use std::time::Duration;

const LONGEST_JOB_SECONDS: u32 = 3_600;
const MOST_ATTEMPTS: u32 = 100;

pub(super) fn migrations(migrations: Vec<wit::Migration>) -> Result<Vec<ComponentMigration>, String> {
    for pair in migrations.windows(2) {
        if pair[0].name >= pair[1].name {
            return Err(format!("the migration {} does not sort after {}", pair[1].name, pair[0].name));
        }
    }
    if let Some(migration) = migrations.iter().find(|migration| !is_words(&migration.name, "_")) {
        return Err(format!("`{}` is not a migration's name: lowercase words joined by `_`", migration.name));
    }
    let migration = |migration: wit::Migration| ComponentMigration {
        name: migration.name,
        sqlite: migration.sqlite,
        postgres: migration.postgres,
    };
    Ok(migrations.into_iter().map(migration).collect())
}

/// The rule of a route for signed-in people; a permission that nobody can have would lock everybody out.
pub(super) fn session_rule(rule: wit::SessionRule, operation_id: &str) -> Result<SessionRule, String> {
    if let Some(permission) = &rule.permission
        && !STAFF_PERMISSIONS.contains(&permission.as_str())
        && !["staff", "alpha"].contains(&permission.as_str())
    {
        return Err(format!(
            "{operation_id} asks for the permission `{permission}`: it is one of {}, staff, alpha",
            STAFF_PERMISSIONS.join(", ")
        ));
    }
    let impersonation = match rule.acting {
        wit::Acting::Reads => Impersonation::Reads,
        wit::Acting::Writes => Impersonation::Writes,
        wit::Acting::Refused => Impersonation::Refused,
    };
    Ok(SessionRule { permission: rule.permission, sudo: rule.sudo, beacon: rule.beacon, impersonation })
}

pub(super) fn jobs(jobs: Vec<wit::JobDeclaration>) -> Result<Vec<JobDeclaration>, String> {
    let mut names = BTreeSet::new();
    for job in &jobs {
        let name = &job.name;
        if !is_words(name, "_") || !names.insert(name.clone()) {
            return Err(format!("`{name}` is not a job's name of its own: lowercase words joined by `_`, each once"));
        }
        if job.timeout_seconds == 0 || job.timeout_seconds > LONGEST_JOB_SECONDS {
            return Err(format!("the job {name} may take 1 to {LONGEST_JOB_SECONDS} s, not {}", job.timeout_seconds));
        }
        if job.max_attempts == 0 || job.max_attempts > MOST_ATTEMPTS {
            return Err(format!("the job {name} may be begun 1 to {MOST_ATTEMPTS} times, not {}", job.max_attempts));
        }
        if job.every_seconds.is_some_and(|seconds| seconds < 10) {
            return Err(format!("the job {name} runs by itself too often: every 10 s at most"));
        }
    }
    let seconds = |seconds: u32| Duration::from_secs(u64::from(seconds));
    let job = |job: wit::JobDeclaration| JobDeclaration {
        name: job.name,
        summary: job.summary,
        timeout: seconds(job.timeout_seconds),
        max_attempts: job.max_attempts,
        every: job.every_seconds.map(seconds),
        follows: job.follows.map(|wit::Followed::Warehouse| Followed::Warehouse),
    };
    Ok(jobs.into_iter().map(job).collect())
}

/// The component's own tables whose rows are only inserted and read.
pub(super) fn append_only_tables(component: &str, tables: Vec<String>) -> Result<Vec<String>, String> {
    let own = OwnNames::of(component);
    let mut names = BTreeSet::new();
    match tables.iter().find(|table| !own.has(table) || !names.insert(table.as_str())) {
        Some(wrong) => Err(format!(
            "`{wrong}` is not a table of its own to append to: its name begins with `{}`, and it is named once",
            own.prefix()
        )),
        None => Ok(tables),
    }
}

/// The groups of settings that a component reads, each named once.
pub(super) fn settings(groups: Vec<String>) -> Result<Vec<String>, String> {
    let mut names = BTreeSet::new();
    match groups.iter().find(|group| !is_words(group, "_") || !names.insert(group.as_str())) {
        Some(wrong) => Err(format!("`{wrong}` is not a group of settings: lowercase words joined by `_`, each once")),
        None => Ok(groups),
    }
}

pub(super) fn personal_data(declared: Vec<wit::PersonalData>) -> Vec<PersonalData> {
    let convert = |data: wit::PersonalData| PersonalData {
        table: data.table,
        user_column: data.user_column,
        export: data.export_statement,
        erasure: match data.erasure {
            wit::Erasure::Statement(name) => Erasure::Statement(name),
            wit::Erasure::Kept(reason) => Erasure::Kept(reason),
        },
    };
    declared.into_iter().map(convert).collect()
}
