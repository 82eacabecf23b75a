//! (described by its owner)
