//! The hour that each chain is ranked at. Chains lag behind each other: one hour for all would show nothing of those behind.
//! Ingest keeps the ranking of each chain's newest full hour; that of an earlier one, which a walk goes on through, is worked out
//! from the bars.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectRankingHours, "sql/ranking_hours.sql");

const HOUR_SECONDS: u64 = 3_600;
/// Hours that are read before each chain's: the day, and the one before it for what the price was.
const HOURS_BEFORE: u64 = 48;

/// The newest full hour of each chain, in seconds since 1970.
pub struct RankingHours {
    chains: Vec<(u64, u64)>,
    is_newest: bool,
}

impl RankingHours {
    /// Those of the first page, which the cursor carries; else those of now.
    pub fn of(request: &Request, chain_id: Option<u64>) -> Result<RankingHours, Problem> {
        let newest = RankingHours::newest_of(chain_id)?;
        let Some(Value::Uint64List(pinned)) = request.pinned("ranked_at") else {
            return Ok(RankingHours { chains: newest, is_newest: true });
        };
        let chains: Vec<_> = pinned.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let is_newest = chains == newest;
        Ok(RankingHours { chains, is_newest })
    }

    fn newest_of(chain_id: Option<u64>) -> Result<Vec<(u64, u64)>, Problem> {
        let rows = SelectRankingHours { chain_id }.query()?;
        let number = |row, column| rows.integer(row, column).and_then(|number| u64::try_from(number).ok());
        let chains =
            (0..rows.row_count()).filter_map(|row| Some((number(row, "chain_id")?, number(row, "ranked_at")?)));
        Ok(chains.collect())
    }

    /// True when the ranking of these hours is the one that is kept.
    pub fn are_newest(&self) -> bool {
        self.is_newest
    }

    pub fn chain_ids(&self) -> Vec<u64> {
        self.chains.iter().map(|(chain, _)| *chain).collect()
    }

    /// In the order of the chains.
    pub fn seconds(&self) -> Vec<u64> {
        self.chains.iter().map(|(_, hour)| *hour).collect()
    }

    /// The starts of all hours that are read.
    pub fn starts(&self) -> Vec<u64> {
        let before = |hour: u64| (1..=HOURS_BEFORE).map(move |hours| hour.saturating_sub(hours * HOUR_SECONDS));
        let mut starts: Vec<u64> = self.chains.iter().flat_map(|(_, hour)| before(*hour)).collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// The newest of them; none while there is no data.
    pub fn newest(&self) -> Option<Time> {
        let newest = self.chains.iter().map(|(_, hour)| *hour).max()?;
        i64::try_from(newest).ok().map(|seconds| Time { microseconds: seconds * 1_000_000 })
    }

    /// As the cursor carries them: chain and hour in turns.
    pub fn pinned(&self) -> Value {
        Value::Uint64List(self.chains.iter().flat_map(|(chain, hour)| [*chain, *hour]).collect())
    }
}
