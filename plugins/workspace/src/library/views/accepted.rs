//! The values of a view's parameters that its page takes.
//!
//! Always true here: what passes is read by `GET /public/prices` and `GET /public/prices/{address}` as it stands, so that a view that is
//! looked at again is shown and not refused.

use crate::library::views::ViewKind;
use crate::library::views::params::ViewParams;
use quarry_pool_summaries::address_of;
use quarry_sdk::prelude::*;
use std::collections::BTreeSet;

const RANGES: [&str; 6] = ["24h", "7d", "30d", "90d", "1y", "all"];
const PERIODS: [&str; 2] = ["hourly", "daily"];
const SOURCES: [&str; 2] = ["v2", "v3"];
/// Pools that a chart shows beside its own.
const MOST_COMPARED: usize = 4;
/// Characters of a symbol.
const SYMBOL_CHARACTERS: usize = 64;
/// The time from which on the page takes every time for the last one: 2200-01-01.
const LATEST_MICROSECOND: i64 = 7_258_118_400_000_000;

impl ViewParams {
    /// Without what the page would refuse.
    pub fn accepted(self) -> ViewParams {
        let one_of = |text: Option<String>, words: &[&str]| text.filter(|text| words.contains(&text.as_str()));
        let from = self.from.filter(|from| start(from).is_some());
        let to = self.to.filter(|to| end(to).is_some());
        let is_empty = from.as_deref().and_then(start).zip(to.as_deref().and_then(end)).is_some_and(is_empty_range);
        ViewParams {
            base: self.base.filter(|token| is_token(token)),
            quote: self.quote.filter(|token| is_token(token)),
            source: one_of(self.source, &SOURCES),
            id: self.id,
            range: one_of(self.range, &RANGES),
            // Of two ends that leave no time between them, neither can be told to be the right one.
            from: from.filter(|_| !is_empty),
            to: to.filter(|_| !is_empty),
            period: one_of(self.period, &PERIODS),
            compare: self.compare.filter(|pools| compared(pools).is_some()),
            invert: one_of(self.invert, &["true", "false"]),
        }
    }

    /// Without pools to compare with that are not tracked beside the view's own. They stay where the warehouse, which knows them, does not
    /// answer.
    pub fn with_known_pools(self, kind: ViewKind) -> Result<ViewParams, Problem> {
        let own = self.id.as_deref().and_then(address_of);
        let others = self.compare.as_deref().and_then(compared);
        let (ViewKind::Chart, Some(own), Some(others)) = (kind, own, others) else { return Ok(self) };
        let asked: BTreeSet<Vec<u8>> = others.iter().chain([&own]).map(|pool| pool.0.clone()).collect();
        let Some(found) = if_available(quarry_pool_summaries::at(asked.into_iter().collect()))? else {
            return Ok(self);
        };
        let is_on =
            |pool: &Address, chain: u64| found.iter().any(|one| one.address.0 == pool.0 && one.chain_id == chain);
        let chains: BTreeSet<u64> = found.iter().filter(|one| one.address.0 == own.0).map(|one| one.chain_id).collect();
        // Where the view's own pool is not known yet, nothing is known of its chain.
        let is_shown = chains.is_empty() || chains.iter().any(|chain| others.iter().all(|pool| is_on(pool, *chain)));
        Ok(ViewParams { compare: self.compare.filter(|_| is_shown), ..self })
    }
}

/// Pools by their addresses, with commas between them.
fn compared(text: &str) -> Option<Vec<Address>> {
    let pools: Option<Vec<Address>> = text.split(',').map(address_of).collect();
    pools.filter(|pools| pools.len() <= MOST_COMPARED)
}

/// Hex digits are an address, behind `0x` or where there are 40 of them; everything else is a symbol.
fn is_token(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    match is_hex && (digits.len() < text.len() || digits.len() == 40) {
        true => digits.len() == 40,
        false => text.chars().count() <= SYMBOL_CHARACTERS,
    }
}

/// The beginning of a range, in microseconds: a day or a time.
fn start(text: &str) -> Option<i64> {
    day(text).or_else(|| instant(text))
}

/// The end of a range, which takes a day whole.
fn end(text: &str) -> Option<i64> {
    let whole = |microseconds| Time { microseconds }.plus_days(1).microseconds;
    day(text).map(whole).or_else(|| instant(text))
}

fn is_empty_range((from, to): (i64, i64)) -> bool {
    let [from, to] = [from, to].map(|time| time.clamp(0, LATEST_MICROSECOND));
    from > to || (from == to && from > 0 && from < LATEST_MICROSECOND)
}

fn day(text: &str) -> Option<i64> {
    if text.len() != 10 {
        return None;
    }
    format!("{text}T00:00:00Z").parse().ok().map(|time: Time| time.microseconds)
}

/// RFC 3339, with nine digits behind the second at most.
fn instant(text: &str) -> Option<i64> {
    let clock = text.get(10..)?;
    let digits = clock.split_once('.').map_or(0, |(_, rest)| rest.bytes().take_while(u8::is_ascii_digit).count());
    let is_read = clock.starts_with(['T', 't']) && digits <= 9;
    text.parse().ok().filter(|_| is_read).map(|time: Time| time.microseconds)
}
