//! Letters about alerts: each thing is told once, when its reader wants it, and a letter says how to have no more of them.

mod cadences;
mod digests;
mod hostile_names;
mod letters;
mod support;
