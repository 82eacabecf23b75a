//! The staff console: the modules and their switches.

pub mod list_modules;
mod module;
mod reason;
pub mod toggle_module;

quarry_sdk::plugin! {
    name: "staff",
    summary: "The staff console: modules, people, organizations, plans, staff and the audit log.",
    grants: [AppStore, Audit, Modules, People],
    endpoints: [list_modules::list_modules, toggle_module::toggle_module],
}
