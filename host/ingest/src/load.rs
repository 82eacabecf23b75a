//! Moves staged rows into the dataset's table, gives waiting rows their time, and lists the bars that new knowledge of
//! tokens and pools concerns.

use super::columns::columns_of;
use super::dataset::DatasetKind;
use super::error::IngestError;
use super::merging::{extra_columns, loaded_rows};
use super::session::Session;
use super::staging::{BlockRange, STAGING_MERGED, Staged};
use super::staging_sql::{STAGING_ROWS, shared_columns};
use super::worth;
use quarry_stores::result_set::Value;

const UNKNOWN_HASH: &str = "toFixedString('', 32)";

/// Rows on their way into a table.
pub(super) struct Move<'a> {
    pub(super) kind: DatasetKind,
    pub(super) staged: &'a Staged,
    /// True when they were compared with the stored rows. `replaces`: true when they also replace these.
    pub(super) is_compared: bool,
    pub(super) replaces: bool,
    pub(super) version: u64,
    /// The number of the load; 0 where it has none.
    pub(super) load: u64,
}

impl Move<'_> {
    /// Moves the good rows. Rows without a time take it from their block, where that is known.
    pub(super) async fn run(&self, session: &Session) -> Result<(), IngestError> {
        const OPERATION: &str = "loading the rows";
        let (table, columns) = (self.kind.table(), stored_columns(self.kind).join(", "));
        let parameters = [("version", Value::UInt64(self.version)), ("load", Value::UInt64(self.load))];
        let insert = format!("INSERT INTO {table} ({columns}, load, version, is_deleted)");
        if self.staged.rows_without_time == 0 {
            let values: Vec<_> =
                shared_columns(self.kind).into_iter().map(str::to_owned).chain(self.extra(None)).collect();
            let sql = format!(
                "{insert} SELECT {}, {{load:UInt64}}, {{version:UInt64}}, 0 FROM {}",
                values.join(", "),
                self.rows("1")
            );
            return session.execute(OPERATION, &sql, &parameters).await;
        }
        for range in &self.staged.ranges {
            let own_time = "staged.block_timestamp";
            let time = format!("coalesce({own_time}, if({}, known.block_timestamp, NULL))", agree("staged"));
            let values: Vec<_> = timed_columns(self.kind, "staged", &time)
                .into_iter()
                .chain(self.extra(Some((own_time, &time))))
                .collect();
            let sql = format!(
                "{insert} SELECT {}, {{load:UInt64}}, {{version:UInt64}}, 0 FROM (SELECT * FROM {}) AS staged \
                 LEFT JOIN ({KNOWN_BLOCKS}) AS known \
                 ON staged.chain_id = known.chain_id AND staged.block_number = known.block_number",
                values.join(", "),
                self.rows("chain_id = {chain_id:UInt64}")
            );
            let mut all = range.parameters();
            all.extend(parameters.clone());
            session.execute(OPERATION, &sql, &all).await?;
        }
        Ok(())
    }

    /// The table that the rows are in, and which of them are loaded.
    fn rows(&self, condition: &str) -> String {
        match self.is_compared {
            true => format!("{STAGING_MERGED} WHERE {} AND {condition}", loaded_rows(self.replaces)),
            false => format!("{STAGING_ROWS} WHERE bad_column = 0 AND {condition}"),
        }
    }

    /// Values that no file has: whether a time is the block's, and whether a transaction without a recipient made a contract.
    /// `times`: the row's own time, and the one that it gets.
    fn extra(&self, times: Option<(&str, &str)>) -> Vec<String> {
        let known = |name: &str| if self.is_compared { name.to_owned() } else { "NULL".to_owned() };
        let recipients = columns_of(self.kind).iter().find(|column| column.name == "to_address");
        let has_recipient = recipients.is_some_and(|column| self.staged.columns.have_any_of(column.names));
        extra_columns(self.kind)
            .iter()
            .map(|name| match (*name, times) {
                ("creates_contract", _) if has_recipient => "toNullable(isNull(to_address))".to_owned(),
                ("time_from_block", Some((own_time, time))) => {
                    format!("if(isNull({own_time}) AND isNotNull({time}), 1, ifNull({}, 0))", known(name))
                }
                ("time_from_block", None) => format!("ifNull({}, 0)", known(name)),
                _ => format!("CAST({}, 'Nullable(UInt8)')", known(name)),
            })
            .collect()
    }
}

/// The table's columns that are filled: the file's and those that no file has.
pub(super) fn stored_columns(kind: DatasetKind) -> Vec<&'static str> {
    shared_columns(kind).into_iter().chain(extra_columns(kind).iter().copied()).collect()
}

/// The blocks of one chain's range, with null times where the join finds none.
const KNOWN_BLOCKS: &str = "SELECT chain_id, block_number, block_hash, toNullable(block_timestamp) AS block_timestamp \
    FROM blocks FINAL WHERE chain_id = {chain_id:UInt64} AND block_number BETWEEN {first_block:UInt64} AND {last_block:UInt64}";

