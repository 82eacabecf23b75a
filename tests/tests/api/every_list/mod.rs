//! Every list is read to its end, whoever asks for it: no operation shows the first rows of something and keeps the rest to itself.
//!
//! `declared` reads the lists off the documents that the host serves, so that an operation that comes later is held to it too; `walked`
//! reads those on that were not always read on.

mod declared;
mod walked;
