//! Puts the parts together: configuration in, a serving host out. `cli` calls it, and so do the benchmarks.

mod authenticator;
mod capability_stores;
mod chains;
mod data_versions;
mod host;
mod inspect;
mod installation;
mod key_budgets;
mod mail;
mod open_files;
mod people;
pub(crate) mod policy;
mod sample;
mod stores;

pub use authenticator::StoreAuthenticator;
pub use capability_stores::{CapabilityStoresError, capability_stores, unconnected_stores};
pub use host::{Host, HostError};
pub use inspect::{FileReport, Inspector};
pub use installation::Installation;
pub use key_budgets::KeyBudgets;
pub use sample::{SampleError, SampleStep, load_sample_chain};
pub use stores::{OpenStores, RunningWarehouse, StoresError};
