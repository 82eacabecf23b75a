//! The price of a text in Markdown: marks of it that cost whoever shows, compares, searches or exports it, counted when it is stored.
//!
//! Always true here: counting reads each byte of a text a bounded number of times; what a text costs is its marks and no time, so it is
//! the same on every machine; and whoever is refused is told the mark, its number, the line with most of them, and the bound.
//!
//! To price another mark: its variant and its bounds in `marks.rs`, and where it is counted in `lines.rs`.

mod lines;
mod marks;
mod price;
mod refusal;

pub use lines::widest_table;
pub use marks::Mark;
pub use price::{Excess, Price};
