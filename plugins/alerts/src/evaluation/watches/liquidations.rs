//! Liquidations that were recorded since they were looked at last.
//!
//! A liquidation is known by its transaction and its place in it, so one that a repeated load or another block brings again is not told
//! again. Those far below the newest are a backfill.

use crate::evaluation::events::LiquidationRecorded;
use crate::evaluation::firings::AlertType;
use crate::evaluation::marks::{rests, start};
use crate::evaluation::prices::heads::ChainHead;
use crate::evaluation::rules::Rules;
use crate::evaluation::watches::behind::{Behind, PART};
use crate::evaluation::watches::{Begins, Record, Watching, tell_all};
use quarry_liquidation_records::{Liquidation, LiquidationPlace, liquidations_at};
use quarry_sdk::Turn;
use quarry_sdk::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

statement!(warehouse, SelectLiquidationChains, "src/evaluation/watches/liquidation_chains.sql");
statement!(warehouse, SelectNewLiquidations, "src/evaluation/watches/new_liquidations.sql");
statement!(app_store, SelectNewestToldBlock, "src/evaluation/watches/newest_told_block.sql");
statement!(app_store, SelectKnownLiquidations, "src/evaluation/watches/known_liquidations.sql");
statement!(app_store, SelectWatchedTokens, "src/evaluation/watches/watched_tokens.sql");
statement!(app_store, SelectWatchesOfTokens, "src/evaluation/watches/watches_of_tokens.sql");
statement!(app_store, KeepLiquidations, "src/evaluation/watches/keep_liquidations.sql");
statement!(app_store, ForgetOldLiquidations, "src/evaluation/watches/forget_old_liquidations.sql");

/// Blocks below the newest in which a liquidation may still be news.
const BLOCKS_WATCHED: i64 = 10_000;
/// Liquidations that are read together.
const AT_ONCE: u64 = 500;

#[derive(Row)]
struct ChainOfLiquidations {
    chain_id: u64,
    newest_block: i64,
}

#[derive(Row)]
struct Recorded {
    chain: String,
    chain_id: u64,
    block_number: u64,
    block_timestamp: Time,
    transaction_hash: Hash,
    place: i64,
    log_place: u64,
    protocol: Option<String>,
    borrower: Address,
    collateral_address: Option<Address>,
    collateral_symbol: Option<String>,
    debt_address: Option<Address>,
    debt_symbol: Option<String>,
}

#[derive(Row)]
struct Known {
    transaction_hash: Hash,
    place: i64,
    /// Null of one that is done.
    after_organization_id: Option<i64>,
}

impl Recorded {
    /// The words by which a watch may name its tokens.
    fn words(&self) -> Vec<String> {
        let addresses = [&self.collateral_address, &self.debt_address].into_iter().flatten().map(Address::to_hex);
        let symbols =
            [&self.collateral_symbol, &self.debt_symbol].into_iter().flatten().map(|word| word.to_lowercase());
        addresses.chain(symbols).collect()
    }

    fn is_met_by(&self, watch: &Watching) -> bool {
        watch.protocols.is_empty() || self.protocol.as_ref().is_some_and(|protocol| watch.protocols.contains(protocol))
    }

    fn detail(&self) -> String {
        let token = match (&self.collateral_symbol, &self.collateral_address) {
            (Some(symbol), _) => symbol.chars().filter(|character| !character.is_control()).take(32).collect(),
            (None, Some(address)) => address.to_hex(),
            (None, None) => "a token".to_owned(),
        };
        let protocol = self.protocol.as_deref().map(|protocol| format!(" on {protocol}")).unwrap_or_default();
        let (borrower, block, chain) = (self.borrower.to_hex(), self.block_number, &self.chain);
        format!("{token} of {borrower}{protocol} at block {block} on {chain}.")
    }

    fn at(&self) -> LiquidationPlace {
        LiquidationPlace {
            block_number: self.block_number,
            block_timestamp: self.block_timestamp,
            log_place: self.log_place,
        }
    }

