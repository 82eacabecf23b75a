//! What any component must pass, whatever it is for and whatever it is written in, held against a host that serves it.
//!
//! The written contract that the host serves says what each operation of the component promises; each check asks over HTTP and
//! compares. What always holds here: a finding names the operation, the request and what came back; every walk and every body
//! is bounded; nothing is asked but the host that was named.
//!
//! To add a check: a file with a function over [`Operation`], its line in [`run`].

mod access;
mod client;
mod entity_tags;
mod examples;
mod hostile;
mod operation;
mod paging;

pub use client::{Credentials, Target, TargetError};

use client::Client;
use operation::Contract;
use serde::Serialize;

/// A promise that is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub operation: String,
    /// The check's name.
    pub check: &'static str,
    pub sentence: String,
}

/// What was found.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    pub operations: usize,
    pub requests: usize,
    pub findings: Vec<Finding>,
}

/// How much is asked of each operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Pages of a walk.
    pub pages: usize,
    /// Hostile values for each parameter, of those that there are.
    pub values: usize,
}

impl Extent {
    /// Every value that there is, and pages enough to meet what goes wrong at the joints.
    pub const WHOLE: Extent = Extent { pages: 50, values: usize::MAX };
}

/// Runs every check on every operation of a component that `target` serves.
pub async fn run(target: &Target, component: &str, extent: Extent) -> Result<Report, TargetError> {
    let client = Client::new(target).await?;
    let contract = Contract::of(&client, component).await?;
    let mut findings = Vec::new();
    // What the examples write is there to be read by what comes after.
    for operation in contract.operations.iter().filter(|operation| operation.method != "GET") {
        examples::check(&client, &contract, operation, &mut findings).await?;
    }
    for operation in &contract.operations {
        access::check(&client, &contract, operation, &mut findings).await?;
        hostile::check(&client, &contract, operation, extent.values, &mut findings).await?;
        if operation.method == "GET" {
            examples::check(&client, &contract, operation, &mut findings).await?;
            entity_tags::check(&client, operation, &mut findings).await?;
            paging::check(&client, &contract, operation, extent.pages, &mut findings).await?;
        }
    }
    Ok(Report { operations: contract.operations.len(), requests: client.requests(), findings })
}
