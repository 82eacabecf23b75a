//! The warehouse.
