//! What any component must pass, the families of the release pass too, on the sample chain: declared answers alone whatever is
//! asked, examples that are what the contract says, lists walked to their end, ETags that stand still.
//!
//! Families that change the accounts of the sample's people are not here: their tests are beside those of their operations.

use quarry::conformance::{self, Extent, Target};
use quarry_tests::browser::{email, password};
use quarry_tests::server::shared;

/// For families whose lists are long questions of the warehouse: enough pages for a joint, and the values that break SQL and
/// numbers.
const BRIEF: Extent = Extent { pages: 3, values: 8 };

fn keeps_its_promises(family: &str, extent: Extent) {
    let server = shared();
    let target = Target {
        base_url: format!("{}/api/v1", server.base_url),
        key: server.full_key.clone(),
        email: email(server, "staff"),
        password: password(server, "staff"),
        service_client: "quarry-web".to_owned(),
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
    charts_keeps_its_promises: "charts", Extent::WHOLE,
    citations_keeps_its_promises: "citations", Extent::WHOLE,
    datasets_keeps_its_promises: "datasets", Extent::WHOLE,
    explorer_keeps_its_promises: "explorer", Extent::WHOLE,
    lending_keeps_its_promises: "lending", BRIEF,
    markets_keeps_its_promises: "markets", BRIEF,
    research_keeps_its_promises: "research", Extent::WHOLE,
    site_keeps_its_promises: "site", Extent::WHOLE,
    status_keeps_its_promises: "status", Extent::WHOLE,
    timeline_keeps_its_promises: "timeline", Extent::WHOLE,
}
