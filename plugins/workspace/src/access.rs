//! The person who is asking, whose lock writes of their own things hold.

use quarry_sdk::prelude::*;

/// The signed-in person.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/oneself.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no such account."))]
pub struct Oneself;
