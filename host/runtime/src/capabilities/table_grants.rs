//! The tables that the deployment gives a component.
//!
//! A name stands for a table of the component's own store and nothing else: no database, no schema. A table of the app store is given
//! for a verb: to read it, to write its rows, to delete them; the warehouse is read alone. A component's own tables of the
//! app store need no grant: they begin with its name and two underscores, and the host's migrations do not make them. Neither do those
//! that a component of the release adopts.

use quarry_contract::{Grant, Manifest, Store};
use quarry_stores::app::{OwnNames, host_makes_table};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The grants that the deployment gives one component.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub grants: BTreeSet<Grant>,
    pub tables: BTreeSet<TableGrant>,
    /// The hooks, by name; none: each whose grant is given.
    pub hooks: Option<BTreeSet<String>>,
}

/// `warehouse.NAME`, `app_store.NAME:VERB`, or `*` as the name for every table of the store. `app_store.NAME` reads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableGrant {
    store: StoreName,
    /// The table; none means every table.
    table: Option<String>,
    verb: TableVerb,
}

/// The thing that a component may do with a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableVerb {
    /// Select rows.
    Read,
    /// Insert rows, and read the table.
    Append,
    /// Insert and update rows, and read the table.
    Write,
    /// Delete rows, and read the table.
    Delete,
}

impl TableVerb {
    /// Every verb.
    pub const ALL: [TableVerb; 4] = [TableVerb::Read, TableVerb::Append, TableVerb::Write, TableVerb::Delete];

    fn word(self) -> &'static str {
        match self {
            TableVerb::Read => "read",
            TableVerb::Append => "append",
            TableVerb::Write => "write",
            TableVerb::Delete => "delete",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StoreName {
    Warehouse,
    AppStore,
}

/// A text that grants no table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableGrantError {
    #[error(
        "\"{text}\" names no table: write warehouse.NAME, app_store.NAME:read, app_store.NAME:append, app_store.NAME:write, \
         app_store.NAME:delete or, for all of a store, NAME as *"
    )]
    NoTable { text: String },
    #[error("\"{text}\" is given to no component: {}", why_never_given(table))]
    NeverGiven { text: String, table: String },
}

impl TableGrant {
    /// Makes the grant of one table for one verb.
    pub fn of(store: Store, table: &str, verb: TableVerb) -> TableGrant {
        TableGrant { store: StoreName::of(store), table: Some(table.to_owned()), verb }
    }

    /// Tells that it gives all that `other` gives.
    pub fn covers(&self, other: &TableGrant) -> bool {
        self.store == other.store
            && (self.table.is_none() || self.table == other.table)
            && (self.verb == other.verb
                || other.verb == TableVerb::Read
                || (self.verb, other.verb) == (TableVerb::Write, TableVerb::Append))
    }

    /// The grants that a record of a host without verbs gave with this text: there a table of the app store was given for all verbs.
    pub fn before_verbs(text: &str) -> Result<Vec<TableGrant>, TableGrantError> {
        let grant: TableGrant = text.parse()?;
        Ok(match grant.store {
            StoreName::AppStore if !text.contains(':') => {
                let verbs = [TableVerb::Read, TableVerb::Write, TableVerb::Delete];
                verbs.into_iter().map(|verb| TableGrant { verb, ..grant.clone() }).collect()
            }
            _ => vec![grant],
        })
    }

    /// The words for what it lets a component do with the table.
    pub fn purpose(&self) -> &'static str {
        match self.verb {
            TableVerb::Read => "read the table",
            TableVerb::Append => "read the table and insert rows",
            TableVerb::Write => "read the table, insert and change its rows",
            TableVerb::Delete => "read the table and delete its rows",
        }
    }

    /// The table of the app store whose rows it lets a component delete.
    pub fn deletes_from(&self) -> Option<&str> {
        self.table.as_deref().filter(|_| self.store == StoreName::AppStore && self.verb == TableVerb::Delete)
    }
}

impl fmt::Display for TableGrant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.table.as_deref().unwrap_or("*");
        match self.store {
            StoreName::Warehouse => write!(formatter, "warehouse.{table}"),
            StoreName::AppStore => write!(formatter, "app_store.{table}:{}", self.verb.word()),
        }
    }
}

impl StoreName {
    fn of(store: Store) -> StoreName {
        match store {
            Store::Warehouse => StoreName::Warehouse,
            Store::AppStore => StoreName::AppStore,
        }
    }
}

impl TableGrant {
    /// The one table of the warehouse that it names.
    pub(super) fn warehouse_table(&self) -> Option<&str> {
        self.table.as_deref().filter(|_| self.store == StoreName::Warehouse)
    }
}

impl FromStr for TableGrant {
    type Err = TableGrantError;