    fn kept(&self, after_organization_id: Option<i64>) -> KeepLiquidationsLiquidations {
        KeepLiquidationsLiquidations {
            chain_id: self.chain_id.cast_signed(),
            transaction_hash: self.transaction_hash.0.clone(),
            place: self.place,
            block_number: self.block_number.cast_signed(),
            after_organization_id,
        }
    }
}

/// Looks at what was recorded of every chain whose data is fresh.
pub fn look_at_liquidations(
    rules: &Rules,
    heads: &[ChainHead],
    followed: &Followed,
    run: &JobRun,
) -> Result<(), JobFailure> {
    let (now, newest) = (Time::now(), followed.newest()?);
    match followed.mark(PART)? {
        None => return note_and_start(followed, newest, now),
        Some(mark) if rests(mark, newest, now) => return Ok(()),
        Some(_) => {}
    }
    let Some(turn) = followed.turn(PART)? else { return Ok(()) };
    let behind = Behind::of_turn(&turn, followed, rules, heads, now)?;
    for chain in chains_since(behind.least_seen(&turn), newest)? {
        let chain_id = chain.chain_id.cast_signed();
        let (seen, looked_at) = behind.seen(chain_id, &turn);
        let is_told = behind.is_stale(chain_id)
            || look_at_chain(&turn, &chain, (seen, newest), rules.fresh_from(looked_at), run)?;
        if !is_told {
            return Ok(());
        }
    }
    let transaction = turn.begin()?;
    behind.end(followed, &transaction)?;
    turn.end(transaction, newest)?;
    Ok(())
}

/// Begins: what is there already is noted and told to nobody.
fn note_and_start(followed: &Followed, newest: i64, now: Time) -> Result<(), JobFailure> {
    for chain in chains_since(0, newest)? {
        let floor = chain.newest_block - BLOCKS_WATCHED;
        let mut after = None;
        while let Some(page) = page_of(&chain, (0, newest), floor, None, &mut after)? {
            let transaction = Transaction::begin()?;
            let liquidations = page.iter().map(|recorded| recorded.kept(None)).collect();
            transaction.execute(KeepLiquidations { liquidations })?;
            transaction.commit()?;
        }
    }
    start(followed, PART, newest, now)
}

fn chains_since(seen: i64, newest: i64) -> Result<Vec<ChainOfLiquidations>, JobFailure> {
    Ok(SelectLiquidationChains { seen: seen.unsigned_abs(), newest: newest.unsigned_abs() }.all()?)
}

/// The next page of what was recorded; none behind the last one.
fn page_of(
    chain: &ChainOfLiquidations,
    (seen, newest): (i64, i64),
    floor: i64,
    fresh_from: Option<Time>,
    after: &mut Option<(u64, u64)>,
) -> Result<Option<Vec<Recorded>>, JobFailure> {
    let page: Vec<Recorded> = SelectNewLiquidations {
        chain_id: chain.chain_id,
        seen: seen.unsigned_abs(),
        newest: newest.unsigned_abs(),
        floor: floor.max(0).unsigned_abs(),
        fresh_from,
        behind_block: after.map(|(block, _)| block),
        behind_place: after.map(|(_, place)| place),
        most: AT_ONCE,
    }
    .all()?;
    *after = page.last().map(|last| (last.block_number, last.log_place));
    Ok(Some(page).filter(|page| !page.is_empty()))
}

/// Tells what is new of a chain between two versions; false where the rest is for another run.
fn look_at_chain(
    turn: &Turn,
    chain: &ChainOfLiquidations,
    versions: (i64, i64),
    fresh_from: Option<Time>,
    run: &JobRun,
) -> Result<bool, JobFailure> {
    let chain_id = chain.chain_id.cast_signed();
    let told = SelectNewestToldBlock { chain_id }.query()?.integer(0, "newest_block").unwrap_or_default();
    let floor = told - BLOCKS_WATCHED;
    let mut after = None;
    while let Some(page) = page_of(chain, versions, floor, fresh_from, &mut after)? {
        if !tell_page(turn, chain_id, page, run)? {
            return Ok(false);
        }
    }
    let transaction = turn.begin()?;
    let before = told.max(chain.newest_block) - 2 * BLOCKS_WATCHED;
    transaction.execute(ForgetOldLiquidations { chain_id, before })?;
    transaction.commit()?;
    Ok(true)
}

