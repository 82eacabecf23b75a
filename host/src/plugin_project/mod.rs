//! A component's source as its author has it: made from the template, built by cargo, looked at for changes.
//!
//! Always true here: no existing file is written over; a project has a copy of the SDK of the release that it was made with, so
//! that it builds without a registry of ours, and on every machine; what cargo says reaches the author as cargo said it.
//! Serving, checking and installing a built component is elsewhere.
//!
//! To add a file to what `quarry plugin new` writes: the file in `sdk/template`, its line in `template`.

mod build;
mod create;
mod name;
mod sdk_folder;
mod sources;
mod template;

pub use build::{BuildError, BuiltComponent, Profile, Project, Shown};
pub use create::{CreateError, create};
pub use name::{ProjectName, ProjectNameError};
pub use sdk_folder::{SdkError, SdkFolder};
pub use sources::Sources;
