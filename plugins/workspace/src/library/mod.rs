//! The library: views that a person saved, and markets that they look at often.
//!
//! Always true here: what is in it is its person's alone, and no person has more of it than the plan allows, however many requests ask at
//! once.

pub mod allowance;
pub mod favourites;
pub mod get;
pub mod views;
