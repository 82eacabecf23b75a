//! The modules that are on and the components that are loaded: the only place that changes the routing table.
//!
//! The app store holds which modules are on (`identity::module_switches`), the folder holds the components; this host follows both within a second,
//! while it serves. What always holds here: a component is compiled and checked beside the requests, and serves from one
//! swap of the table on; whatever fails on the way leaves what serves as it is and says why; what is taken out ends its
//! requests and frees its memory; a component all of whose modules are off is not in memory. To add a module: its row in
//! `migrations/app`.

mod authors;
mod changes;
mod component_status;
mod folder;
mod follow;
mod installed;
mod jobs;
mod kept_names;
mod lifts;
mod link_guards;
mod load;
mod overview;
mod personal_data;
mod registry;
mod retired;
mod served;
mod signatures;
mod start;
mod stored;
mod verdicts;
mod waiting;

pub use authors::repository_of;
pub use changes::ModuleChange;
pub use component_status::{ComponentState, ComponentStatus};
pub use folder::{ComponentFile, FolderError, component_files};
pub use installed::{InstallationRecord, InstalledError, uninstall, uninstalled_record};
pub use kept_names::{KeptNames, KeptNamesError, NameRefusal};
pub use lifts::lift_quarantine;
use load::LoadRefusal;
pub use load::MAX_COMPONENT_BYTES;
pub(crate) use load::load;
pub(crate) use registry::taken;
pub use registry::{ComponentPolicy, Modules};
pub use signatures::{SignatureError, SigningKeyError, SigningKeys, signature_path};
pub use start::ModulesError;
pub(crate) use verdicts::Verdicts;
pub use waiting::{WaitingVersion, remove_waiting, waiting_folder, waiting_records};
