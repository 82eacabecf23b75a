//! Lending contracts. No tool exports them; the columns are Quarry's own.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("address", &["address", "pool"], Shape::Bytes(20)),
    Column::required("protocol", &["protocol"], Shape::Word),
    Column::required("slug", &["slug"], Shape::Word),
    Column::required("name", &["name"], Shape::Text),
    Column::or_null("underlying", &["underlying"], Shape::Bytes(20)),
];
