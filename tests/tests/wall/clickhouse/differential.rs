//! Whatever is accepted answers the same where the tables that were not given do not even exist.
//!
//! Two databases have the same given tables; one has others too, each with a canary. `QUARRY_WALL_STATEMENTS` sets how many
//! texts are tried (2,000 otherwise), `QUARRY_WALL_SEED` the first seed.

// The figures are printed with `--nocapture`.
#![allow(clippy::print_stderr)]

use super::{CANARY, bounds, grammar, is_accepted, open, report, with_secrets};
use futures_util::{StreamExt, stream};
use quarry::stores::warehouse::{BlockSize, ReportError, Warehouse, WarehouseError};
use std::time::Instant;

/// Texts that were once taken and should not have been.
const REGRESSIONS: &[u64] = &[];
/// The database with other tables, and the one without.
const FULL: &str = "differential";
const BARE: &str = "differential_bare";
/// Texts in work at once.
const AT_ONCE: usize = 6;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The answer, or the code of its error.
async fn answer(warehouse: &Warehouse, sql: &str) -> Result<Vec<u8>, String> {
    let told = |error: WarehouseError| match error {
        WarehouseError::Rejected { code, message } => {
            assert!(!message.contains(CANARY), "{sql}\n{message}");
            format!("code {code}")
        }
        other => format!("{:?}", std::mem::discriminant(&other)),
    };
    let mut rows = warehouse
        .formatted(sql, &[], &bounds(), "JSONCompactEachRowWithNamesAndTypes", BlockSize::Ordinary)
        .map_err(told)?;
    let mut answer = Vec::new();
    while let Some(piece) = rows.next().await.map_err(told)? {
        answer.extend_from_slice(&piece);
    }
    // A column can be called by its database.
    let answer = String::from_utf8_lossy(&answer).replace(BARE, FULL).into_bytes();
    // The order of rows is nobody's promise.
    let mut lines: Vec<&[u8]> = answer.split(|byte| *byte == b'\n').collect();
    lines.sort_unstable();
    Ok(lines.join(&b'\n'))
}

/// The fault of a text that was taken; none where both databases answer the same.
async fn difference(full: &Warehouse, bare: &Warehouse, sql: &str) -> Option<String> {
    let (of_full, of_bare) = (answer(full, sql).await, answer(bare, sql).await);
    if let Ok(rows) = &of_full
        && String::from_utf8_lossy(rows).contains(CANARY)
    {
        return Some("the canary is in the answer".to_owned());
    }
    (of_full != of_bare).then(|| {
        let shown = |answer: &Result<Vec<u8>, String>| match answer {
            Ok(rows) => String::from_utf8_lossy(rows).into_owned(),
            Err(code) => code.clone(),
        };
        format!("{} where the others are, {} where they are not", shown(&of_full), shown(&of_bare))
    })
}

#[tokio::test]
async fn what_is_taken_answers_the_same_where_other_tables_do_not_exist() {
    let (full, bare) = (with_secrets(FULL).await, open(BARE).await);
    // The oracle can fail: these read what was not given.
    for sql in [
        "SELECT s FROM tokens",
        "SELECT count() FROM given WHERE id IN tokens",
        "SELECT 1 WHERE 0 AND (SELECT id FROM tokens) = 1",
    ] {
        assert!(difference(&full, &bare, sql).await.is_some(), "{sql}");
    }
    let (count, first) = (number("QUARRY_WALL_STATEMENTS", 2_000), number("QUARRY_WALL_SEED", 1));
    let started = Instant::now();
    let seeds = REGRESSIONS.iter().copied().chain(first..first + count);
    let outcomes: Vec<(u64, Option<bool>)> = stream::iter(seeds)
        .map(|seed| {
            let (full, bare) = (&full, &bare);
            async move {
                let sql = grammar::text(seed);
                match report(full, &sql).await {
                    Ok(report) if is_accepted(&report) => {
                        let wrong = difference(full, bare, &sql).await;
                        assert!(wrong.is_none(), "seed {seed}: {}\n{sql}\n{report:?}", wrong.unwrap_or_default());
                        (seed, Some(true))
                    }
                    Ok(report) => {
                        assert!(!format!("{report:?}").contains(CANARY), "seed {seed}: {sql}\n{report:?}");
                        (seed, Some(false))
                    }
                    Err(ReportError::Refused { reason, .. }) => {
                        assert!(!reason.contains(CANARY), "seed {seed}: {sql}\n{reason}");
                        (seed, None)
                    }
                    Err(error) => panic!("seed {seed}: {error}\n{sql}"),
                }
            }
        })
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let of = |wanted: Option<bool>| outcomes.iter().filter(|(_, outcome)| *outcome == wanted).count() as u64;
    let (taken, named, unreadable) = (of(Some(true)), of(Some(false)), of(None));
    eprintln!(
        "{taken} taken, {named} name what is not given, {unreadable} are none to ClickHouse, in {:?}",
        started.elapsed()
    );
    assert!(taken * 5 > count && named * 10 > count, "{taken} taken, {named} refused of {count}");
}
