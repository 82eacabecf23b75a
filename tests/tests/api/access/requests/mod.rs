//! A good call of every operation of the session interface, a file for each family.

mod account;
mod citations;
mod classroom;
mod data;
mod desk;
mod discussion;
mod host;
mod notes;
mod organizations;
mod research;
mod research_documents;
mod research_editor;
mod research_publishing;
mod research_views;
mod saved_items;
mod search;
mod spaces;
mod staff;

use super::request::Request;

pub(super) fn all() -> impl Iterator<Item = &'static Request> {
    [
        account::REQUESTS,
        citations::REQUESTS,
        classroom::REQUESTS,
        data::REQUESTS,
        desk::REQUESTS,
        discussion::REQUESTS,
        host::REQUESTS,
        notes::REQUESTS,
        organizations::REQUESTS,
        research::REQUESTS,
        research_documents::REQUESTS,
        research_editor::REQUESTS,
        research_views::REQUESTS,
        research_publishing::REQUESTS,
        saved_items::REQUESTS,
        search::REQUESTS,
        spaces::REQUESTS,
        staff::REQUESTS,
    ]
    .into_iter()
    .flatten()
}
