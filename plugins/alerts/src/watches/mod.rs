//! Watches: liquidations of a token, and new events of the timeline.

pub mod condition;
pub mod create;
pub mod delete;
pub mod never_fires;
pub mod rearm;
pub mod words;

pub use condition::WatchKind;

use crate::access::AlertState;
use condition::WatchCondition;
use quarry_sdk::prelude::*;

statement!(app_store, SelectWatch, "src/watches/watch.sql");

/// A watch of one of the caller's spaces: for any member.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/watches/own_watch.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no watch {path.id} here."))]
pub struct OwnWatch;

#[derive(Parameters)]
pub struct WatchPath {
    /// Id of the watch.
    #[parameter(path, minimum = 1, example = "3")]
    pub id: i64,
}

/// The time at which a watch told.
#[derive(Row, Schema, Serialize)]
pub struct FiredWatch {
    pub at: Option<Time>,
}

/// A watch of liquidations or of chain events.
#[derive(Row, Schema, Serialize)]
pub struct AlertWatch {
    /// Id of the watch, unique among watches.
    #[schema(example = 3)]
    pub id: i64,
    pub kind: WatchKind,
    /// The space that it belongs to.
    #[schema(example = 4)]
    pub space_id: i64,
    /// The watch's label; null where it was given none.
    #[schema(example = "Ether collateral")]
    pub label: Option<String>,
    #[row(flatten)]
    pub condition: WatchCondition,
    pub state: AlertState,
    /// The reason for which it cannot fire with what is loaded here; null where it can, and while the warehouse, which knows that, does not
    /// answer.
    #[row(skip)]
    #[schema(
        example = "No token is called zzz here, so there is no liquidation of it: check the symbol, or give its address."
    )]
    pub never_fires: Option<String>,
    /// The condition in words.
    #[schema(example = "A liquidation of WETH on aave_v3.")]
    pub sentence: String,
    /// The record that fired the watch; null while it is watching.
    #[row(prefix = "fired_")]
    pub fired: Option<FiredWatch>,
    /// The person who made the watch.
    #[row(prefix = "created_by_")]
    pub created_by: NamedPerson,
    pub created_at: Time,
}
