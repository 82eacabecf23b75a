//! The host side of each import of the plugin contract, one file an interface.
//!
//! Invariant: a component does what it was granted and nothing else; SQL comes from its manifest, never from a request; `{caller.…}`,
//! `{guard.…}`, the page and the cursor are bound here and cannot be set by a guest; every call has the request's remaining time.
//! Nothing here knows wasmtime: `runtime::imports` connects these functions to the engine.
//!
//! To add an interface: a file here, its grant in `contract::Grant`, its functions in `wit/` and `runtime::imports`.

mod account_failure;
mod accounts;
mod answer_shapes;
mod asked;
mod call;
mod column_forms;
mod configured_server;
mod data_sources;
mod dataset_check;
mod datasets;
mod events;
mod everyone_check;
mod failure;
mod grant_error;
mod grants;
mod guard_check;
mod guarded_tenants;
mod guards;
mod hooks;
mod host_pattern;
mod identity;
mod incoming;
mod key_value;
mod language;
mod link_rights;
mod log;
mod message_schemas;
mod module_desk;
mod modules;
mod name_lookup;
mod new_account_check;
mod new_accounts;
mod notifications;
mod object_failure;
mod object_names;
mod object_share;
mod objects;
mod organizations;
mod outbound_access;
mod outbound_http;
mod outbox;
mod outbox_shares;
mod own_tables;
mod people;
mod personal_data;
mod personal_data_check;
mod published_dataset;
mod row_files;
mod rows;
mod secrets;
mod settings;
mod single_sign_on;
mod statement_bindings;
mod statement_check;
mod statement_rows;
mod statement_variants;
mod statements;
mod stores;
mod table_grants;
mod table_room;
mod tenancy;
mod transaction;
mod usage;
mod writing_reads;

pub use account_failure::AccountFailure;
pub use accounts::{AccountStatus, SetupHandles};
pub use answer_shapes::RowShape;
pub use asked::{Asked, AskedTable};
pub use call::{Call, CallShares};
pub use configured_server::{ConfiguredServer, ConfiguredServerError};
pub use data_sources::sources_of;
pub use dataset_check::DatasetError;
pub use events::{EventSink, StreamFailure, StreamOpening};
pub use everyone_check::EveryoneError;
pub use failure::StatementFailure;
pub use grant_error::GrantError;
pub use grants::{COMPONENT_HELD_BYTES, Capabilities};
pub use guard_check::GuardError;
pub use hooks::{Hook, HookError, declared_hooks, grants_of_hooks_before};
pub use host_pattern::{HostPattern, HostPatternError};
pub use identity::ProfileFailure;
pub use incoming::Incoming;
pub use key_value::KeyValueFailure;
pub use log::LogLevel;
pub use module_desk::{ComponentView, ModuleDesk, ModuleDeskPlace, ModuleOverview, ModuleView, TenantQuarantine};
pub use modules::ModuleFailure;
pub use name_lookup::NameFailure;
pub use new_account_check::NewAccountError;
pub use object_failure::ObjectFailure;
pub use organizations::{MintedKeyHandle, OrganizationFailure};
pub use outbound_access::OutboundAccess;
pub use outbound_http::{GuestRequest, OutboundFailure};
pub use outbox::JobRequest;
pub use own_tables::{
    OwnTablesError, are_made as own_tables_are_made, check as check_own_tables, migrate as migrate_own_tables,
};
pub use people::PeopleFailure;
pub use personal_data_check::PersonalDataError;
pub use published_dataset::PublishedDataset;
pub use row_files::{PartBounds, RowFileTarget};
pub use rows::{DeferredStatement, HeldRows, Rows};
pub use secrets::{SecretFailure, SecretHandle};
pub use settings::{SettingsAccess, SettingsError, UndeclaredSettings};
pub use statement_check::{EXAMINATION_VERSION, ExaminationError, Questions, StatementRefusal};
pub use statements::{StatementSet, StatementSetError};
pub use stores::{Accounts, Addresses, StoreUse, Stores};
pub use table_grants::{Given, TableGrant, TableGrantError, TableVerb};
pub use tenancy::{TenancyError, Unguarded, host_tenant_tables, unguarded};
pub use transaction::Transaction;
pub use writing_reads::{WritingRead, writing_reads};
