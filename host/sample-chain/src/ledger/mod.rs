//! Transactions and blocks: what participants did, in the form in which a chain records it.

mod block;
mod contracts;
mod opening;
mod simulation;

pub(super) use block::{Block, Draft, Entry};
pub(super) use contracts::{aave, aave_v1, comet, compound_v2, erc20, v2, v3};
pub(super) use opening::opening_step;
pub(super) use simulation::Simulation;
