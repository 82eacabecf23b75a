//! Answers that are kept, public ones and those for everyone: the right one, for as long as was said and its data stand, made once, and
//! in the form that was asked for.

mod encodings;
mod flights;
mod freshness;
mod keys;
mod standing;
mod support;
