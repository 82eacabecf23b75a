//! A process that is killed at any statement of a load or a withdrawal leaves what the next one completes: afterwards the store is
//! one in which everything was done once.

use super::finished::{pools, replacing, tokens};
use super::finished_lending::{Numbers, deployments, events, snapshot};
use super::gate::{Moment, warehouse_that_is_lost};
use crate::ingest_support::*;
use quarry::ingest::{DatasetKind, Ingest, IngestError, IngestOptions, WithdrawalTarget};
use std::path::Path;

/// Something that changes the store.
enum Change {
    Load(DatasetKind, String, IngestOptions),
    Withdrawal { first_block: u64, last_block: u64 },
}

impl Change {
    async fn make(&self, store: &Store) -> Result<(), IngestError> {
        match self {
            Change::Load(kind, text, options) => store.try_load(*kind, text.as_str(), options).await.map(drop),
            Change::Withdrawal { first_block, last_block } => {
                let (first_block, last_block) = (*first_block, *last_block);
                let blocks = WithdrawalTarget::Blocks { chain: "ethereum".to_owned(), first_block, last_block };
                store.ingest.withdraw(&blocks).await.map(drop)
            }
        }
    }
}

/// A file of logs of one block, of a version of it that was not there.
fn logs_of(block: u64, numbers: &mut Numbers) -> Change {
    let fork = u8::try_from(numbers.below(250)).expect("a small number");
    Change::Load(DatasetKind::Logs, etl_csv(&events(block, fork, numbers)), ethereum())
}

/// Cuts `changes` off at one statement after the other, every `stride`-th from `first` on, until one comes to its end.
async fn assert_nothing_is_lost(
    name: &str,
    first: usize,
    stride: usize,
    mut changes: impl FnMut(&mut Numbers) -> Change,
) {
    let (cut, socket) = Store::with_socket(&format!("cut_off_{name}")).await;
    let once = Store::new(&format!("cut_off_{name}_once")).await;
    let mut numbers = Numbers(29);
    let beginning = [
        (DatasetKind::Tokens, tokens(6)),
        (DatasetKind::Pools, pools(false)),
        (DatasetKind::LendingDeployments, deployments(&mut numbers)),
        (DatasetKind::Logs, etl_csv(&(0..4).flat_map(|hour| events(hour * 300, 0, &mut numbers)).collect::<Vec<_>>())),
    ];
    for (kind, text) in beginning {
        for store in [&cut, &once] {
            store.load(kind, text.as_str()).await;
        }
    }
    for last in (first..).step_by(stride) {
        let moment = if (last / stride).is_multiple_of(2) { Moment::Before } else { Moment::Behind };
        let what = format!("{name}, {moment:?} statement {last}");
        let change = changes(&mut numbers);
        change.make(&once).await.unwrap_or_else(|error| panic!("{what}: {error}"));
        let is_through = change.make(&behind_gate(&cut, socket, last, moment)).await.is_ok();
        if !is_through {
            // The next process: one that has started the warehouse clears what was left, any other begins with its own work.
            let next = Store::of(cut.warehouse.clone());
            if last % 2 == 0 {
                next.ingest.recover().await.unwrap_or_else(|error| panic!("{what}: {error}"));
            }
            change.make(&next).await.unwrap_or_else(|error| panic!("{what}: {error}"));
        }
        assert_eq!(cut.contents().await, once.contents().await, "{what}");
        if is_through {
            return;
        }
    }
}

fn behind_gate(store: &Store, socket: &Path, last: usize, moment: Moment) -> Store {
    let warehouse = warehouse_that_is_lost(socket, store.database(), last, moment);
    store.by(Ingest::new(warehouse))
}

/// Every statement in the whole suite, some of them in others: each costs two loads and a look at every table.
fn stride() -> usize {
    quarry_tests::extent::of(9, 1)
}

#[tokio::test]
async fn a_load_that_is_killed_at_any_statement_loses_no_row_and_no_figure() {
    let mut block = 1_200;
    let new_block = |numbers: &mut Numbers| {
        block += 150;
        logs_of(block, numbers)
    };
    assert_nothing_is_lost("new_blocks", 3, stride(), new_block).await;
}

#[tokio::test]
async fn a_reorganised_block_that_is_killed_at_any_statement_is_one_of_both_and_then_the_new_one() {
    assert_nothing_is_lost("reorganised_blocks", 6, stride(), |numbers| logs_of(300, numbers)).await;
}

#[tokio::test]
async fn a_late_file_or_a_withdrawal_that_is_killed_at_any_statement_is_made_whole_by_the_next() {
    let mut number = 0;
    let late = |numbers: &mut Numbers| {
        number += 1;
        let decimals = 4 + number % 15;
        match number % 4 {
            0 => Change::Load(DatasetKind::Tokens, tokens(decimals), replacing()),
            1 => Change::Load(DatasetKind::Pools, pools(number % 8 == 1), replacing()),
            2 => Change::Load(DatasetKind::LendingDeployments, deployments(numbers), ethereum()),
            _ => Change::Load(DatasetKind::HealthFactors, snapshot(100, numbers), ethereum()),
        }
    };
    assert_nothing_is_lost("late_files", 2, stride(), late).await;
    let withdrawal = |numbers: &mut Numbers| match numbers.below(2) {
        0 => Change::Withdrawal { first_block: 200, last_block: 700 },
        _ => logs_of(600, numbers),
    };
    assert_nothing_is_lost("withdrawals", 5, stride(), withdrawal).await;
}
