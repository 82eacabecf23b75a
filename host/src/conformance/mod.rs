//! Tests that any component must pass, whatever it is for and whatever it is written in, run against a host that serves it.
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
mod findings;
mod hostile;
mod operation;
mod paging;

pub use client::{Credentials, Person, Target, TargetError};

pub use findings::Finding;

use client::Client;
use findings::Seen;
use operation::{Contract, Operation};
use serde::Serialize;

/// The findings.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    pub operations: usize,
    pub requests: usize,
    pub findings: Vec<Finding>,
    /// Operations that answered nothing well, whatever was asked: what their good answers look like was compared with nothing.
    pub never_good: Vec<String>,
}

/// The number of questions to each operation.
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
///
/// Runs the tests. Requests that write come before those that read, and requests that delete come last. An operation on a
/// session begins with a session of its own: the one before it may have ended its session, or acts as somebody else.
pub async fn run(target: &Target, component: &str, extent: Extent) -> Result<Report, TargetError> {
    let client = Client::new(target).await?;
    let contract = Contract::of(&client, component, &target.there).await?;
    let mut seen = Seen::default();
    let of = |chosen: fn(&str) -> bool| contract.operations.iter().filter(move |operation| chosen(&operation.method));
    for operation in of(|method| method != "GET" && method != "DELETE") {
        begin(&client, operation).await?;
        examples::check(&client, &contract, operation, &mut seen).await?;
    }
    for operation in of(|method| method == "GET") {
        begin(&client, operation).await?;
        access::check(&client, &contract, operation, &mut seen).await?;
        hostile::check(&client, &contract, operation, extent.values, &mut seen).await?;
        examples::check(&client, &contract, operation, &mut seen).await?;
        entity_tags::check(&client, operation, &mut seen).await?;
        paging::check(&client, &contract, operation, extent.pages, &mut seen).await?;
    }
    for operation in of(|method| method != "GET" && method != "DELETE").chain(of(|method| method == "DELETE")) {
        begin(&client, operation).await?;
        access::check(&client, &contract, operation, &mut seen).await?;
        hostile::check(&client, &contract, operation, extent.values, &mut seen).await?;
    }
    for operation in of(|method| method == "DELETE") {
        begin(&client, operation).await?;
        examples::check(&client, &contract, operation, &mut seen).await?;
    }
    let Seen { findings, good } = seen;
    let ids = contract.operations.iter().map(|operation| operation.id.clone());
    let never_good = ids.filter(|id| !good.contains(id)).collect();
    Ok(Report { operations: contract.operations.len(), requests: client.requests(), findings, never_good })
}

async fn begin(client: &Client<'_>, operation: &Operation) -> Result<(), TargetError> {
    match operation.credentials {
        Credentials::Session => client.sign_in().await,
        Credentials::Nobody | Credentials::Key => Ok(()),
    }
}
