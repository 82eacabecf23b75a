//! The paths that lead to a space and to what is in it, and who makes one.

use quarry_sdk::prelude::*;

/// The signed-in person, who has an allowance of spaces.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/oneself.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no such account."))]
pub struct Oneself;

/// One space, in paths that call it `id`.
#[derive(Parameters)]
pub struct SpacePath {
    /// Id of the space.
    #[parameter(path, minimum = 1, example = "4")]
    pub id: i64,
}

/// One space, in paths that lead to something of it.
#[derive(Parameters)]
pub struct OfSpacePath {
    /// Id of the space.
    #[parameter(path, minimum = 1, example = "4")]
    pub space_id: i64,
}

/// Something of a space.
#[derive(Parameters)]
pub struct ThingPath {
    /// Id of the space.
    #[parameter(path, minimum = 1, example = "4")]
    pub space_id: i64,
    /// Number of the member or the property, as the space's page shows it.
    #[parameter(path, minimum = 1, example = "7")]
    pub id: i64,
}
