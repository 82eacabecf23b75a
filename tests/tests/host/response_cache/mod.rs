//! Public answers that are kept: the right one, for as long as was said, made once, and in the form that was asked for.

mod encodings;
mod flights;
mod freshness;
mod keys;
mod support;
