//! The module switches and what the host serves of each, for staff with the permission `modules_manage`.
//!
//! ```no_run
//! use quarry_sdk::modules;
//!
//! # fn switch() -> Result<bool, quarry_sdk::Problem> {
//! let overview = modules::overview()?;
//! let switched = modules::switch("prices", Some(false), Some("wrong figures of one pool"))?;
//! # let _ = overview;
//! # Ok(switched.enabled)
//! # }
//! ```

use crate::Problem;
use crate::bindings::quarry::plugin::modules as wit;

pub use wit::{
    Component, Figures, Hook, Module, ModuleFailure, Overview, RefusedFile, Stored, TenantQuarantine, WritingRead,
};

/// Every module by key, with what this host serves and has counted of it. Needs the grant `modules`.
pub fn overview() -> Result<Overview, ModuleFailure> {
    wit::get_overview()
}

/// Switches a module on or off; without `enabled` to the other side. The host writes the audit entry, and follows before this
/// returns. Needs the grant `modules`.
pub fn switch(key: &str, enabled: Option<bool>, reason: Option<&str>) -> Result<Module, ModuleFailure> {
    wit::switch_module(key, enabled, reason)
}

/// A call that failed becomes the published error; a handler that knows better matches on the failure instead.
impl From<ModuleFailure> for Problem {
    fn from(failure: ModuleFailure) -> Problem {
        match failure {
            ModuleFailure::Forbidden(detail) => Problem::new(403, "forbidden", detail),
            ModuleFailure::UnknownModule(detail) => Problem::not_found(detail),
            ModuleFailure::Unavailable(detail) => Problem::new(503, "data_source_unavailable", detail),
            ModuleFailure::NotGranted(detail) | ModuleFailure::Rejected(detail) => Problem::refused_by_host(&detail),
        }
    }
}
