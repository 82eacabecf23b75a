//! The search behind a page of a lens.
//!
//! It looks at windows of row versions, each further from where the page begins and larger than the one before, until
//! they are likely to hold a page, the lens ends, or the allowance of examined rows is used up; then it reads the places of
//! the page from the blocks that the windows covered, and the logs at these places. Small pages of busy subjects so cost
//! little, and rare rows among many cost no more than the allowance.

use crate::lens::{Lens, MAX_EXAMINED_ROWS};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectOlderWindow, "sql/older_window.sql");
statement!(warehouse, SelectNewerWindow, "sql/newer_window.sql");
statement!(warehouse, SelectLensPlaces, "sql/lens_places.sql");
statement!(warehouse, SelectLensLogs, "sql/lens_logs.sql");

/// Row versions of the first window for each row of the page: replays and tombstones are versions too.
const FIRST_WINDOW_FACTOR: u64 = 4;
/// The factor by which each window is larger than the one before it.
const GROWTH: u64 = 4;
/// Row versions of the largest window.
const LARGEST_WINDOW: u64 = 16_384;
/// Rows that reading a page costs beside those that the windows covered, at least: its statement begins in every part anew.
const PAGE_BEGINNINGS: u64 = 32_768;
/// Rows that reading a log at its place costs: a granule of `logs`.
const ROWS_OF_A_PLACE: u64 = 256;

/// A place in a lens's order: a block and an index in it.
type Position = (u64, u64);

/// The direction in which a page lies.
#[derive(Clone, Copy)]
pub enum Direction {
    /// The newest rows.
    Newest,
    /// Rows that are older than a place.
    Before(Position),
    /// Rows that are newer than a place, the nearest ones.
    After(Position),
}

impl Direction {
    /// The direction that the request asks for. A cursor is authentic when it gets here, so another form is of an earlier
    /// release.
    pub fn of(request: &Request) -> Result<Direction, Problem> {
        let place = |parameter: &str, values: &[Value]| match values {
            [Value::Uint64(block), Value::Uint64(index)] => Ok((*block, *index)),
            _ => {
                let sentence = "The cursor is of an earlier release: start again without it.";
                Err(Problem::new(422, "invalid_cursor", sentence).with("parameter", parameter))
            }
        };
        Ok(match request.position() {
            None => Direction::Newest,
            Some(PagePosition::Before(values)) => Direction::Before(place("before", values)?),
            Some(PagePosition::After(values)) => Direction::After(place("after", values)?),
        })
    }

    fn is_newer(self) -> bool {
        matches!(self, Direction::After(_))
    }
}

/// The blocks to search, both ends included.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub first: u64,
    pub last: u64,
}

/// A page, and how far it was looked for.
pub struct Searched {
    pub logs: ResultSet,
    pub searched_to_block: Option<u64>,
    direction: Direction,
    /// The furthest block that was searched to its end.
    edge: u64,
    /// True when rows may lie further on.
    goes_on: bool,
    is_full: bool,
    /// The furthest place whose log was read. Its log may be gone since.
    furthest_place: Option<Position>,
}

/// The places of a page, the nearest to where the search began first, and how many rows match in the blocks that were
/// searched.
struct Places {
    block_numbers: Vec<u64>,
    log_indexes: Vec<u64>,
    matched: u64,
}

impl Places {
    fn furthest(&self) -> Option<Position> {
        self.block_numbers.last().copied().zip(self.log_indexes.last().copied())
    }
}

/// One window: how far it reached.
struct Window {
    edge: u64,
    versions: u64,
    passing: u64,
    examined: u64,
}

/// A search on its way.
struct Search<'a> {
    lens: &'a Lens,
    chain_id: u64,
    direction: Direction,
    /// Rows of the page.
    limit: u64,
    examined: u64,
}

impl Searched {
    /// Looks for `limit` rows. `examined` rows of the allowance are spent already.
    pub fn look(
        lens: &Lens,
        chain_id: u64,
        bounds: Bounds,
        direction: Direction,
        limit: u64,
        examined: u64,
    ) -> Result<Searched, Problem> {
        let search = Search { lens, chain_id, direction, limit, examined };
        let begin = match direction {
            Direction::Newest => bounds,
            Direction::Before((block, _)) => Bounds { last: bounds.last.min(block), ..bounds },
            Direction::After((block, _)) => Bounds { first: bounds.first.max(block), ..bounds },
        };
        search.run(begin)
    }

