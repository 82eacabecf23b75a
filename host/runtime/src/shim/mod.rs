//! The shim between a component's module and its imports, taken out before the component is compiled.
//!
//! An import whose values lie in memory is bound to the memory of the module that imports it, so it can only be made after
//! that module. `wit-component`, through which every Rust component goes, writes two modules more for this: a *shim*, whose
//! functions call through a table, and a *fixup*, which puts the imports into that table once they are there. All three
//! are instantiated for every request. Here the shim's functions become functions of the main module, and its slots the
//! last ones of that module's table: two instances and one table a request instead of three and two, the same calls. What
//! an export does after its result was read, which is freeing it, goes as well.
//!
//! A component that is not as `wit-component` writes it stays as it is.

mod component;
mod main_module;
mod parts;
mod plan;
mod slots;
mod unfit;

use unfit::{Error, UNFIT, Unfit};

/// The component without its shim; `None` where it has none, or one that is not known.
///
/// The result is as trustworthy as the component: the code that compiles it validates it.
pub fn taken_out(component: &[u8]) -> Option<Vec<u8>> {
    let parts = parts::Parts::read(component).ok()?;
    let plan = plan::Plan::of(&parts)?;
    component::encode(component, &plan).ok()
}
