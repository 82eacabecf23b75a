//! Research pages, for families whose things lie on one: the guards of pages and projects, and the blocks of a document.
//!
//! Always true here: a page, and a project, is a 404 to callers who are not members of its space; what lies in the trash is there,
//! and takes no write until it is restored.

pub mod access;
pub mod blocks;
