//! Requests of components to servers outside: the servers that they may ask, the answers that they get, and the end of a
//! request.

mod addresses;
mod client;
mod hosts;
