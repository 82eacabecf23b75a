//! Answers to the editor of a page while somebody writes: what `@` and `[[` list, what can be cited and derived, and live values.

pub mod citable_fields;
pub mod cite;
pub mod derive;
pub mod derived_preview;
pub mod options;
pub mod pick;
pub mod pick_page;
