//! What one loaded component may do: asked by its manifest, given by the deployment's configuration.

use crate::capabilities::{StatementFailure, StatementSet, StatementSetError};
use crate::contract::{EventDeclaration, Grant, JobDeclaration, Manifest};
use crate::object_links::ObjectLinks;
use crate::stores::app::AppStore;
use crate::stores::objects::Objects;
use crate::stores::warehouse::Warehouse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// The stores of a host.
#[derive(Clone)]
pub struct Stores {
    pub app: AppStore,
    pub warehouse: Warehouse,
    /// Whether this process serves: only then are the components' own tables brought up to date.
    pub is_serving: bool,
    pub objects: Objects,
    pub object_links: ObjectLinks,
}

impl Stores {
    /// Stores that nobody answers for: declarations can be read with them, and no statement runs.
    pub fn unconnected() -> Stores {
        Stores {
            app: AppStore::unconnected(),
            warehouse: Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default"),
            is_serving: false,
            objects: Objects::unconnected(),
            object_links: ObjectLinks::unconnected(),
        }
    }
}

/// The capabilities of one component.
pub struct Capabilities {
    component: String,
    grants: BTreeSet<Grant>,
    statements: StatementSet,
    jobs: BTreeMap<String, JobDeclaration>,
    events: BTreeMap<String, jsonschema::Validator>,
    stores: Arc<Stores>,
}

/// Why a component cannot have what it asks for.
#[derive(Debug, Error)]
pub enum GrantError {
    #[error(
        "it asks for the grants {missing}, which the deployment does not give it; add them to components.grants.{component} if you trust it with them"
    )]
    NotGiven { component: String, missing: String },
    #[error(transparent)]
    Statement(#[from] StatementSetError),
    #[error("the schema of the event {event} is none: {reason}")]
    EventSchema { event: String, reason: String },
    #[error("the example of the event {event} does not satisfy its schema: {reason}")]
    EventExample { event: String, reason: String },
}

impl Capabilities {
    /// Checks what `manifest` asks for against what is given.
    pub fn new(manifest: &Manifest, given: &BTreeSet<Grant>, stores: Arc<Stores>) -> Result<Capabilities, GrantError> {
        let asked: BTreeSet<Grant> = manifest.grants.iter().copied().collect();
        let missing: Vec<&str> = asked.difference(given).map(|grant| grant.name()).collect();
        if !missing.is_empty() {
            return Err(GrantError::NotGiven { component: manifest.name.clone(), missing: missing.join(", ") });
        }
        let statements = StatementSet::parse(&manifest.statements)?;
        let jobs = manifest.jobs.iter().map(|job| (job.name.clone(), job.clone())).collect();
        let events = manifest.events.iter().map(event_validator).collect::<Result<_, _>>()?;
        Ok(Capabilities { component: manifest.name.clone(), grants: asked, statements, jobs, events, stores })
    }

    /// The declared job of that name.
    pub(super) fn job(&self, name: &str) -> Result<&JobDeclaration, StatementFailure> {
        self.jobs
            .get(name)
            .ok_or_else(|| StatementFailure::Rejected(format!("no job {name} is declared in the manifest")))
    }

    /// Whether an event of that name is declared and its data satisfies the schema.
    pub(super) fn check_event(&self, name: &str, data: &serde_json::Value) -> Result<(), StatementFailure> {
        let schema = self
            .events
            .get(name)
            .ok_or_else(|| StatementFailure::Rejected(format!("no event {name} is declared in the manifest")))?;
        schema.validate(data).map_err(|error| {
            StatementFailure::Rejected(format!("the data of the event {name} is not as declared: {error}"))
        })
    }

    /// The component's name.
    pub fn component(&self) -> &str {
        &self.component
    }

    pub(super) fn has(&self, grant: Grant) -> bool {
        self.grants.contains(&grant)
    }

    pub(super) fn statements(&self) -> &StatementSet {
        &self.statements
    }

    pub(super) fn stores(&self) -> &Stores {
        &self.stores
    }
}

fn event_validator(event: &EventDeclaration) -> Result<(String, jsonschema::Validator), GrantError> {
    let validator = jsonschema::validator_for(&event.schema)
        .map_err(|error| GrantError::EventSchema { event: event.name.clone(), reason: error.to_string() })?;
    validator
        .validate(&event.example)
        .map_err(|error| GrantError::EventExample { event: event.name.clone(), reason: error.to_string() })?;
    Ok((event.name.clone(), validator))
}
