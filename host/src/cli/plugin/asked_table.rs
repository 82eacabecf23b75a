//! The grants that a component asks for, as a table for the person who decides about them.

use crate::assembly::FileReport;
use crate::cli::output;
use quarry_contract::Grant;
use quarry_runtime::ComponentLimits;
use quarry_runtime::capabilities::{Asked, TableGrant};

/// One thing that is asked for.
struct Line {
    what: String,
    purpose: String,
    limit: String,
}

/// Shows everything that the file of `report` asks for. Under `mark` stands what `mark_of` says of each, by its name.
pub(super) fn show(report: &FileReport, limits: &ComponentLimits, mark: &str, mark_of: impl Fn(&str) -> &'static str) {
    let lines = lines(report, limits);
    if lines.is_empty() {
        return output::line("It asks for no grant.");
    }
    let rows: Vec<Vec<String>> = lines
        .into_iter()
        .map(|line| {
            let marked = mark_of(&line.what).to_owned();
            vec![line.what, line.purpose, line.limit, marked]
        })
        .collect();
    output::table(&["ASKS FOR", "TO", "LIMIT", mark], &rows);
}

/// The names of everything in it.
pub(super) fn names(asked: &Asked) -> Vec<String> {
    let grants = asked.grants.iter().map(|grant| grant.name().to_owned());
    let tables = asked.tables.iter().map(|asked| asked.table.to_string());
    let hooks = asked.hooks.iter().map(|hook| hook.name.clone());
    let settings = asked.settings.iter().map(|group| settings_name(group));
    grants.chain(tables).chain(asked.outbound_hosts.iter().cloned()).chain(settings).chain(hooks).collect()
}

/// The name of a group of settings beside grants and servers.
pub(super) fn settings_name(group: &str) -> String {
    format!("settings:{group}")
}

fn lines(report: &FileReport, limits: &ComponentLimits) -> Vec<Line> {
    let asked = &report.asked;
    let mut lines: Vec<Line> = asked
        .grants
        .iter()
        .map(|grant| {
            let (purpose, limit) = explained(*grant, limits);
            Line { what: grant.name().to_owned(), purpose: purpose.to_owned(), limit }
        })
        .collect();
    lines.extend(asked.tables.iter().map(|asked| Line {
        what: asked.table.to_string(),
        purpose: format!("{} in {}", asked.table.purpose(), asked.files.join(", ")),
        limit: rows_of(&asked.table, report),
    }));
    lines.extend(asked.outbound_hosts.iter().map(|host| Line {
        what: host.clone(),
        purpose: "ask this server".to_owned(),
        limit: match host.starts_with("server:") {
            true => "at the address that the operator writes (components.servers)".to_owned(),
            false => "by https, at public addresses".to_owned(),
        },
    }));
    lines.extend(asked.settings.iter().map(|group| Line {
        what: settings_name(group),
        purpose: format!("read [settings.{group}] of the configuration"),
        limit: "no secret stands there".to_owned(),
    }));
    lines.extend(asked.hooks.iter().map(|hook| Line {
        what: hook.name.clone(),
        purpose: hook.purpose.clone(),
        limit: format!("by the grant {}", hook.grant.name()),
    }));
    lines
}

/// The rows that a grant of a table reaches, those that go with its rows among them.
fn rows_of(table: &TableGrant, report: &FileReport) -> String {
    let gone: Vec<String> = table.deletes_from().map(|table| report.cascades.of(table)).into_iter().flatten().collect();
    match gone.is_empty() {
        true => "every row of it".to_owned(),
        false => format!("every row of it; with them go their rows of {}", gone.join(", ")),
    }
}

/// The purpose of a grant, and its limits; docs/contract.md has the whole of it.
fn explained(grant: Grant, limits: &ComponentLimits) -> (&'static str, String) {
    let statements = format!("{} statements a request", limits.statements);
    match grant {
        Grant::Warehouse => {
            ("read chain data with its statements", format!("{statements}, {} rows, read-only", limits.rows))
        }
        Grant::AppStore => {
            ("read and write the application store with its statements", format!("{statements}, 10,000 rows, 10 s"))
        }
        Grant::Identity => ("know the plan of the caller", "of the caller alone".to_owned()),
        Grant::Audit => ("write audit entries", "100 a request, in its own name".to_owned()),
        Grant::Events => ("emit the events it declares", "in its own name".to_owned()),
        Grant::Jobs => ("run jobs after the answer", "100 a request; its own jobs alone".to_owned()),
        Grant::Mail => ("send letters to any address", "10 a request".to_owned()),
        Grant::Notifications => (
            "send messages to people who are connected",
            "100 a request; the caller and their organization, in its own name".to_owned(),
        ),
        Grant::ApiKeys => {
            ("mint, rotate and revoke API keys", "where the caller is an admin; it never sees one".to_owned())
        }
        Grant::Invitations => ("invite people by mail", "where the caller is an admin".to_owned()),
        Grant::SingleSignOn => ("save and test identity providers", "where the caller is an admin".to_owned()),
        Grant::NameLookup => {
            ("look names up at the name server", "its questions to the name server leave the deployment".to_owned())
        }
        Grant::KeyValue => ("keep values between requests", "100 calls a request, within its quota".to_owned()),
        Grant::OutboundHttp => (
            "ask the servers below",
            "5 calls a request, 10 s and 2 MiB each; event streams more, 8 MiB each".to_owned(),
        ),
        Grant::Objects => ("store and serve files", "its own; 1 GiB each".to_owned()),
        Grant::RowFiles => ("write the rows of its warehouse statements into its files", "1 GiB each".to_owned()),
        Grant::Datasets => {
            ("read what other components publish as datasets", "with their rights; it shows it to readers".to_owned())
        }
        Grant::Secrets => ("mint, keep and use secrets", "it never sees one".to_owned()),
        Grant::Accounts => {
            ("see and change the caller's own account", "of the caller alone, with their password".to_owned())
        }
        Grant::Modules => ("switch modules on and off", "for staff with the permission".to_owned()),
        Grant::People => ("change other people's accounts", "for staff with the permission".to_owned()),
        Grant::NewAccounts => (
            "run its statements for each account",
            "ids and times; after the account is made, 1 s; a failure is its own".to_owned(),
        ),
        Grant::NewAccountNames => ("know the name of each account", "in those statements".to_owned()),
        Grant::AccountKeeping => (
            "keep accounts from being deleted",
            "in its name; a statement that fails or takes over 1 s keeps none".to_owned(),
        ),
        Grant::PersonalData => (
            "add rows to exports of people's data, and remove them with the account",
            "of the person alone; a failure is named and holds up nobody".to_owned(),
        ),
        Grant::TextAnswers => {
            ("answer in media types of its own", "in a browser's sandbox; no HTML, XML, scripts or styles".to_owned())
        }
        Grant::FirstParty => ("be a part of the service, which waits for it", "by the configuration alone".to_owned()),
    }
}