    fn from_str(text: &str) -> Result<TableGrant, TableGrantError> {
        let wrong = || TableGrantError::NoTable { text: text.to_owned() };
        let (store, table) = text.split_once('.').ok_or_else(wrong)?;
        let store = match store {
            "warehouse" => StoreName::Warehouse,
            "app_store" => StoreName::AppStore,
            _ => return Err(wrong()),
        };
        let (table, verb) = match table.split_once(':') {
            None => (table, TableVerb::Read),
            Some((table, word)) if store == StoreName::AppStore => {
                let verb = TableVerb::ALL.into_iter().find(|verb| verb.word() == word);
                (table, verb.ok_or_else(wrong)?)
            }
            Some(_) => return Err(wrong()),
        };
        match table {
            "*" => Ok(TableGrant { store, table: None, verb }),
            table if store == StoreName::AppStore && is_of_the_host(table) => {
                Err(TableGrantError::NeverGiven { text: text.to_owned(), table: table.to_owned() })
            }
            table if is_plain_name(table) => Ok(TableGrant { store, table: Some(table.to_owned()), verb }),
            _ => Err(wrong()),
        }
    }
}

impl Given {
    /// The same, with every verb on the tables that the component adopts. What may adopt is checked before (`Runtime::load`).
    pub(super) fn with_adopted(&self, manifest: &Manifest) -> Given {
        let verbs = |table: &String| TableVerb::ALL.map(|verb| TableGrant::of(Store::AppStore, table, verb));
        let mut given = self.clone();
        given.tables.extend(manifest.adopts.iter().flat_map(verbs));
        given
    }

    /// Tells that the component of that name may read `table`.
    pub(super) fn covers(&self, component: &str, store: Store, table: &str) -> bool {
        self.covers_verb(component, store, table, TableVerb::Read)
    }

    /// Tells that the component of that name may do that with `table`.
    pub(super) fn covers_verb(&self, component: &str, store: Store, table: &str, verb: TableVerb) -> bool {
        if is_never_given(store, table) {
            return false;
        }
        let is_own = || store == Store::AppStore && OwnNames::of(component).has(table);
        let wanted = TableGrant::of(store, table, verb);
        is_own() || self.tables.iter().any(|grant| grant.covers(&wanted))
    }
}

/// The one spelling of a table's name that every engine reads alike.
pub(super) fn is_plain_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Tables of people's secrets, of what gets a person or a key in, and of the host's own bookkeeping. Components read views without the
/// secrets (`people`, `api_key_list`, `session_list`, …) and ask the host's verbs for the rest.
const OF_THE_HOST: &[&str] = &[
    "account_exports",
    "api_keys",
    "authenticators",
    "budget_hosts",
    "cable_messages",
    "cable_tickets",
    "component_key_value_usage",
    "component_key_values",
    "component_migrations",
    "component_verdicts",
    "deployment_secrets",
    "idempotency_bytes",
    "idempotency_keys",
    "invitations",
    "job_marks",
    "job_schedules",
    "jobs",
    "object_removals",
    "object_usage",
    "objects",
    "organization_single_sign_on",
    "outbox_bytes",
    "password_recoveries",
    "provider_identities",
    "quarantine_lifts",
    "recovery_codes",
    "refresh_tokens",
    "request_budgets",
    "request_keys",
    "sessions",
    "sign_in_failures",
    "sign_in_lockouts",
    "sign_in_places",
    "status_probe_lease",
    "user_permissions",
    "users",
];

/// Tells that no grant gives the table, `*` included.
pub(super) fn is_never_given(store: Store, table: &str) -> bool {
    is_of_the_engine(table) || (store == Store::AppStore && is_of_the_host(table))
}

/// Tells that a component of the release may adopt the table: the host's migrations made it, and grants could give it.
pub(super) fn is_adoptable(table: &str) -> bool {
    host_makes_table(table) && !is_never_given(Store::AppStore, table)
}

/// Tells that the table of the app store holds people's secrets, or is the host's own.
fn is_of_the_host(table: &str) -> bool {
    OF_THE_HOST.contains(&table)
}

/// The reason why no component is given the table, behind a colon.
pub(super) fn why_never_given(table: &str) -> &'static str {
    match is_of_the_engine(table) {
        true => "the table is the engine's own",
        false => {
            "the table holds people's secrets or the host's own records; views such as people and api_key_list have the rest"
        }
    }
}

/// Tells that a table describes the engine or its other users.
fn is_of_the_engine(table: &str) -> bool {
    ["sqlite_", "pg_", "pragma_", "_sqlx"].iter().any(|prefix| table.starts_with(prefix))
        || ["system", "information_schema", "deployment_secrets", "schema_migrations"].contains(&table)
}
