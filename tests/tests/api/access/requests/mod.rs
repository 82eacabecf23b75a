//! A good call of every operation of the session interface, a file for each family.

mod account;
mod citations;
mod classroom;
mod data;
mod host;
mod notes;
mod organizations;
mod saved_items;
mod spaces;
mod staff;

use super::request::Request;

pub(super) fn all() -> impl Iterator<Item = &'static Request> {
    [
        account::REQUESTS,
        citations::REQUESTS,
        classroom::REQUESTS,
        data::REQUESTS,
        host::REQUESTS,
        notes::REQUESTS,
        organizations::REQUESTS,
        saved_items::REQUESTS,
        spaces::REQUESTS,
        staff::REQUESTS,
    ]
    .into_iter()
    .flatten()
}
