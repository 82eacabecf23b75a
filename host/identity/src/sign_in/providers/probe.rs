//! A look at a provider for those who set it up: the same steps as before a sign-in, said in sentences.

use crate::sign_in::providers::Providers;
use crate::sign_in::providers::discovered::{Discovered, discover};
use crate::sign_in::providers::organizations::seal;
use quarry_contract::Secret;

/// Something that a test looked at, in a sentence for the admin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub is_good: bool,
    pub sentence: String,
}

/// Without which a sign-in tells nobody's address.
const NEEDED_CLAIMS: [&str; 2] = ["email", "email_verified"];

impl Providers {
    /// Asks a provider for the documents that it publishes, and uses nothing that is remembered of it.
    pub(crate) async fn probe(&self, issuer: &str) -> Vec<Finding> {
        match discover(issuer, &self.http).await {
            Ok(discovered) => findings(issuer, &discovered),
            Err(problem) => {
                vec![Finding { is_good: false, sentence: format!("The provider {issuer} cannot be used: {problem}.") }]
            }
        }
    }

    /// Encrypts a client secret for the store.
    pub(crate) fn seal(&self, secret: &Secret) -> Option<Vec<u8>> {
        seal(&self.secret_keys, secret)
    }
}

fn findings(issuer: &str, discovered: &Discovered) -> Vec<Finding> {
    let metadata = &discovered.metadata;
    let good = |sentence: String| Finding { is_good: true, sentence };
    let mut findings = vec![
        good(format!("The discovery document of {issuer} was read, and names the issuer as it was entered.")),
        good(format!("Browsers are sent to {}.", metadata.authorization_endpoint().as_str())),
    ];
    if let Some(token_endpoint) = metadata.token_endpoint() {
        findings.push(good(format!("Codes are redeemed at {}.", token_endpoint.as_str())));
    }
    let (keys, uri) = (metadata.jwks().keys().len(), metadata.jwks_uri().as_str());
    findings.push(match keys {
        0 => Finding { is_good: false, sentence: format!("There is no key at {uri}: no ID token can be checked.") },
        1 => good(format!("One key was read at {uri}.")),
        keys => good(format!("{keys} keys were read at {uri}.")),
    });
    if let Some(claims) = metadata.claims_supported() {
        let missing = NEEDED_CLAIMS.iter().filter(|needed| !claims.iter().any(|claim| claim.as_str() == **needed));
        let missing: Vec<&str> = missing.copied().collect();
        if !missing.is_empty() {
            let missing = missing.join(" and ");
            // A hint: documents are not always complete.
            findings.push(good(format!(
                "The provider does not list {missing} among its claims: only people whose address it calls verified can \
                 sign in."
            )));
        }
    }
    findings
}
