//! Blocks that could not be had, as the warehouse's table `completeness_gaps` keeps them.

use jiff::Timestamp;

use super::super::error::IngestError;
use super::super::session::Session;
use super::progress::next_version;
use quarry_stores::result_set::Value;

const OPERATION: &str = "keeping the gaps of a chain";
/// The reason of blocks that nobody asked for yet.
pub(super) const NOT_FETCHED: &str = "not_fetched";
/// The reason of blocks of which rows that came before keep some logs out.
pub(super) const LOGS_NOT_STORED: &str = "logs_not_stored";

/// An open gap, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) first_block: u64,
    pub(super) last_block: u64,
    pub(super) reason: String,
    /// Seconds since 1970.
    opened_at: u64,
    version: u64,
}

/// The gaps of one chain.
#[derive(Clone)]
pub(super) struct Gaps {
    session: Session,
    chain_id: u64,
}

impl Gaps {
    pub(super) fn new(session: Session, chain_id: u64) -> Gaps {
        Gaps { session, chain_id }
    }

    /// The open gap at the lowest block from `from` on.
    pub(super) async fn next(&self, from: u64) -> Result<Option<Gap>, IngestError> {
        let sql = "SELECT first_block, last_block, reason, toUInt64(toUnixTimestamp(opened_at)), version \
                   FROM completeness_gaps FINAL WHERE chain_id = {chain_id:UInt64} AND isNull(closed_at) \
                   AND first_block >= {from:UInt64} ORDER BY first_block LIMIT 1";
        let parameters = [("chain_id", Value::UInt64(self.chain_id)), ("from", Value::UInt64(from))];
        let rows = self.session.rows(OPERATION, sql, &parameters).await?;
        if rows.count() == 0 {
            return Ok(None);
        }
        Ok(Some(Gap {
            first_block: rows.number(0, 0)?,
            last_block: rows.number(0, 1)?,
            reason: rows.text(0, 2)?,
            opened_at: rows.number(0, 3)?,
            version: rows.number(0, 4)?,
        }))
    }

    /// The number of open gaps, and the number of blocks in them.
    pub(super) async fn count_open(&self) -> Result<(u64, u64), IngestError> {
        let sql = "SELECT count(), sum(last_block - first_block + 1) FROM completeness_gaps FINAL \
                   WHERE chain_id = {chain_id:UInt64} AND isNull(closed_at)";
        let rows = self.session.rows(OPERATION, sql, &[("chain_id", Value::UInt64(self.chain_id))]).await?;
        Ok((rows.number(0, 0)?, rows.number(0, 1)?))
    }

    /// Lists a new gap.
    pub(super) async fn open(&self, first: u64, last: u64, reason: &str, now: Timestamp) -> Result<(), IngestError> {
        let gap = Gap {
            first_block: first,
            last_block: last,
            reason: reason.to_owned(),
            opened_at: seconds(now),
            version: self.newest_version(first).await?,
        };
        self.write(&gap, State::Open, now).await
    }

    /// `gap` is filled up to `last`.
    pub(super) async fn fill(&self, gap: &Gap, last: u64, now: Timestamp) -> Result<(), IngestError> {
        // The upper part first: a crash in between leaves too much open and never too little.
        if last < gap.last_block {
            let version = self.newest_version(last + 1).await?;
            let rest = Gap { first_block: last + 1, version, ..gap.clone() };
            self.write(&rest, State::Open, now).await?;
        }
        let filled = Gap { last_block: last.min(gap.last_block), ..gap.clone() };
        self.write(&filled, State::Closed, now).await
    }

    /// The blocks of `gap` from `upper` on are a gap of their own.
    pub(super) async fn split(&self, gap: &Gap, upper: u64, now: Timestamp) -> Result<(), IngestError> {
        let above = Gap { first_block: upper, version: self.newest_version(upper).await?, ..gap.clone() };
        self.write(&above, State::Open, now).await?;
        self.write(&Gap { last_block: upper - 1, ..gap.clone() }, State::Open, now).await
    }

    /// All blocks from `from` on are read anew: gaps there are not known any more.
    pub(super) async fn forget_from(&self, from: u64, now: Timestamp) -> Result<(), IngestError> {
        while let Some(gap) = self.next(from).await? {
            self.write(&gap, State::Deleted, now).await?;
        }
        // One that reaches up to it ends below it.
        let sql = "SELECT first_block FROM completeness_gaps FINAL WHERE chain_id = {chain_id:UInt64} \
                   AND isNull(closed_at) AND first_block < {from:UInt64} AND last_block >= {from:UInt64} LIMIT 1";
        let parameters = [("chain_id", Value::UInt64(self.chain_id)), ("from", Value::UInt64(from))];
        let rows = self.session.rows(OPERATION, sql, &parameters).await?;
        if rows.count() > 0
            && let Some(gap) = self.next(rows.number(0, 0)?).await?
        {
            let shorter = Gap { last_block: from - 1, ..gap };
            self.write(&shorter, State::Open, now).await?;
        }
        Ok(())
    }

    async fn newest_version(&self, first: u64) -> Result<u64, IngestError> {
        let sql = "SELECT max(version) FROM completeness_gaps \
                   WHERE chain_id = {chain_id:UInt64} AND first_block = {first_block:UInt64}";
        let parameters = [("chain_id", Value::UInt64(self.chain_id)), ("first_block", Value::UInt64(first))];
        self.session.number(OPERATION, sql, &parameters).await
    }

    async fn write(&self, gap: &Gap, state: State, now: Timestamp) -> Result<(), IngestError> {
        let closed_at = if state == State::Closed { "toDateTime({now:UInt64}, 'UTC')" } else { "NULL" };
        let sql = format!(
            "INSERT INTO completeness_gaps (chain_id, first_block, last_block, reason, opened_at, closed_at, version, \
             is_deleted) SELECT {{chain_id:UInt64}}, {{first_block:UInt64}}, {{last_block:UInt64}}, {{reason:String}}, \
             toDateTime({{opened_at:UInt64}}, 'UTC'), {closed_at}, {{version:UInt64}}, {{is_deleted:UInt8}}"
        );
        let mut parameters = vec![
            ("chain_id", Value::UInt64(self.chain_id)),
            ("first_block", Value::UInt64(gap.first_block)),
            ("last_block", Value::UInt64(gap.last_block)),
            ("reason", Value::Text(gap.reason.clone())),
            ("opened_at", Value::UInt64(gap.opened_at)),
            ("version", Value::UInt64(next_version(gap.version, now))),
            ("is_deleted", Value::UInt64((state == State::Deleted).into())),
        ];
        if state == State::Closed {
            parameters.push(("now", Value::UInt64(seconds(now))));
        }
        self.session.execute(OPERATION, &sql, &parameters).await
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Closed,
    Deleted,
}

fn seconds(time: Timestamp) -> u64 {
    u64::try_from(time.as_second()).unwrap_or_default()
}
