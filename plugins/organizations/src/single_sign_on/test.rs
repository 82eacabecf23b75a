//! `POST /session/organizations/{organization_id}/sso/test`.

use crate::access::{MemberRole, OfOrganizationPath};
use quarry_sdk::prelude::*;
use quarry_sdk::single_sign_on;
use serde::Serialize;

/// A point that the test looked at.
#[derive(Schema, Serialize)]
pub struct TestFinding {
    /// False: no one can sign in until it is mended.
    #[schema(example = true)]
    pub good: bool,
    /// A sentence that says what was found and what to do about it.
    #[schema(example = "2 keys were read at https://login.example.org/keys.")]
    pub sentence: String,
}

/// The result of a test.
#[derive(Schema, Serialize)]
pub struct TestReport {
    /// True when everything was good.
    #[schema(example = true)]
    pub passed: bool,
    pub findings: Vec<TestFinding>,
}

/// Test the connection to the identity provider
///
/// Asks the saved provider for its discovery document and its keys, as a sign-in would, and says what was found. The test signs no one in.
/// A provider that cannot be used is a finding, not an error. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{organization_id}/sso/test", session, guard = MemberRole::Admin, body = TestReport
)]
pub fn test_organization_single_sign_on(
    guarded: Guarded<MemberRole>,
    _path: OfOrganizationPath,
) -> Result<Answer, Problem> {
    let report = single_sign_on::test(guarded.tenant())?;
    let finding = |found: single_sign_on::Finding| TestFinding { good: found.is_good, sentence: found.sentence };
    let findings = report.findings.into_iter().map(finding).collect();
    Ok(Answer::json(&TestReport { passed: report.is_good, findings }))
}