/// True when a row and its block name the same hash, as far as both name one.
fn agree(rows: &str) -> String {
    format!(
        "known.block_hash = {rows}.block_hash OR known.block_hash = {UNKNOWN_HASH} OR {rows}.block_hash = {UNKNOWN_HASH}"
    )
}

fn timed_columns(kind: DatasetKind, rows: &str, time: &str) -> Vec<String> {
    shared_columns(kind)
        .into_iter()
        .map(|column| if column == "block_timestamp" { time.to_owned() } else { format!("{rows}.{column}") })
        .collect()
}

/// Blocks have come: writes the logs and transactions that waited for them again, now with their time, so that the views
/// decode them; they stay rows of their own load. A crash in between is made good by loading the file again.
pub(super) async fn give_times(session: &Session, ranges: &[BlockRange], version: u64) -> Result<(), IngestError> {
    const OPERATION: &str = "giving waiting rows their time";
    for range in ranges {
        for kind in [DatasetKind::Logs, DatasetKind::Transactions] {
            let table = kind.table();
            let waiting = "chain_id = {chain_id:UInt64} AND block_number BETWEEN {first_block:UInt64} AND {last_block:UInt64} \
                           AND isNull(block_timestamp)";
            let mut parameters = range.parameters();
            let count = format!("SELECT count() FROM {table} FINAL WHERE {waiting}");
            if session.number(OPERATION, &count, &parameters).await? == 0 {
                continue;
            }
            let mut values = timed_columns(kind, "waiting", "known.block_timestamp");
            values.extend(extra_columns(kind).iter().map(|name| match *name {
                "time_from_block" => "1".to_owned(),
                other => format!("waiting.{other}"),
            }));
            let sql = format!(
                "INSERT INTO {table} ({}, load, version, is_deleted) SELECT {}, waiting.load, {{version:UInt64}}, 0 \
                 FROM (SELECT * FROM {table} FINAL WHERE {waiting}) AS waiting INNER JOIN ({KNOWN_BLOCKS}) AS known \
                 ON waiting.chain_id = known.chain_id AND waiting.block_number = known.block_number WHERE {}",
                stored_columns(kind).join(", "),
                values.join(", "),
                agree("waiting")
            );
            parameters.push(("version", Value::UInt64(version)));
            session.execute(OPERATION, &sql, &parameters).await?;
        }
    }
    Ok(())
}

/// Lists the days whose bars change with the staged tokens or pools, and takes back what those pools priced. Must run before they are loaded: what is already
/// known in the same way concerns no bar.
pub(super) async fn touch_days(
    session: &Session,
    kind: DatasetKind,
    is_compared: bool,
    version: u64,
) -> Result<(), IngestError> {
    let pools = match kind {
        DatasetKind::Tokens => POOLS_OF_TOKENS,
        DatasetKind::Pools => "SELECT chain_id, address FROM changed",
        _ => return Ok(()),
    };
    let knowledge = match kind {
        DatasetKind::Tokens => "chain_id, address, ifNull(toInt16(decimals), -1)",
        _ => "chain_id, address, source, token0, token1, ifNull(toInt16(is_stable), -1)",
    };
    let table = kind.table();
    let rows = if is_compared { STAGING_MERGED } else { STAGING_ROWS };
    let changed = format!(
        "SELECT chain_id, address FROM {rows} WHERE bad_column = 0 AND ({knowledge}) NOT IN \
         (SELECT {knowledge} FROM {table} FINAL WHERE (chain_id, address) IN \
         (SELECT chain_id, address FROM {rows} WHERE bad_column = 0))"
    );
    if kind == DatasetKind::Pools {
        let known = format!("{changed} AND (chain_id, address) IN (SELECT chain_id, address FROM pools)");
        worth::take_prices_back(session, &known, version).await?;
    }
    touch_days_of(session, &changed, pools, &[]).await
}

/// The pools of which `changed` tokens are a side.
pub(super) const POOLS_OF_TOKENS: &str = "SELECT chain_id, address FROM pools FINAL WHERE (chain_id, token0) IN (changed) OR (chain_id, token1) IN (changed)";

/// Lists all days of the `pools` that `changed` concerns.
pub(super) async fn touch_days_of(
    session: &Session,
    changed: &str,
    pools: &str,
    parameters: &[(&'static str, Value)],
) -> Result<(), IngestError> {
    let sql = format!(
        "INSERT INTO touched_days (chain_id, pool, day) WITH changed AS ({changed}), concerned AS ({pools}) \
         SELECT DISTINCT chain_id, pool, toDate(block_timestamp) AS day FROM (\
         SELECT chain_id, pool, block_timestamp FROM v2_syncs WHERE (chain_id, pool) IN (concerned) UNION ALL \
         SELECT chain_id, pool, block_timestamp FROM v2_swaps WHERE (chain_id, pool) IN (concerned) UNION ALL \
         SELECT chain_id, pool, block_timestamp FROM v3_swaps WHERE (chain_id, pool) IN (concerned))"
    );
    session.execute("listing the bars of new tokens and pools", &sql, parameters).await
}