    /// The places from which the walk goes on.
    pub fn ends(&self) -> PageEnds {
        let place = |(block, index): Position| vec![Value::Uint64(block), Value::Uint64(index)];
        let row = |row: usize| Some((number(&self.logs, row, "block_number")?, number(&self.logs, row, "log_index")?));
        let (first, last) = (row(0), self.logs.row_count().checked_sub(1).and_then(row));
        let (older, newer) = match self.direction {
            Direction::Newest => (self.further(last), None),
            Direction::Before(from) => (self.further(last), first.or(Some(just_before(from)))),
            Direction::After((block, index)) => (last.or(Some((block, index.saturating_add(1)))), self.further(first)),
        };
        PageEnds { older: older.map(place), newer: newer.map(place) }
    }

    /// The place on the side that the search went to: behind the furthest row of a full page, else behind what was
    /// searched. None when nothing lies further.
    fn further(&self, furthest: Option<Position>) -> Option<Position> {
        match (self.goes_on, self.is_full, self.direction.is_newer()) {
            (false, _, _) => None,
            (true, true, _) => furthest.or(self.furthest_place),
            (true, false, false) => Some((self.edge, 0)),
            (true, false, true) => Some((self.edge, u64::MAX)),
        }
    }
}

/// A number of a statement's answer that cannot be negative.
fn number(rows: &ResultSet, row: usize, column: &str) -> Option<u64> {
    rows.integer(row, column).and_then(|number| u64::try_from(number).ok())
}

/// True when a page has as many of the rows that `matched` as were asked for, or as many as an answer has room for.
fn is_full(logs: &ResultSet, matched: u64, limit: u64) -> bool {
    matched >= limit || (logs.row_count() as u64) < matched
}

/// The greatest place below: what is newer than it begins with `position` itself.
fn just_before((block, index): Position) -> Position {
    match index.checked_sub(1) {
        Some(index) => (block, index),
        None => (block.saturating_sub(1), u64::MAX),
    }
}

