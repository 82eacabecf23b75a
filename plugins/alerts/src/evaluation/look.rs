//! One look at a source: the mark at which it begins, and that nobody overtook it.

use quarry_sdk::prelude::*;

statement!(app_store, SelectMark, "src/evaluation/mark.sql");
statement!(app_store, BeginLook, "src/evaluation/begin_look.sql");
statement!(app_store, InsertMark, "src/evaluation/insert_mark.sql");
statement!(app_store, HoldLook, "src/evaluation/hold_look.sql");
statement!(app_store, MoveMark, "src/evaluation/move_mark.sql");

/// Seconds after which a source in which nothing is new is noted as looked at once more.
const NOTED_AFTER_SECONDS: i64 = 60;

/// The things that are looked at.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Prices,
    Liquidations,
    ChainEvents,
}

/// A mark as it is kept.
#[derive(Row)]
pub struct Mark {
    /// Up to which version of the warehouse's rows it was looked.
    pub version: i64,
    pub looked_at: Time,
}

/// A look that has begun.
#[derive(Row)]
pub struct Look {
    #[row(skip)]
    place: Option<(Source, i64)>,
    pub version: i64,
    /// When it was looked before.
    pub looked_at: Time,
    turn: i64,
}

/// The mark of a source; none where it was never looked at.
pub fn mark_of(source: Source, chain_id: i64) -> Result<Option<Mark>, JobFailure> {
    Ok(SelectMark { source: source.word().to_owned(), chain_id }.one()?)
}

/// Begins to look at a source from now on: what is there already is not new.
pub fn start_at(
    transaction: &Transaction,
    source: Source,
    chain_id: i64,
    version: i64,
    now: Time,
) -> Result<(), JobFailure> {
    transaction.execute(InsertMark { source: source.word().to_owned(), chain_id, version, now })?;
    Ok(())
}

impl Mark {
    /// Tells whether there is nothing to do: nothing is new, and it was noted lately.
    pub fn rests(&self, newest: i64, now: Time) -> bool {
        self.version >= newest && self.looked_at > now.minus_seconds(NOTED_AFTER_SECONDS)
    }
}

impl Look {
    /// Begins a look, which overtakes any other one at the same source.
    pub fn begin(source: Source, chain_id: i64) -> Result<Option<Look>, JobFailure> {
        let transaction = Transaction::begin()?;
        let begun: Option<Look> = transaction.one(BeginLook { source: source.word().to_owned(), chain_id })?;
        transaction.commit()?;
        Ok(begun.map(|look| Look { place: Some((source, chain_id)), ..look }))
    }

    /// Holds the mark for the transaction. Fails where another look began meanwhile: it does what is left.
    pub fn hold(&self, transaction: &Transaction) -> Result<(), JobFailure> {
        let (source, chain_id) = self.place()?;
        match transaction.execute(HoldLook { source, chain_id, turn: self.turn })? {
            0 => Err(overtaken()),
            _ => Ok(()),
        }
    }

    /// Ends it, with the transaction: everything up to that version was looked at.
    pub fn end(&self, transaction: &Transaction, version: i64, now: Time) -> Result<(), JobFailure> {
        let (source, chain_id) = self.place()?;
        match transaction.execute(MoveMark { source, chain_id, turn: self.turn, version, now })? {
            0 => Err(overtaken()),
            _ => Ok(()),
        }
    }

    fn place(&self) -> Result<(String, i64), JobFailure> {
        let place = self.place.map(|(source, chain_id)| (source.word().to_owned(), chain_id));
        place.ok_or_else(|| JobFailure::GiveUp("a look without a source".to_owned()))
    }
}

fn overtaken() -> JobFailure {
    JobFailure::Retry("Another host began to look at the same source.".to_owned())
}
