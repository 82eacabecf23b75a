//! The declarations of `complete`, and the answers of its endpoints that no other test asks: every grant, every form of a body,
//! every form of a statement.

use super::contract::grants;
use crate::account_support::deployment;
use quarry::assembly::{Inspector, Installation, unconnected_stores};
use quarry::config::Configuration;
use quarry::contract::{Access, Erasure, Impersonation, Manifest, RequestBodyForm, ResponseForm, Store, Walk};
use quarry::runtime::Compiler;
use quarry_statement::{ParameterType, Statement};
use quarry_tests::complete;
use quarry_tests::server::fresh_folder;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Gives the manifest as a host reads it.
fn manifest() -> Manifest {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let _entered = runtime.enter();
    let components = fresh_folder("manifest").expect("a folder");
    complete::copy(&components, &[]);
    let config = components.join("quarry.toml");
    std::fs::write(&config, complete::given("")).expect("a file");
    let mut configuration = Configuration::load(Some(&config)).expect("a configuration");
    configuration.components.folder.clone_from(&components);
    configuration.paths.data_dir = components.join("data");
    let installation = Installation { components, ..Installation::find(&configuration).expect("an installation") };
    let stores = Arc::new(unconnected_stores(&configuration).expect("no stores"));
    let inspector = Inspector::new(&configuration, &installation, stores).expect("an inspector");
    let verdicts = runtime.block_on(inspector.with_compiler(Compiler::ThisProcess).components()).expect("verdicts");
    let (_, verdict) = verdicts.into_iter().next().expect("one component");
    Manifest::clone(verdict.expect("it loads").manifest())
}

#[test]
fn the_manifest_declares_every_form_that_there_is() {
    quarry_tests::on_one_engine!();
    let manifest = manifest();
    let asked: BTreeSet<String> = manifest.grants.iter().map(|grant| grant.name().to_owned()).collect();
    assert_eq!(asked, grants(), "every grant");

    let bodies: BTreeSet<&str> = manifest
        .routes
        .iter()
        .filter_map(|route| route.request_body.as_ref())
        .map(|body| match body.form {
            RequestBodyForm::Json { .. } => "json",
            RequestBodyForm::Form { .. } => "form",
            RequestBodyForm::Raw { .. } => "raw",
            RequestBodyForm::Stream { .. } => "stream of the host",
        })
        .collect();
    assert_eq!(bodies, BTreeSet::from(["form", "json", "raw"]), "every form of a request's body");

    let answers: BTreeSet<&str> = manifest
        .routes
        .iter()
        .map(|route| match route.response_form {
            ResponseForm::Json if route.success_statuses.contains(&204) => "empty",
            ResponseForm::Json => "json",
            ResponseForm::Object { .. } => "object",
            ResponseForm::EventStream { .. } => "event-stream",
        })
        .collect();
    assert_eq!(answers, BTreeSet::from(["empty", "event-stream", "json", "object"]), "every form of an answer");

    let callers: BTreeSet<&str> = manifest
        .routes
        .iter()
        .map(|route| match &route.access {
            Access::Keyless => "keyless",
            Access::Key(_) => "key",
            Access::Session(rule) if rule.permission.is_some() => "staff",
            Access::Session(_) => "session",
            // Of the host's own operations alone.
            Access::Visitor | Access::ServiceClient => "nobody",
        })
        .collect();
    assert_eq!(callers, BTreeSet::from(["key", "keyless", "session", "staff"]), "everybody who may ask");
    let rules = manifest.routes.iter().filter_map(|route| match &route.access {
        Access::Session(rule) => Some(rule.impersonation),
        _ => None,
    });
    let rules: Vec<Impersonation> = rules.collect();
    for wanted in [Impersonation::Reads, Impersonation::Writes, Impersonation::Refused] {
        assert!(rules.contains(&wanted), "{wanted:?}");
    }
    let guards = || manifest.routes.iter().filter_map(|route| route.guard.as_ref());
    assert!(guards().any(|guard| guard.or_permission.is_some()), "staff beside ranks");
    assert!(guards().any(|guard| !guard.paths.is_empty()), "a path that names it otherwise");
    assert!(guards().any(|guard| guard.changes_ranks), "a route that changes ranks");
    assert!(manifest.routes.iter().any(|route| !route.media_types.is_empty()), "media types beside JSON");
    assert!(manifest.routes.iter().any(|route| route.reads_if_match), "a version to match");
    assert!(manifest.routes.iter().any(|route| route.writes.is_some()), "a read that writes");
    assert!(!manifest.scopes.is_empty() && !manifest.tenant_tables.is_empty(), "scopes and tenants' tables");
    assert!(!manifest.account_statements.is_empty() && !manifest.erasure_refusals.is_empty(), "accounts");
    let paged = manifest.routes.iter().filter(|route| route.default_limit.is_some());
    let walks: BTreeSet<bool> = paged.map(|route| route.walk == Walk::BothWays).collect();
    assert_eq!(walks, BTreeSet::from([false, true]), "both walks of a list");
    assert!(manifest.routes.iter().any(|route| !route.tools.is_empty()), "a tool for assistants");
    assert!(manifest.jobs.iter().any(|job| job.every.is_some()), "a scheduled job");
    assert!(
        !manifest.settings.is_empty() && !manifest.append_only_tables.is_empty(),
        "settings and append-only tables"
    );
    assert!(manifest.routes.iter().any(|route| route.takes_request_key), "a write that is made once");
    assert!(!manifest.events.is_empty() && !manifest.notifications.is_empty() && !manifest.outbound_hosts.is_empty());
    let erasures: BTreeSet<bool> =
        manifest.personal_data.iter().map(|data| matches!(data.erasure, Erasure::Kept(_))).collect();
    assert_eq!(erasures, BTreeSet::from([false, true]), "rows that go with their person, and rows that stay");
    let migrations = &manifest.migrations;
    assert!(migrations.iter().any(|migration| migration.sqlite != migration.postgres), "a text for each engine");
    assert!(migrations.iter().any(|migration| migration.sqlite == migration.postgres), "one text for both");
}

