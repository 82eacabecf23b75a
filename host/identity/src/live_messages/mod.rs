//! Messages to people who are connected: rows of the app store, written with the transaction that they tell of. `cable`
//! reads them and tells those who are connected.
//!
//! To tell people something new: a variant of [`Notice`]; a component tells them by the interface `notifications`.

mod notice;
mod notification;

pub use notice::{Notice, publish};
pub use notification::{Audience, Notification, Within, is_member, tell_people};
