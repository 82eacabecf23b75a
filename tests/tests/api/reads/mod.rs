//! One table of every read operation on chain data, its registries and the public pages (`table`), and what holds for all of
//! them: each has something to show on the sample (`shown`), each list walked to its end is one query of the store behind
//! it (`walked`), and each says what the contract has it say while the warehouse hangs (`without_warehouse`).
//!
//! An operation of these families without a row fails a test here. To add one: a row in `table`.

mod list;
mod shown;
mod table;
mod walked;
mod without_warehouse;