#[test]
fn the_statements_have_every_form_that_there_is() {
    quarry_tests::on_one_engine!();
    let manifest = manifest();
    let parsed: Vec<_> =
        manifest.statements.iter().map(|source| (source, Statement::parse(&source.sql).expect("it loads"))).collect();
    assert!(parsed.iter().any(|(source, _)| source.unguarded.is_some()), "one that is held to no tenant");
    assert!(manifest.statements.iter().any(|source| source.sql.contains("{scope.")), "rows of a scope");
    for store in [Store::Warehouse, Store::AppStore] {
        let of_store = || parsed.iter().filter(|(source, _)| source.store == store).map(|(_, statement)| statement);
        assert!(of_store().any(|statement| !statement.conditions().is_empty()), "{store:?}: lines with `when`");
        assert!(of_store().any(Statement::has_page_limit), "{store:?}: a page");
        let binds = |name: &str| of_store().any(|of| of.parameters().iter().any(|given| given.name == name));
        for caller in ["caller.user_id", "caller.organization_id"] {
            assert!(binds(caller), "{store:?}: {caller}");
        }
    }
    assert!(parsed.iter().any(|(_, statement)| statement.orders().len() > 1), "orders by name");
    let parameters = || parsed.iter().flat_map(|(_, statement)| statement.parameters());
    assert!(parameters().any(|given| given.nullable && !given.optional), "a parameter that may be null");
    assert!(parameters().any(|given| given.nullable && given.optional), "a parameter that may be null or left out");
    assert!(parsed.iter().any(|(_, statement)| statement.line_with_else().is_some()), "what stays when it is left out");
    let mut after =
        parsed.iter().flat_map(|(_, statement)| statement.orders().flat_map(|order| statement.after(Some(order))));
    assert!(after.any(|column| column.nullable), "a cursor column that may be null");
    assert!(parsed.iter().any(|(source, _)| !source.dialects.is_empty()), "a text for one engine");
    let lists = parsed.iter().flat_map(|(_, statement)| statement.parameters()).filter(|given| given.kind.is_list());
    let kinds: BTreeSet<&str> = lists.map(|given| given.kind.name()).collect();
    assert!(
        kinds.contains(ParameterType::Int64List.name()) && kinds.contains(ParameterType::TextList.name()),
        "{kinds:?}"
    );
    assert!(manifest.statements.iter().any(|source| source.sql.contains("engine_")), "the engine's own state");
}

