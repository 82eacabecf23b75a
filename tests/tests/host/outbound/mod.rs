//! What components ask outside: whom they may, what they get, and when it ends.

mod addresses;
mod client;
mod hosts;