impl Search<'_> {
    fn run(mut self, bounds: Bounds) -> Result<Searched, Problem> {
        let limit = self.limit;
        let mut remaining = bounds;
        let mut covered = 0;
        let mut size = (limit + 1) * FIRST_WINDOW_FACTOR;
        let (mut wanted, mut passing) = (limit + 1, 0);
        let mut edge = if self.direction.is_newer() { bounds.first } else { bounds.last };
        loop {
            let window = match remaining.first <= remaining.last {
                true => self.window(remaining, size)?,
                false => Window { edge, versions: 0, passing: 0, examined: 0 },
            };
            self.examined += window.examined;
            covered += window.versions;
            passing += window.passing;
            let is_last = window.versions < size;
            edge = match (is_last, self.direction.is_newer()) {
                (false, _) => window.edge,
                (true, true) => bounds.last,
                (true, false) => bounds.first,
            };
            let first_size = (limit + 1) * FIRST_WINDOW_FACTOR;
            size = (size * GROWTH).min(LARGEST_WINDOW).min(self.affordable(&window, covered, passing));
            let is_spent = size < first_size;
            if is_last || passing >= wanted || is_spent {
                let places = self.places(bounds, edge)?;
                size = size.min(self.affordable(&window, covered, passing));
                if is_last || places.matched >= limit || size < first_size {
                    return self.found(&places, edge, is_last);
                }
                // More versions passed than rows: look for as many again.
                wanted = passing + limit + 1;
            }
            match self.direction.is_newer() {
                true => remaining.first = edge.saturating_add(1),
                false => match edge.checked_sub(1) {
                    Some(below) => remaining.last = below,
                    None => remaining = Bounds { first: 1, last: 0 },
                },
            }
        }
    }

    /// Versions that a further window may have, so that it and the page over all of them stay within the allowance: it
    /// may read as much for each version as the last one did, and the page reads what was covered, at its beginnings twice
    /// what the last window did, and the logs at the places that passed so far. Should more of them pass than there is room
    /// for, then the page is shorter.
    fn affordable(&self, last: &Window, covered: u64, passing: u64) -> u64 {
        let dearness = last.examined.checked_div(last.versions).unwrap_or(1).max(1) + 1;
        let beginnings = 2 * last.examined.saturating_sub(last.versions);
        let page = covered * 2 + PAGE_BEGINNINGS.max(beginnings) + passing.min(self.limit) * ROWS_OF_A_PLACE;
        MAX_EXAMINED_ROWS.saturating_sub(self.examined + page) / (dearness + 2)
    }

    fn found(self, places: &Places, edge: u64, is_last: bool) -> Result<Searched, Problem> {
        let logs = self.logs(places)?;
        let is_full = is_full(&logs, places.matched, self.limit);
        let furthest = if self.direction.is_newer() { Some(0) } else { logs.row_count().checked_sub(1) };
        let block = |row| number(&logs, row, "block_number");
        let searched_to_block = match is_full {
            true => furthest.and_then(block).or(places.furthest().map(|(block, _)| block)),
            // A lens that ends has no rows beyond; the end of numbers says nothing.
            false => Some(edge).filter(|edge| *edge != u64::MAX),
        };
        let goes_on = !is_last || places.matched > logs.row_count() as u64;
        let furthest_place = places.furthest();
        Ok(Searched { logs, searched_to_block, direction: self.direction, edge, goes_on, is_full, furthest_place })
    }

    fn window(&self, bounds: Bounds, versions: u64) -> Result<Window, Problem> {
        let (lens, chain_id, subject) = (self.lens.kind.word(), self.chain_id, self.lens.subject.clone());
        let (first_block, last_block, topic0) = (bounds.first, bounds.last, self.lens.topic0.clone());
        let rows = match self.direction.is_newer() {
            true => SelectNewerWindow { lens, chain_id, subject, first_block, last_block, versions, topic0 }.query()?,
            false => {
                SelectOlderWindow { lens, chain_id, subject, first_block, last_block, versions, topic0 }.query()?
            }
        };
        let number = |column| number(&rows, 0, column).unwrap_or(0);
        Ok(Window {
            edge: number("edge"),
            versions: number("versions"),
            passing: number("passing"),
            examined: rows.rows_read(),
        })
    }

    /// The places nearest to where the search began, of all blocks up to its edge: as many as the allowance has room for to
    /// read their logs.
    fn places(&mut self, bounds: Bounds, edge: u64) -> Result<Places, Problem> {
        let (before, after) = match self.direction {
            Direction::Newest => (None, None),
            Direction::Before(position) => (Some(position), None),
            Direction::After(position) => (None, Some(position)),
        };
        let (first_block, last_block) = match self.direction.is_newer() {
            true => (bounds.first, edge),
            false => (edge, bounds.last),
        };
        let statement = SelectLensPlaces {
            lens: self.lens.kind.word(),
            chain_id: self.chain_id,
            subject: self.lens.subject.clone(),
            first_block,
            last_block,
            older_than_block: before.map(|(block, _)| block),
            older_than_log: before.map(|(_, index)| index),
            newer_than_block: after.map(|(block, _)| block),
            newer_than_log: after.map(|(_, index)| index),
            date_from: self.lens.date_from,
            date_to: self.lens.date_to,
            topic0: self.lens.topic0.clone(),
            is_newer: self.direction.is_newer(),
            rows: self.limit,
        };
        let places = statement.query()?;
        self.examined += places.rows_read();
        let room = (MAX_EXAMINED_ROWS.saturating_sub(self.examined) / ROWS_OF_A_PLACE).max(1);
        let rows = places.row_count().min(room as usize);
        let column = |name: &str| (0..rows).filter_map(|row| number(&places, row, name)).collect();
        Ok(Places {
            block_numbers: column("block_number"),
            log_indexes: column("log_index"),
            matched: number(&places, 0, "matched").unwrap_or(0),
        })
    }

    fn logs(&self, places: &Places) -> Result<ResultSet, Problem> {
        let logs = SelectLensLogs {
            chain_id: self.chain_id,
            subject: self.lens.subject.clone(),
            block_numbers: places.block_numbers.clone(),
            log_indexes: places.log_indexes.clone(),
            is_newer: self.direction.is_newer(),
        };
        Ok(logs.query()?)
    }
}
