//! The number of logs of a lens, from the daily counts and the days at the filters' edges; and the chain that it is on.

use crate::lens::Lens;
use crate::place;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectLensTotals, "sql/lens_totals.sql");
statement!(warehouse, SelectLensEdges, "sql/lens_edges.sql");
statement!(warehouse, SelectChain, "sql/chain.sql");

/// The daily counts of a lens on its chain.
pub struct Totals {
    pub chain: String,
    pub chain_id: u64,
    /// Blocks of the days that the filters touch; the first is above the last when the filters touch no block.
    pub first_block: u64,
    pub last_block: u64,
    /// Logs of days that lie within the filters.
    counted: u64,
    /// Blocks of the days at the filters' edges: the earliest, the latest, and those of unknown time.
    edges: Option<[(u64, u64); 3]>,
    examined: u64,
}

/// The lens's chain and counts. Without a chain the subject must be known on one chain only; `None` when it is known on
/// none.
pub fn totals(lens: &Lens) -> Result<Option<Totals>, Problem> {
    let rows = SelectLensTotals {
        lens: lens.kind.word(),
        subject: lens.subject.clone(),
        chain_id: lens.chain.map(|chain| chain.0),
        block_from: lens.block_from,
        block_to: lens.block_to,
        date_from: lens.date_from,
        date_to: lens.date_to,
        topic0: lens.topic0.clone(),
    }
    .query()?;
    let Some(place) = place::only_chain(&rows, &lens.name)? else {
        return lens.chain.map(uncounted).transpose();
    };
    let number = |column| rows.integer(place.row, column).and_then(|number| u64::try_from(number).ok()).unwrap_or(0);
    let edges = [
        (number("earliest_first"), number("earliest_last")),
        (number("latest_first"), number("latest_last")),
        (number("untimed_first"), number("untimed_last")),
    ];
    let (first_block, last_block) = (number("first_block"), number("last_block"));
    let is_touched = number("counted") + number("edges") > 0;
    Ok(Some(Totals {
        chain: place.chain,
        chain_id: place.chain_id,
        first_block: if is_touched { first_block } else { u64::MAX },
        last_block,
        counted: number("counted"),
        edges: (number("edges") > 0).then_some(edges),
        examined: rows.rows_read(),
    }))
}

/// A chain on which nothing of the lens was counted.
fn uncounted(chain: Chain) -> Result<Totals, Problem> {
    let rows = SelectChain { chain_id: chain.0 }.query()?;
    Ok(Totals {
        chain: rows.text(0, "slug").unwrap_or_else(|| chain.0.to_string()),
        chain_id: chain.0,
        first_block: u64::MAX,
        last_block: 0,
        counted: 0,
        edges: None,
        examined: rows.rows_read(),
    })
}

/// The number of logs that match. Gives with it the rows that were examined for the page's sake so far: those of the daily
/// counts. The days at the edges are counted apart, by their keys alone, whatever they hold.
pub fn count(lens: &Lens, totals: &Totals) -> Result<(u64, u64), Problem> {
    let Some([earliest, latest, untimed]) = totals.edges else {
        return Ok((totals.counted, totals.examined));
    };
    let edges = SelectLensEdges {
        lens: lens.kind.word(),
        chain_id: totals.chain_id,
        subject: lens.subject.clone(),
        earliest_first: earliest.0,
        earliest_last: earliest.1,
        latest_first: latest.0,
        latest_last: latest.1,
        untimed_first: untimed.0,
        untimed_last: untimed.1,
        block_from: lens.block_from,
        block_to: lens.block_to,
        date_from: lens.date_from,
        date_to: lens.date_to,
        topic0: lens.topic0.clone(),
    }
    .query()?;
    let counted = edges.integer(0, "counted").and_then(|number| u64::try_from(number).ok()).unwrap_or(0);
    Ok((totals.counted + counted, totals.examined))
}
