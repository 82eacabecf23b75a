//! The declarations of events, for showing logs decoded.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[Column::required("declaration", &["declaration"], Shape::EventDeclaration)];
