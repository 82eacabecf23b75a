//! Conformance: the families of the release pass the checks that any component must pass, on the sample chain. An operation
//! gives declared answers alone whatever is asked, examples are what the contract says, lists are walked to their end, ETags
//! stand still.
//!
//! Families that change the accounts of people do so on a server of their own, and are told who and what is there: with the
//! contract's examples alone they would be asked about organizations and people that nobody knows. Research changes the pages of the
//! sample, which other tests look for: it has a server of its own as well.

use quarry::conformance::{self, Extent, Person, Report, Target};
use quarry_tests::browser::{email, password};
use quarry_tests::server::{Options, Server, app_store_environment, shared};

/// For families whose lists are long questions of the warehouse: enough pages for a joint, and the values that break SQL and
/// numbers.
const BRIEF: Extent = Extent { pages: 3, values: 8 };

/// `people` sign in, each when the one before can no more; `there` is what stands in the place of the examples in paths.
fn ask(server: &Server, family: &str, extent: Extent, people: &[&str], there: &[(&str, &str)]) -> Report {
    let person = |user: &&str| Person { email: email(server, user), password: password(server, user) };
    let target = Target {
        base_url: format!("{}/api/v1", server.base_url),
        key: server.full_key.clone(),
        people: people.iter().map(person).collect(),
        service_client: "quarry-web".to_owned(),
        there: there.iter().map(|(segment, value)| ((*segment).to_owned(), (*value).to_owned())).collect(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let report = runtime.block_on(conformance::run(&target, family, extent)).expect("the suite runs to its end");
    assert!(report.operations > 0 && report.requests > report.operations, "{family} was not asked: {report:?}");
    let findings: Vec<_> = report
        .findings
        .iter()
        .map(|finding| format!("{} ({}): {}", finding.operation, finding.check, finding.sentence))
        .collect();
    assert!(findings.is_empty(), "{} of {} requests:\n{}", findings.len(), report.requests, findings.join("\n"));
    report
}

fn keeps_its_promises(family: &str, extent: Extent) {
    ask(shared(), family, extent, &["staff"], &[]);
}

/// Checks a family as the others are, on a server of its own. `never_good` are the operations that need more than an example to
/// go well: a code of now, an act in progress, somebody who was promoted before, a server outside.
fn keeps_its_promises_alone(family: &str, people: &[&str], there: &[(&str, &str)], never_good: &[&str]) {
    let mut environment = app_store_environment(&format!("conformance_{family}")).expect("the application store");
    environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("it serves");
    let report = ask(&server, family, BRIEF, people, there);
    let silent: Vec<_> = report.never_good.iter().filter(|id| !never_good.contains(&id.as_str())).collect();
    assert!(silent.is_empty(), "asked about what is there, they never answer well: {silent:?}");
}

#[test]
fn account_keeps_its_promises() {
    let never_good =
        ["confirm_two_factor", "end_two_factor", "renew_recovery_codes", "replace_two_factor", "keep_two_factor"];
    keeps_its_promises_alone("account", &["staff", "admin", "member"], &[], &never_good);
}

#[test]
fn organizations_keeps_its_promises() {
    let there =
        [("organizations", "2"), ("memberships", "4"), ("invitations", "1"), ("api_keys", "3"), ("webhooks", "1")];
    let never_good = [
        "verify_organization_domain",
        "update_organization_single_sign_on",
        "test_organization_single_sign_on",
        "create_organization_webhook",
        "enable_organization_webhook",
        "delete_organization_webhook",
        "rotate_organization_webhook_secret",
        "list_webhook_deliveries",
        "resend_webhook_delivery",
        "replay_webhook_events",
        "test_webhook",
    ];
    keeps_its_promises_alone("organizations", &["admin"], &there, &never_good);
}

/// The operations run on the member's own space, whose only member is nobody that could go.
#[test]
fn spaces_keeps_its_promises() {
    let there = [("spaces", "4"), ("memberships", "4"), ("properties", "1")];
    let never_good = ["leave_space", "add_space_member", "change_space_member", "remove_space_member"];
    keeps_its_promises_alone("spaces", &["member"], &there, &never_good);
}

/// An annotation stands on a page, and pages are another family's.
#[test]
fn notes_keeps_its_promises() {
    let never_good = ["create_annotation", "update_annotation", "delete_annotation", "list_annotations"];
    keeps_its_promises_alone("notes", &["member"], &[("value_notes", "1")], &never_good);
}

#[test]
fn staff_keeps_its_promises() {
    let there = [("organizations", "5"), ("users", "4"), ("staff", "3")];
    let never_good = ["begin_impersonation", "end_impersonation", "update_staff"];
    keeps_its_promises_alone("staff", &["staff"], &there, &never_good);
}

/// Its examples are good on the sample, and change it.
#[test]
fn research_keeps_its_promises() {
    let environment = app_store_environment("conformance_research").expect("the application store");
    let server = Server::start(&Options { environment, ..Options::default() }).expect("it serves");
    ask(&server, "research", Extent::WHOLE, &["staff"], &[]);
}

#[test]
fn charts_keeps_its_promises() {
    quarry_tests::on_one_engine!();
    keeps_its_promises("charts", Extent::WHOLE);
}

#[test]
fn explorer_keeps_its_promises() {
    quarry_tests::on_one_engine!();
    keeps_its_promises("explorer", Extent::WHOLE);
}

#[test]
fn lending_keeps_its_promises() {
    quarry_tests::on_one_engine!();
    keeps_its_promises("lending", BRIEF);
}

#[test]
fn markets_keeps_its_promises() {
    quarry_tests::on_one_engine!();
    keeps_its_promises("markets", BRIEF);
}

macro_rules! families {
    ($($test:ident: $family:literal, $extent:expr,)*) => {
        $(#[test]
        fn $test() {
            keeps_its_promises($family, $extent);
        })*
    };
}

families! {
    citations_keeps_its_promises: "citations", Extent::WHOLE,
    datasets_keeps_its_promises: "datasets", Extent::WHOLE,
    site_keeps_its_promises: "site", Extent::WHOLE,
    status_keeps_its_promises: "status", Extent::WHOLE,
    timeline_keeps_its_promises: "timeline", Extent::WHOLE,
}
