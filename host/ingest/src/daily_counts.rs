//! Recounts every touched (chain, day) from deduplicated rows: how many logs each address and each topic has that day, and
//! how many rows the chain has. `sql/count_lens_days.sql` and `sql/count_chain_days.sql` say how.
//!
//! Always true after a run: `touched_chain_days` is empty and every count agrees with the rows. Until then counts lag
//! behind rows that are already there, as bars do. A crash leaves its days listed, and the next run counts them.
//!
//! Counts that fell to nothing are found by the tombstones of logs. So logs that take the places of tombstones come after these were
//! counted ([`count_what_went`]): the warehouse merges a few small parts within milliseconds, and drops a tombstone below a newer row.
//!
//! A day's blocks are read in one stretch: from the first block that was ever touched in it to the last. Days that follow
//! each other are one stretch, and a statement reads up to [`STRETCHES`] of them: a file of a few blocks a day over years
//! costs a few statements, not two for each of its days.

use super::error::IngestError;
use super::session::Session;
use quarry_stores::result_set::Value;

const COUNT_LENS_DAYS: &str = include_str!("sql/count_lens_days.sql");
const COUNT_CHAIN_DAYS: &str = include_str!("sql/count_chain_days.sql");
const OPERATION: &str = "counting days";
/// Days of one stretch at most. Bounds the memory of a statement, and what is on disk when that does not do.
const STRETCH_DAYS: u64 = 32;
/// Stretches that one statement reads at most; each is a range of the table's order.
const STRETCHES: usize = 200;
/// Days that one statement counts at most, where they are not all of one stretch.
const BATCH_DAYS: u64 = 400;
/// The day under which rows count whose time is not known yet is counted whenever its chain is: the rows may have got
/// their time since.
const TOUCHED: &str = "SELECT chain_id, toUInt64(toUInt16(day)) AS day_number, min(first_block), max(last_block) FROM (\
    SELECT chain_id, day, first_block, last_block FROM touched_chain_days UNION ALL \
    SELECT chain_id, day, first_block, last_block FROM chain_days FINAL \
    WHERE (chain_id, day) IN (SELECT chain_id, day FROM touched_chain_days) \
    OR day = toDate(0) AND chain_id IN (SELECT chain_id FROM touched_chain_days)) \
    GROUP BY chain_id, day_number ORDER BY chain_id, day_number";

/// Days of one chain that follow each other, and their blocks. Days are numbered from 1970-01-01.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    chain_id: u64,
    first_day: u64,
    last_day: u64,
    first_block: u64,
    last_block: u64,
}

/// Counts what is touched.
pub(super) async fn recount(session: &Session, version: u64) -> Result<(), IngestError> {
    match count(session, &[COUNT_LENS_DAYS, COUNT_CHAIN_DAYS], version).await? {
        true => session.execute(OPERATION, "TRUNCATE TABLE touched_chain_days", &[]).await,
        false => Ok(()),
    }
}

/// Counts the logs that tombstones took from addresses and topics, before other logs take the places of these: merges leave nothing of a
/// tombstone whose place is taken, and it alone tells that a count fell to nothing. What is touched stays listed.
pub(super) async fn count_what_went(session: &Session, version: u64) -> Result<(), IngestError> {
    count(session, &[COUNT_LENS_DAYS], version).await.map(drop)
}

/// Counts what is touched by these statements. Tells whether there was anything.
async fn count(session: &Session, statements: &[&str], version: u64) -> Result<bool, IngestError> {
    let rows = session.rows(OPERATION, TOUCHED, &[]).await?;
    if rows.count() == 0 {
        return Ok(false);
    }
    let mut batch = Batch::default();
    for row in 0..rows.count() {
        let (chain_id, day) = (rows.number(row, 0)?, rows.number(row, 1)?);
        let (first_block, last_block) = (rows.number(row, 2)?, rows.number(row, 3)?);
        let day = Stretch { chain_id, first_day: day, last_day: day, first_block, last_block };
        if !batch.takes(&day) {
            batch.count(session, statements, version).await?;
            batch = Batch::default();
        }
        batch.add(day);
    }
    batch.count(session, statements, version).await?;
    Ok(true)
}

/// Stretches of one chain that are counted together.
#[derive(Default)]
struct Batch {
    stretches: Vec<Stretch>,
    days: u64,
}

impl Batch {
    fn takes(&self, day: &Stretch) -> bool {
        let Some(last) = self.stretches.last() else { return true };
        let is_dense = self.stretches.len() == 1;
        last.chain_id == day.chain_id
            && (last.goes_on_with(day)
                || self.stretches.len() < STRETCHES
                    && self.days < BATCH_DAYS
                    && !(is_dense && self.days >= STRETCH_DAYS))
    }

    fn add(&mut self, day: Stretch) {
        self.days += 1;
        match self.stretches.last_mut() {
            Some(last) if last.goes_on_with(&day) => *last = last.joined_with(&day),
            _ => self.stretches.push(day),
        }
    }

    async fn count(&self, session: &Session, statements: &[&str], version: u64) -> Result<(), IngestError> {
        let Some(first) = self.stretches.first() else { return Ok(()) };
        // Numbers of the warehouse's own, written as they are: a list of ranges can be no parameter.
        let each = |write: &dyn Fn(&Stretch) -> String, joint: &str| {
            self.stretches.iter().map(write).collect::<Vec<_>>().join(joint)
        };
        let blocks =
            each(&|stretch| format!("block_number BETWEEN {} AND {}", stretch.first_block, stretch.last_block), " OR ");
        let days = each(
            &|stretch| format!("day BETWEEN toDate({}) AND toDate({})", stretch.first_day, stretch.last_day),
            " OR ",
        );
        let has_untimed = if first.first_day == 0 { "1" } else { "0" };
        let parameters = [("chain_id", Value::UInt64(first.chain_id)), ("version", Value::UInt64(version))];
        for statement in statements {
            let sql =
                statement.replace("{blocks}", &blocks).replace("{days}", &days).replace("{has_untimed}", has_untimed);
            session.execute(OPERATION, &sql, &parameters).await?;
        }
        Ok(())
    }
}

impl Stretch {
    fn goes_on_with(&self, day: &Stretch) -> bool {
        self.chain_id == day.chain_id
            && self.last_day + 1 == day.first_day
            && day.first_day - self.first_day < STRETCH_DAYS
    }

    fn joined_with(self, day: &Stretch) -> Stretch {
        Stretch {
            last_day: day.last_day,
            first_block: self.first_block.min(day.first_block),
            last_block: self.last_block.max(day.last_block),
            ..self
        }
    }
}
