//! What one loaded component may do: asked by its manifest, given by the deployment's configuration.

use crate::capabilities::statement_check::{Examination, check_schema};
use crate::capabilities::{Given, SchemaError, StatementSet, StatementSetError};
use crate::contract::{Grant, Manifest};
use crate::stores::app::AppStore;
use crate::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// The stores of a host.
#[derive(Clone)]
pub struct Stores {
    pub app: AppStore,
    pub warehouse: Warehouse,
}

impl Stores {
    /// Stores that nobody answers for: declarations can be read with them, and no statement runs.
    pub fn unconnected() -> Stores {
        Stores {
            app: AppStore::unconnected(),
            warehouse: Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default"),
        }
    }
}

/// The capabilities of one component.
pub struct Capabilities {
    component: String,
    grants: BTreeSet<Grant>,
    statements: StatementSet,
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
}

impl Capabilities {
    /// Checks what `manifest` asks for against what is given, the tables of its statements included.
    pub fn new(manifest: &Manifest, given: &Given, stores: Arc<Stores>) -> Result<Capabilities, GrantError> {
        let asked: BTreeSet<Grant> = manifest.grants.iter().copied().collect();
        let missing: Vec<&str> = asked.difference(&given.grants).map(|grant| grant.name()).collect();
        if !missing.is_empty() {
            return Err(GrantError::NotGiven { component: manifest.name.clone(), missing: missing.join(", ") });
        }
        let statements = StatementSet::parse(&manifest.statements)?;
        let examination = Examination { component: &manifest.name, given, app_store: stores.app.dialect() };
        statements.examine(&examination)?;
        Ok(Capabilities { component: manifest.name.clone(), grants: asked, statements, stores })
    }

    /// Asks the stores whether they could run every statement; does nothing with [`Stores::unconnected`].
    pub async fn check_schema(&self) -> Result<(), SchemaError> {
        check_schema(&self.statements, &self.stores).await
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
