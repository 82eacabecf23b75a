//! Declarations: what a component (or the host itself) offers, as data that can be read before anything runs.

use crate::route::Route;
use crate::told_name::told_name;
use crate::{Dataset, Grant, Guard, SilentStore, TenantKind, TenantTable};
use quarry_stores::app::AppStoreDialect;
use std::sync::Arc;
use std::time::Duration;

/// The answer of `describe`: everything that staff can read before they switch a component on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Manifest {
    /// The component's name: lowercase words joined by `-`, unique in a deployment.
    pub name: String,
    /// The component's own version (semantic versioning).
    pub version: String,
    /// One sentence for the people who switch it on.
    pub summary: String,
    /// The grants that the component asks for; the deployment's configuration gives them.
    pub grants: Vec<Grant>,
    pub routes: Vec<Route>,
    pub statements: Vec<StatementSource>,
    /// The component's own tables in the app store, in the order in which they came to be.
    pub migrations: Vec<ComponentMigration>,
    /// Tables of the host's migrations that are this component's alone.
    pub adopts: Vec<String>,
    pub jobs: Vec<JobDeclaration>,
    pub events: Vec<EventDeclaration>,
    /// Servers that the component asks: `api.example.org`, `api.example.org:8443`, `localhost:*`.
    pub outbound_hosts: Vec<String>,
    /// The rows of its tables that belong to people.
    pub personal_data: Vec<PersonalData>,
    pub notifications: Vec<NotificationDeclaration>,
    pub guards: Vec<Arc<Guard>>,
    pub scopes: Vec<RowScope>,
    /// Tables whose rows belong to tenants.
    pub tenant_tables: Vec<TenantTable>,
    /// The names of the statements that run in the transaction that makes an account.
    pub account_statements: Vec<String>,
    pub erasure_refusals: Vec<ErasureRefusal>,
    pub datasets: Vec<Dataset>,
    /// Its own tables whose rows are neither changed nor deleted.
    pub append_only_tables: Vec<String>,
    /// Groups of the deployment's settings that it reads.
    pub settings: Vec<String>,
}

impl Manifest {
    /// Tells that the component asks to be a part of the service, and so is one where it is loaded.
    pub fn is_first_party(&self) -> bool {
        self.grants.contains(&Grant::FirstParty)
    }
}

/// The rows that a caller may see, as a statement that is written into others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowScope {
    /// Unique in the component.
    pub name: String,
    /// For refusals that name file and line.
    pub file: String,
    pub sql: String,
}

/// A rule that keeps an account from being deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasureRefusal {
    /// The statement whose rows keep it.
    pub statement: String,
    pub code: String,
    /// Says what the person must do first.
    pub sentence: String,
    /// The member of the refusal that has the rows.
    pub member: String,
    /// The kind of tenants in which the deletion changes ranks, and the statement that gives them.
    pub tenant: TenantKind,
    pub tenants: String,
}

/// Rows that belong to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalData {
    /// A table of the app store.
    pub table: String,
    /// The column that holds the person's id.
    pub user_column: String,
    /// The statement that gives a person's rows.
    pub export: String,
    pub erasure: Erasure,
}

/// The fate of a person's rows when the account is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Erasure {
    /// The statement that removes the rows, or the person from them.
    Statement(String),
    /// They stay, for this reason.
    Kept(String),
}

/// One step of a component's own schema in the app store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentMigration {
    /// The file's name without its ending; later ones sort after earlier ones.
    pub name: String,
    pub sqlite: String,
    pub postgres: String,
}

/// A kind of job that a component runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobDeclaration {
    pub name: String,
    /// One line.
    pub summary: String,
    /// The longest time that one run may take.
    pub timeout: Duration,
    /// The number of attempts before it goes to the dead-letter list.
    pub max_attempts: u32,
    /// The period of a job that the host also runs by itself, at every multiple of so much time since the epoch.
    pub every: Option<Duration>,
    /// The source of which the host keeps how far the job has followed it.
    pub follows: Option<Followed>,
}

/// A source whose rows have versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    Warehouse,
}

/// A kind of event that a component emits.
#[derive(Debug, Clone, PartialEq)]
pub struct EventDeclaration {
    /// `thing.verb`.
    pub name: String,
    /// One line.
    pub summary: String,
    /// JSON Schema (2020-12) of the event's data, and an example of it.
    pub schema: serde_json::Value,
    pub example: serde_json::Value,
}

/// A kind of message that a component sends to the connections of people.
#[derive(Debug, Clone, PartialEq)]
pub struct NotificationDeclaration {
    /// `thing.verb`.
    pub name: String,
    /// One line.
    pub summary: String,
    /// JSON Schema (2020-12) of the message's data, and an example of it.
    pub schema: serde_json::Value,
    pub example: serde_json::Value,
}

/// The component that an operation belongs to, as documents describe it.
#[derive(Debug, Clone, PartialEq)]
pub struct Family {
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Events of it for the webhook endpoints of organizations.
    pub events: Vec<EventDeclaration>,
}

impl Family {
    /// The family that a manifest declares.
    pub fn of(manifest: &Manifest) -> Family {
        let told = |event: &EventDeclaration| EventDeclaration {
            name: told_name(&manifest.name, manifest.is_first_party(), &event.name),
            ..event.clone()
        };
        let events = manifest.events.iter().map(told).collect();
        Family { name: manifest.name.clone(), summary: manifest.summary.clone(), events }
    }
}

/// The two stores a statement can be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Store {
    Warehouse,
    AppStore,
}

impl From<Store> for SilentStore {
    fn from(store: Store) -> SilentStore {
        match store {
            Store::Warehouse => SilentStore::Warehouse,
            Store::AppStore => SilentStore::AppStore,
        }
    }
}

/// A declared statement, as text: parsed and checked at load, run by name.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementSource {
    /// Unique in the component; the file's name without its ending.
    pub name: String,
    pub store: Store,
    /// The file it came from, relative to the component's source, for refusals that name file and line.
    pub file: String,
    /// For the warehouse, or for every engine of the app store that has no text of its own.
    pub sql: String,
    /// The texts for one engine of the app store each.
    pub dialects: Vec<DialectText>,
    /// The reason why it is not held to a tenant.
    pub unguarded: Option<String>,
}

/// A statement's text for one engine of the app store.
#[derive(Debug, Clone, PartialEq)]
pub struct DialectText {
    pub dialect: AppStoreDialect,
    pub file: String,
    pub sql: String,
}
