//! Forms of statements and of lists that no other part of the component has: lists as parameters, pages that the component
//! writes itself or walks both ways, rows read as columns, the engine's own state, rows that outlive an account.

pub mod lookups;
pub mod rows;
pub mod walks;
