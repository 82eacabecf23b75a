//! Firing the alerts that the figures of pools meet, some pools at once.

use crate::evaluation::events::PriceAlertTriggered;
use crate::evaluation::firings::{AlertType, Fired, Measured, record_firings};
use crate::evaluation::prices::figures::{Compared, Figure, WatchedPool, figures_of, moved_figures};
use crate::prices::PriceCondition;
use quarry_price_orientation::PriceOrientation;
use quarry_sdk::Turn;
use quarry_sdk::prelude::*;
use std::collections::{BTreeSet, HashMap};

statement!(app_store, SelectFiringPriceAlerts, "src/evaluation/prices/firing_price_alerts.sql");
statement!(app_store, FirePriceAlerts, "src/evaluation/prices/fire_price_alerts.sql");
statement!(app_store, EndWaiting, "src/evaluation/prices/end_waiting.sql");
statement!(app_store, KeepPools, "src/evaluation/prices/keep_pools.sql");

/// Alerts that one transaction fires.
const ALERTS_AT_ONCE: u32 = 500;

/// How far it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// The run has told as much as it may.
    ToBeContinued,
}

/// An alert that the figures meet.
#[derive(Row)]
struct Meeting {
    id: i64,
    arming: i64,
    space_id: i64,
    pool: Vec<u8>,
    chain: String,
    condition: PriceCondition,
    threshold: String,
    sentence: String,
    /// The organization in which the maker stood; null where they are no member of it.
    organization_id: Option<i64>,
    /// The maker; null where they are not in the space.
    user_id: Option<i64>,
}

/// Fires what the figures of these pools meet, and notes them as looked at.
pub fn fire_alerts(
    turn: &Turn,
    chain_id: i64,
    newest: i64,
    watched: Vec<WatchedPool>,
    run: &JobRun,
) -> Result<Outcome, JobFailure> {
    let read_at = Time::now();
    let pools = watched.iter().map(|watched| watched.pool.clone()).collect();
    let moved = moved_figures(figures_of(chain_id, turn.version, newest, pools)?, watched);
    if moved.is_empty() {
        return Ok(Outcome::Done);
    }
    let news: HashMap<&[u8], &Figure> = moved
        .iter()
        .filter(|(before, figure)| figure.is_news(before))
        .map(|(_, figure)| (figure.pool.as_slice(), figure))
        .collect();
    loop {
        if !run.has_room_for(ALERTS_AT_ONCE) {
            return Ok(Outcome::ToBeContinued);
        }
        let now = Time::now();
        let transaction = turn.begin()?;
        let found: Vec<Meeting> = transaction.all(SelectFiringPriceAlerts {
            chain_id,
            read_at,
            most: i64::from(ALERTS_AT_ONCE),
            prices: news.values().filter_map(|figure| figure.price()).map(price_row).collect(),
            changes: news.values().filter_map(|figure| figure.change()).map(change_row).collect(),
        })?;
        let is_last = found.len() < ALERTS_AT_ONCE as usize;
        fire(&transaction, chain_id, found, &news, now, run)?;
        if is_last {
            transaction.execute(EndWaiting {
                chain_id,
                prices: news.values().filter_map(|figure| figure.price()).map(ended_price_row).collect(),
                changes: news.values().filter_map(|figure| figure.change()).map(ended_change_row).collect(),
            })?;
            transaction.execute(KeepPools { chain_id, pools: moved.iter().map(kept_row).collect() })?;
        }
        transaction.commit()?;
        if is_last {
            return Ok(Outcome::Done);
        }
    }
}

/// Fires them and tells of them.
fn fire(
    transaction: &Transaction,
    chain_id: i64,
    found: Vec<Meeting>,
    news: &HashMap<&[u8], &Figure>,
    now: Time,
    run: &JobRun,
) -> Result<(), JobFailure> {
    let measured: Vec<(Meeting, &Figure, String)> = found
        .into_iter()
        .filter_map(|alert| {
            let figure = *news.get(alert.pool.as_slice())?;
            let text = match alert.condition {
                PriceCondition::Above | PriceCondition::Below => figure.close.clone()?,
                PriceCondition::PercentChange24h => shortest(figure.change.as_deref()?),
            };
            Some((alert, figure, text))
        })
        .collect();
    if measured.is_empty() {
        return Ok(());
    }
    let alerts = measured.iter().map(|(alert, figure, text)| FirePriceAlertsAlerts {
        id: alert.id,
        arming: alert.arming,
        price: text.clone(),
        block_number: figure.block_number,
        as_of: figure.as_of,
    });
    let alerts = alerts.collect();
    let fired: Vec<i64> = transaction.values(FirePriceAlerts { now, alerts })?;
    let fired: BTreeSet<i64> = fired.into_iter().collect();
    let mut recorded = Vec::with_capacity(fired.len());
    for (alert, figure, text) in measured.into_iter().filter(|(alert, ..)| fired.contains(&alert.id)) {
        if let Some(organization_id) = alert.organization_id {
            transaction.emit_for(organization_id, &event(&alert, figure, &text))?;
        }
        let unit = if alert.condition == PriceCondition::PercentChange24h { "%" } else { "" };
        recorded.push(Fired {
            alert_type: AlertType::Price,
            alert_id: alert.id,
            arming: alert.arming,
            space_id: alert.space_id,
            user_id: alert.user_id,
            sentence: alert.sentence,
            detail: format!("{text}{unit} at block {} on {}.", figure.block_number, alert.chain),
            measured: Some(Measured {
                chain_id,
                pool: alert.pool,
                measured: text,
                block_number: figure.block_number,
                block_hash: figure.block_hash.clone(),
                as_of: figure.as_of,
            }),
        });
    }
    record_firings(transaction, recorded, now, run)
}

/// A decimal without the zeros at its end.
fn shortest(decimal: &str) -> String {
    let is_fraction = decimal.contains('.');
    if is_fraction { decimal.trim_end_matches('0').trim_end_matches('.').to_owned() } else { decimal.to_owned() }
}

fn event(alert: &Meeting, figure: &Figure, measured: &str) -> PriceAlertTriggered {
    PriceAlertTriggered {
        alert_id: alert.id,
        pool: Address(alert.pool.clone()),
        chain: alert.chain.clone(),
        condition: alert.condition,
        orientation: PriceOrientation::Token0PerToken1,
        threshold: alert.threshold.clone(),
        measured_price: measured.to_owned(),
        block_number: figure.block_number,
        as_of: figure.as_of,
    }
}

fn price_row(Compared { pool, exponent, mantissa }: Compared) -> SelectFiringPriceAlertsPrices {
    SelectFiringPriceAlertsPrices { pool, exponent, mantissa }
}

fn change_row(Compared { pool, exponent, mantissa }: Compared) -> SelectFiringPriceAlertsChanges {
    SelectFiringPriceAlertsChanges { pool, exponent, mantissa }
}

fn ended_price_row(Compared { pool, exponent, mantissa }: Compared) -> EndWaitingPrices {
    EndWaitingPrices { pool, exponent, mantissa }
}

fn ended_change_row(Compared { pool, exponent, mantissa }: Compared) -> EndWaitingChanges {
    EndWaitingChanges { pool, exponent, mantissa }
}

fn kept_row((_, figure): &(WatchedPool, Figure)) -> KeepPoolsPools {
    let Figure { pool, close, block_number, as_of, .. } = figure.clone();
    KeepPoolsPools { pool, close, block_number, as_of }
}
