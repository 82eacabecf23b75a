//! Boards and tables of a project's pages, what pages have of properties, and the views that people keep.

mod combinations;
mod rights;
mod shelf;
mod values;
mod walks;
