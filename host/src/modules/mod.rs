//! What is on and what is loaded: the only place that changes the routing table.
//!
//! The app store holds which modules are on; this host follows it within a second. A component that cannot be loaded is
//! reported and left out, and everything else serves. To add a module: its row in `migrations/app`.

mod folder;
mod jobs;
mod personal_data;
mod registry;
mod switch;

pub use folder::{ComponentFile, FolderError, component_files};
pub(crate) use registry::load;
pub use registry::{ComponentPolicy, Modules, ModulesError};
pub use switch::{ModuleState, SwitchError, list, set_enabled};
