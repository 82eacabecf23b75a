//! What a job follows: the marks that the host keeps of it, and the turns of its runs.

use crate::bindings::quarry::plugin::jobs;
use crate::statement::StatementFailure;
use crate::{Time, Transaction};
use std::cell::Cell;

/// The part of a job that follows its source as a whole.
const WHOLE: &str = "";

/// The source that a job follows, as `#[job(follows = warehouse)]` hands it to the function. The host keeps how far the job is.
///
/// ```no_run
/// use quarry_sdk::prelude::*;
///
/// # struct SelectNew { seen: i64, newest: i64 }
/// # impl SelectNew { fn all(self) -> Result<Vec<i64>, Problem> { Ok(Vec::new()) } }
/// # fn keep(transaction: &Transaction, new: &[i64]) -> Result<(), JobFailure> { Ok(()) }
/// /// Keeps what was loaded.
/// #[job(every = "1 min", follows = warehouse)]
/// fn keep_what_is_new(followed: &Followed) -> Result<(), JobFailure> {
///     let Some(turn) = followed.news()? else { return Ok(()) };
///     let new = SelectNew { seen: turn.version, newest: followed.newest()? }.all()?;
///     let transaction = turn.begin()?;
///     keep(&transaction, &new)?;
///     turn.end(transaction, followed.newest()?)?;
///     Ok(())
/// }
/// ```
#[derive(Debug, Default)]
pub struct Followed {
    newest: Cell<Option<i64>>,
}

/// How far a job has followed a part of its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Everything up to this version was seen to.
    pub version: i64,
    /// When the part was looked at last.
    pub looked_at: Time,
}

/// A turn at a part: until it ends, the mark is where it was when the turn began, and another run that begins a turn at the part takes
/// it away from this one.
#[derive(Debug)]
pub struct Turn {
    part: String,
    /// Everything up to this version was seen to before.
    pub version: i64,
    /// When the part was looked at before.
    pub looked_at: Time,
    began_at: Time,
}

impl Followed {
    #[doc(hidden)]
    pub fn new() -> Followed {
        Followed::default()
    }

    /// The newest version of the source, the same throughout the run. Finished loads have given it; no older one is still to come.
    pub fn newest(&self) -> Result<i64, StatementFailure> {
        if let Some(newest) = self.newest.get() {
            return Ok(newest);
        }
        let newest = jobs::newest_version()?;
        self.newest.set(Some(newest));
        Ok(newest)
    }

    /// Begins a turn at the whole source, if something is new. To a job that has never run everything is.
    pub fn news(&self) -> Result<Option<Turn>, StatementFailure> {
        let newest = self.newest()?;
        match self.mark(WHOLE)? {
            Some(mark) if mark.version >= newest => return Ok(None),
            Some(_) => {}
            None => {
                let transaction = Transaction::begin()?;
                self.start(&transaction, WHOLE, Mark { version: 0, looked_at: Time::now() })?;
                transaction.commit()?;
            }
        }
        self.turn(WHOLE)
    }

    /// Every mark of the job, by its part.
    pub fn marks(&self) -> Result<Vec<(String, Mark)>, StatementFailure> {
        let marks = jobs::marks()?;
        Ok(marks.into_iter().map(|jobs::Mark { part, version, looked_at }| (part, mark(version, looked_at))).collect())
    }

    /// The mark of a part; none where it has none.
    pub fn mark(&self, part: &str) -> Result<Option<Mark>, StatementFailure> {
        Ok(self.marks()?.into_iter().find(|(named, _)| named == part).map(|(_, mark)| mark))
    }

    /// Begins a turn at a part; none where it has no mark.
    pub fn turn(&self, part: &str) -> Result<Option<Turn>, StatementFailure> {
        let began_at = Time::now();
        let begun = jobs::begin_turn(part)?;
        Ok(begun.map(|jobs::Mark { part, version, looked_at }| {
            let Mark { version, looked_at } = mark(version, looked_at);
            Turn { part, version, looked_at, began_at }
        }))
    }

    /// Gives a part its first mark, with the transaction. One that it has stays.
    ///
    /// ```no_run
    /// use quarry_sdk::prelude::*;
    /// use quarry_sdk::Mark;
    ///
    /// /// Follows a chain from what is newest now.
    /// fn begin_with_what_comes_next(followed: &Followed, chain: &str) -> Result<(), JobFailure> {
    ///     let mark = Mark { version: followed.newest()?, looked_at: Time::now() };
    ///     let transaction = Transaction::begin()?;
    ///     followed.start(&transaction, chain, mark)?;
    ///     transaction.commit()?;
    ///     Ok(())
    /// }
    /// ```
    pub fn start(&self, transaction: &Transaction, part: &str, mark: Mark) -> Result<(), StatementFailure> {
        jobs::start_mark(transaction.inner(), &to_contract(part, mark))
    }

    /// Takes the mark of a part away, with the transaction.
    pub fn remove(&self, transaction: &Transaction, part: &str) -> Result<(), StatementFailure> {
        jobs::remove_mark(transaction.inner(), part)
    }
}

impl Turn {
    /// Begins a transaction that writes nothing once another run has begun a turn at the part.
    pub fn begin(&self) -> Result<Transaction, StatementFailure> {
        let transaction = Transaction::begin()?;
        jobs::hold_turn(transaction.inner(), &self.part)?;
        Ok(transaction)
    }

    /// Moves the mark and commits: everything up to that version was seen to.
    pub fn end(&self, transaction: Transaction, version: i64) -> Result<(), StatementFailure> {
        let mark = Mark { version, looked_at: self.began_at };
        jobs::move_mark(transaction.inner(), &to_contract(&self.part, mark))?;
        transaction.commit()
    }
}

fn mark(version: i64, looked_at: i64) -> Mark {
    Mark { version, looked_at: Time { microseconds: looked_at } }
}

fn to_contract(part: &str, Mark { version, looked_at }: Mark) -> jobs::Mark {
    jobs::Mark { part: part.to_owned(), version, looked_at: looked_at.microseconds }
}