#[test]
fn rows_are_found_by_lists_counted_up_and_read_as_columns() {
    let (server, key) = (&deployment().server, &deployment().key);
    let authorization = format!("Bearer {key}");
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    let create = |title: &str| {
        let body = json!({ "title": title }).to_string();
        let answer = server.send_body("POST", "/notebook/notes", &headers, body.as_bytes());
        answer.json()["id"].as_i64().unwrap_or_else(|| panic!("{}", answer.text))
    };
    let (first, second, third) = (create("list one"), create("list two"), create("list three"));
    let found = |query: &str| {
        let answer = server.get_with_key(&format!("/complete/notes?{query}"), key);
        let notes = answer.json()["notes"].clone();
        let notes = notes.as_array().unwrap_or_else(|| panic!("{}", answer.text));
        notes.iter().filter_map(|note| note["id"].as_i64()).collect::<Vec<_>>()
    };
    assert_eq!(found(&format!("ids={first},{third}")), [first, third]);
    assert_eq!(found("titles[]=list%20one&titles[]=list%20two"), [first, second]);
    assert_eq!(found(&format!("ids={first},{third}&titles[]=list%20three")), [third]);
    let lookup = || server.send("POST", "/complete/lookups", &headers[..1]).json()["lookup"]["lookups"].as_i64();
    let before = lookup().expect("a number");
    assert_eq!(lookup(), Some(before + 1));
    let disks = server.get_keyless("/complete/disks").json();
    assert!(disks["disks"].as_i64().is_some_and(|disks| disks > 0), "{disks}");
    assert_eq!(disks["columns"], json!(["disks", "smallest_bytes"]));
}

#[test]
fn a_list_is_walked_forward_with_what_was_pinned_and_both_ways() {
    let server = &deployment().server;
    let numbers = |path: &str| {
        let page = server.get_keyless(path);
        assert_eq!(page.status, 200, "{path}: {}", page.text);
        let body = page.json();
        let numbers = body["numbers"].as_array().expect("numbers").iter();
        let numbers = numbers.filter_map(|row| row["number"].as_u64().or_else(|| row.as_u64()));
        (numbers.collect::<Vec<_>>(), body.clone())
    };
    let (mut walked, mut path, mut pages) = (Vec::new(), "/complete/numbers?limit=4".to_owned(), Vec::new());
    loop {
        let (page, body) = numbers(&path);
        walked.extend(page);
        pages.push(body["pages_before"].as_u64());
        let Some(cursor) = body["next_cursor"].as_str() else { break };
        path = format!("/complete/numbers?limit=4&cursor={cursor}");
    }
    assert_eq!((walked, pages), ((0..10).collect(), vec![Some(0), Some(1), Some(2)]));

    // Lists whose place the component keeps: side by side, and in memory.
    let (mut up, mut down, mut path) = (Vec::new(), Vec::new(), "/complete/side".to_owned());
    loop {
        let (page, body) = numbers(&path);
        up.extend(page);
        let shown = body["countdown"].as_array().expect("numbers").iter().filter_map(serde_json::Value::as_i64);
        down.extend(shown);
        assert_eq!((&body["limit"], &body["words"]), (&json!("the component's"), &json!(["none"])));
        let Some(cursor) = body["next_cursor"].as_str() else { break };
        path = format!("/complete/side?limit=3&cursor={cursor}");
    }
    assert_eq!((up, down), ((0..10).collect(), vec![3, 2, 1, 0]), "a list that has ended is not begun anew");
    let (mut words, mut path) = (Vec::new(), "/complete/words".to_owned());
    loop {
        let body = server.get_keyless(&path).json();
        words.push(body["words"].clone());
        let Some(cursor) = body["next_cursor"].as_str() else { break };
        path = format!("/complete/words?cursor={cursor}");
    }
    assert_eq!(words, [json!(["anchor", "bow"]), json!(["cleat", "davit"]), json!(["eyelet"])]);

    let (first, body) = numbers("/complete/line?limit=4");
    assert_eq!((first, &body["previous_cursor"]), (vec![9, 8, 7, 6], &json!(null)));
    let older = body["next_cursor"].as_str().expect("older ones").to_owned();
    let (second, body) = numbers(&format!("/complete/line?limit=4&before={older}"));
    assert_eq!(second, [5, 4, 3, 2]);
    let newer = body["previous_cursor"].as_str().expect("newer ones").to_owned();
    let (back, _) = numbers(&format!("/complete/line?limit=4&after={newer}"));
    assert_eq!(back, [9, 8, 7, 6]);
    let older = body["next_cursor"].as_str().expect("older ones").to_owned();
    let (last, body) = numbers(&format!("/complete/line?limit=4&before={older}"));
    assert_eq!((last, &body["next_cursor"]), (vec![1, 0], &json!(null)));
}