fn tell_page(turn: &Turn, chain_id: i64, page: Vec<Recorded>, run: &JobRun) -> Result<bool, JobFailure> {
    let hashes: BTreeSet<Vec<u8>> = page.iter().map(|recorded| recorded.transaction_hash.0.clone()).collect();
    let known: Vec<Known> = SelectKnownLiquidations { chain_id, hashes: hashes.into_iter().collect() }.all()?;
    let known: BTreeMap<(Vec<u8>, i64), Option<i64>> =
        known.into_iter().map(|known| ((known.transaction_hash.0, known.place), known.after_organization_id)).collect();
    let new: Vec<(Recorded, i64)> = page
        .into_iter()
        .filter_map(|recorded| match known.get(&(recorded.transaction_hash.0.clone(), recorded.place)) {
            None => Some((recorded, -1)),
            Some(Some(after)) => Some((recorded, *after)),
            Some(None) => None,
        })
        .collect();
    let words: BTreeSet<String> = new.iter().flat_map(|(recorded, _)| recorded.words()).collect();
    let watched: Vec<String> = match words.is_empty() {
        true => Vec::new(),
        false => SelectWatchedTokens { tokens: words.into_iter().collect() }.values()?,
    };
    let watched: BTreeSet<String> = watched.into_iter().collect();
    let (met, unwatched): (Vec<_>, Vec<_>) =
        new.into_iter().partition(|(recorded, _)| recorded.words().iter().any(|word| watched.contains(word)));
    if !unwatched.is_empty() {
        let transaction = turn.begin()?;
        let liquidations = unwatched.iter().map(|(recorded, _)| recorded.kept(None)).collect();
        transaction.execute(KeepLiquidations { liquidations })?;
        transaction.commit()?;
    }
    let places: Vec<LiquidationPlace> = met.iter().map(|(recorded, _)| recorded.at()).collect();
    let listed = liquidations_at(chain_id.unsigned_abs(), &places)?;
    let mut listed: BTreeMap<(u64, u64), Liquidation> = listed
        .into_iter()
        .map(|found| ((found.liquidation.block_number, found.log_place), found.liquidation))
        .collect();
    for (recorded, after) in met {
        // One that was taken back meanwhile is told nobody; what stands in its place is new to the next look.
        let Some(liquidation) = listed.remove(&(recorded.block_number, recorded.log_place)) else { continue };
        if !tell_one(turn, &recorded, &liquidation, after, run)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Tells of one liquidation, organization by organization; false where the rest is for another run.
fn tell_one(
    turn: &Turn,
    recorded: &Recorded,
    liquidation: &Liquidation,
    told_up_to: i64,
    run: &JobRun,
) -> Result<bool, JobFailure> {
    let is_met_by = |watch: &Watching| recorded.is_met_by(watch);
    let record = Record {
        alert_type: AlertType::Liquidation,
        detail: recorded.detail(),
        is_met_by: &is_met_by,
        told_up_to,
        keep: &|transaction, after| {
            transaction.execute(KeepLiquidations { liquidations: vec![recorded.kept(after)] }).map(|_| ())
        },
        read: &|transaction, begins: Begins, most| {
            let (made_from, made_in, behind) = begins.parameters();
            transaction.all(SelectWatchesOfTokens { tokens: recorded.words(), made_from, made_in, behind, most })
        },
    };
    tell_all(turn, &record, |watch_ids| LiquidationRecorded { watch_ids, liquidation: liquidation.clone() }, run)
}
