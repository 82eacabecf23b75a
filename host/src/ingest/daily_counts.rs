//! Recounts every touched (chain, day) from deduplicated rows: how many logs each address and each topic has that day, and
//! how many rows the chain has. `sql/count_lens_days.sql` and `sql/count_chain_days.sql` say how.
//!
//! Always true after a run: `touched_chain_days` is empty and every count agrees with the rows. Until then counts lag
//! behind rows that are already there, as bars do. A crash leaves its days listed, and the next run counts them.
//!
//! A day's blocks are read in one stretch: from the first block that was ever touched in it to the last. Days that follow
//! each other are counted together, so that a long file is not read once a day.

use super::error::IngestError;
use super::session::{Parameter, Session};
use crate::stores::result_set::Value;

const COUNT_LENS_DAYS: &str = include_str!("sql/count_lens_days.sql");
const COUNT_CHAIN_DAYS: &str = include_str!("sql/count_chain_days.sql");
const OPERATION: &str = "counting days";
/// Days that one statement counts at most. Bounds its memory, and what is on disk when that does not do.
const STRETCH_DAYS: u64 = 32;
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
    let rows = session.rows(OPERATION, TOUCHED, &[]).await?;
    let mut stretch: Option<Stretch> = None;
    for row in 0..rows.count() {
        let (chain_id, day) = (rows.number(row, 0)?, rows.number(row, 1)?);
        let (first_block, last_block) = (rows.number(row, 2)?, rows.number(row, 3)?);
        let day = Stretch { chain_id, first_day: day, last_day: day, first_block, last_block };
        stretch = Some(match stretch {
            Some(stretch) if stretch.goes_on_with(&day) => stretch.joined_with(&day),
            Some(stretch) => {
                count(session, &stretch, version).await?;
                day
            }
            None => day,
        });
    }
    if let Some(stretch) = stretch {
        count(session, &stretch, version).await?;
        session.execute(OPERATION, "TRUNCATE TABLE touched_chain_days", &[]).await?;
    }
    Ok(())
}

async fn count(session: &Session, stretch: &Stretch, version: u64) -> Result<(), IngestError> {
    let parameters = stretch.parameters(version);
    session.execute(OPERATION, COUNT_LENS_DAYS, &parameters).await?;
    session.execute(OPERATION, COUNT_CHAIN_DAYS, &parameters).await
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

    fn parameters(&self, version: u64) -> [Parameter<'static>; 6] {
        [
            ("chain_id", Value::UInt64(self.chain_id)),
            ("first_day", Value::UInt64(self.first_day)),
            ("last_day", Value::UInt64(self.last_day)),
            ("first_block", Value::UInt64(self.first_block)),
            ("last_block", Value::UInt64(self.last_block)),
            ("version", Value::UInt64(version)),
        ]
    }
}
