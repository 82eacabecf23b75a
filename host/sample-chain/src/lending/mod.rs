//! Lenders and those who borrow there: positions, their health, and what happens when it falls below 1.
//!
//! `position` holds what an account has and owes, in the whole numbers of the contracts; `desk` opens positions and
//! liquidates them; `calls` writes the logs and the input of each kind of lender; `snapshots` walks through the period
//! once more and says how all accounts are.
//!
//! Always true here: everything follows from the market's prices, by whole numbers. An account is liquidated in the step
//! in which its health falls below 1. It leaves out some things: interest, deposits and loans emit no logs, and the contracts
//! that hold the tokens are invented.

mod calls;
mod desk;
mod position;
mod snapshots;

pub(super) use desk::LendingDesk;
pub(super) use snapshots::{AccountSnapshot, SnapshotWalk};
