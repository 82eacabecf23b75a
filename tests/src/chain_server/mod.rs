//! A JSON-RPC server of a made-up chain, with faults on demand: what following a chain is tested against.
//!
//! It runs in a process of its own (`quarry-chain-server`), serves what a node would (`eth_…`), and is told what to do by
//! `test_…` methods of the same interface, as development nodes are. The truth is asked of it too (`test_truth`), past all
//! faults. The chain is the same for the same calls, whenever they come.

mod blocks;
mod client;
mod faults;
mod methods;
mod serve;

pub use client::ChainServer;
pub use serve::serve;
