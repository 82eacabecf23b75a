//! The comparison of staged rows with stored ones: new, the same again, more of the same, or in conflict.
//!
//! A column that a row does not have changes nothing: the stored value stays. Two rows of one place in one block that both
//! have a value and differ are a conflict: the stored row stays, unless the caller replaces it. What is known of tokens,
//! pools, deployments and snapshots may change; there the file's value counts.
//!
//! Always true: where no staged row has a stored counterpart and none comes twice, nothing is compared, and the rows are
//! loaded from the table that they were read into.

use super::block_times::{self, KEPT_CONFLICTS};
use super::columns::{Column, Presence, Shape, columns_of};
use super::dataset::DatasetKind;
use super::error::IngestError;
use super::log_places;
use super::session::Session;
use super::staging::{STAGING_MERGED, THIS_LOAD};
use super::staging_sql::{STAGING_ROWS, shared_columns};
use quarry_stores::result_set::Value;

const OPERATION: &str = "comparing with what is stored";

/// The result of the comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Merged {
    /// True when the rows are in [`STAGING_MERGED`].
    pub(super) is_compared: bool,
    /// Rows that differ from the stored ones.
    pub(super) conflicts: u64,
    /// Blocks whose logs were counted anew, since their node counts within transactions.
    pub(super) blocks_counted_anew: u64,
}

/// Compares the staged rows, after what they replace was removed.
pub(super) async fn merge(session: &Session, kind: DatasetKind, replaces: bool) -> Result<Merged, IngestError> {
    if !kind.has_chains() {
        return Ok(Merged::default());
    }
    let (mut has_duplicates, has_known) = met(session, kind).await?;
    let mut blocks_counted_anew = 0;
    if has_duplicates && kind == DatasetKind::Logs {
        blocks_counted_anew = log_places::tell_apart(session).await?;
        if blocks_counted_anew > 0 {
            has_duplicates = comes_twice_by_key(session, kind).await?;
        }
    }
    let has_other_times = block_times::are_contradicted(session, kind).await?;
    if !(has_duplicates || has_known || has_other_times) {
        return Ok(Merged { blocks_counted_anew, ..Merged::default() });
    }
    let create = format!(
        "CREATE TABLE {STAGING_MERGED} ENGINE = MergeTree ORDER BY tuple() AS SELECT * EXCEPT (bad_value), \
         {}toUInt8(0) AS is_known, toUInt64(0) AS known_load, emptyArrayString() AS differing \
         FROM {STAGING_ROWS} WHERE 0",
        extra_columns(kind).iter().map(|name| format!("CAST(NULL, 'Nullable(UInt8)') AS {name}, ")).collect::<String>()
    );
    session.execute(OPERATION, &create, &[]).await?;
    session.execute(OPERATION, &insert_merged(kind, has_duplicates, has_other_times, replaces), &[]).await?;
    if has_duplicates && kind.has_blocks() {
        session.execute(OPERATION, &mark_twice(kind), &[]).await?;
    }
    let conflicts = match kind.has_blocks() {
        true => {
            session
                .number(OPERATION, &format!("SELECT count() FROM {STAGING_MERGED} WHERE notEmpty(differing)"), &[])
                .await?
        }
        false => 0,
    };
    Ok(Merged { is_compared: true, conflicts, blocks_counted_anew })
}

/// Columns of the table that no file has, beside `load`: what they say of a stored row stays with it.
pub(super) fn extra_columns(kind: DatasetKind) -> &'static [&'static str] {
    match kind {
        DatasetKind::Logs => &["time_from_block"],
        DatasetKind::Transactions => &["time_from_block", "creates_contract"],
        _ => &[],
    }
}

/// The condition for the rows of [`STAGING_MERGED`] that are loaded.
pub(super) fn loaded_rows(replaces: bool) -> &'static str {
    match replaces {
        true => "bad_column = 0",
        false => "bad_column = 0 AND empty(differing)",
    }
}

/// Tells whether a place comes twice among the staged rows, and whether stored rows may be met.
async fn met(session: &Session, kind: DatasetKind) -> Result<(bool, bool), IngestError> {
    let key = kind.key().join(", ");
    // Where no hash comes twice no key does; the keys themselves, of up to 50 bytes, cost a tenth of a load to group by.
    let twice = match kind.has_blocks() {
        true => comes_twice(&format!("cityHash64({key})")),
        false => "toUInt64(0)".to_owned(),
    };
    let known = format!("(SELECT count() FROM (SELECT 1 FROM {} WHERE {} LIMIT 1))", kind.table(), of_staged(kind));
    let sql = format!("SELECT {twice}, {known} SETTINGS max_bytes_before_external_group_by = 268435456");
    let met = session.rows(OPERATION, &sql, &[]).await?;
    let has_duplicates = met.number(0, 0)? > 0 && comes_twice_by_key(session, kind).await?;
    Ok((has_duplicates, met.number(0, 1)? > 0))
}

async fn comes_twice_by_key(session: &Session, kind: DatasetKind) -> Result<bool, IngestError> {
    let twice = comes_twice(&kind.key().join(", "));
    let sql = format!("SELECT {twice} SETTINGS max_bytes_before_external_group_by = 268435456");
    Ok(session.number(OPERATION, &sql, &[]).await? > 0)
}

fn comes_twice(key: &str) -> String {
    format!(
        "(SELECT count() FROM (SELECT 1 FROM {STAGING_ROWS} WHERE bad_column = 0 GROUP BY {key} HAVING count() > 1 LIMIT 1))"
    )
}

/// The stored rows that staged ones may meet.
fn of_staged(kind: DatasetKind) -> String {
    let key = match kind.has_blocks() || kind.is_decoded_elsewhere() {
        true => "chain_id, block_number".to_owned(),
        false => kind.key().join(", "),
    };
    format!("({key}) IN (SELECT {key} FROM {STAGING_ROWS} WHERE bad_column = 0)")
}

fn insert_merged(kind: DatasetKind, has_duplicates: bool, has_other_times: bool, replaces: bool) -> String {
    let key = kind.key();
    let on: Vec<_> = key.iter().map(|column| format!("staged.{column} = known.{column}")).collect();
    let merged: Vec<_> = shared_columns(kind)
        .into_iter()
        .map(|name| match declared(kind, name) {
            Some(column) if !key.contains(&name) => merged(column, name),
            _ => format!("staged.{name} AS {name}"),
        })
        .collect();
    let extra: String = extra_columns(kind).iter().map(|name| format!("known.{name} AS {name}, ")).collect();
    let stored: Vec<_> = shared_columns(kind).into_iter().chain(extra_columns(kind).iter().copied()).collect();
    let differing = match kind.has_blocks() {
        true => differences(kind, "known"),
        false => "emptyArrayString()".to_owned(),
    };
    let differing = format!("if(known.is_known = 1, {differing}, emptyArrayString())");
    let (blocks, differing, load) = match has_other_times {
        true => {
            let (join, of_block) = block_times::join_with_blocks(kind);
            let load = "if(known.is_known = 1, known.load, block.load)";
            (join, format!("arrayDistinct(arrayConcat({differing}, {of_block}))"), load)
        }
        false => (String::new(), differing, "known.load"),
    };
    // The first of several rows of one place stays; with --replace the last one.
    let order = if replaces { " DESC" } else { "" };
    let staged = match has_duplicates {
        true => format!(
            "(SELECT * FROM {STAGING_ROWS} WHERE bad_column = 0 ORDER BY _part_starting_offset + _part_offset{order} LIMIT 1 BY {})",
            key.join(", ")
        ),
        false => format!("(SELECT * FROM {STAGING_ROWS} WHERE bad_column = 0)"),
    };
    format!(
        "INSERT INTO {STAGING_MERGED} ({}, bad_column, {}is_known, known_load, differing) \
         SELECT {}, staged.bad_column, {extra}known.is_known, {load}, {differing} \
         FROM {staged} AS staged LEFT JOIN (SELECT {}, load, toUInt8(1) AS is_known FROM {} FINAL WHERE {}) AS known ON {}{blocks}",
        shared_columns(kind).join(", "),
        extra_columns(kind).iter().map(|name| format!("{name}, ")).collect::<String>(),
        merged.join(", "),
        stored.join(", "),
        kind.table(),
        of_staged(kind),
        on.join(" AND ")
    )
}

/// Rows of one place that come twice in the file and differ are a conflict of the file with itself.
fn mark_twice(kind: DatasetKind) -> String {
    let key = kind.key().join(", ");
    let on: Vec<_> = kind.key().iter().map(|column| format!("other.{column} = staged.{column}")).collect();
    format!(
        "INSERT INTO {STAGING_MERGED} ({columns}, bad_column, is_known, known_load, differing) \
         SELECT {others}, 1, 0, {THIS_LOAD}, {differing} AS found FROM \
         (SELECT * FROM {STAGING_ROWS} WHERE bad_column = 0 AND ({key}) IN \
         (SELECT {key} FROM {STAGING_ROWS} WHERE bad_column = 0 GROUP BY {key} HAVING count() > 1)) AS other \
         INNER JOIN {STAGING_MERGED} AS staged ON {on} WHERE notEmpty(found)",
        columns = shared_columns(kind).join(", "),
        others = shared_columns(kind).iter().map(|name| format!("other.{name}")).collect::<Vec<_>>().join(", "),
        differing = differences(kind, "other"),
        on = on.join(" AND ")
    )
}

fn declared(kind: DatasetKind, name: &str) -> Option<&'static Column> {
    columns_of(kind).iter().find(|column| column.name == name)
}

/// A column's value: the file's where it has one, else the stored one.
fn merged(column: &Column, name: &str) -> String {
    match (column.shape, column.presence) {
        (_, Presence::OrNull) => {
            format!("coalesce(staged.{name}, if(known.is_known = 1, known.{name}, NULL)) AS {name}")
        }
        (Shape::Bytes(32), _) => {
            format!("if(staged.{name} = toFixedString('', 32), known.{name}, staged.{name}) AS {name}")
        }
        (Shape::Balances, _) => format!("if(empty(staged.{name}), known.{name}, staged.{name}) AS {name}"),
        _ => format!("staged.{name} AS {name}"),
    }
}

/// The names of the columns in which a staged row and another one differ, where both have a value.
fn differences(kind: DatasetKind, other: &str) -> String {
    let differing: Vec<_> = shared_columns(kind)
        .into_iter()
        .filter(|name| !kind.key().contains(name))
        .map(|name| {
            let (mine, theirs) = (format!("staged.{name}"), format!("{other}.{name}"));
            let differ = match declared(kind, name) {
                Some(Column { shape: Shape::Bytes(32), .. }) => format!(
                    "{mine} != {theirs} AND {mine} != toFixedString('', 32) AND {theirs} != toFixedString('', 32)"
                ),
                _ => format!("ifNull({mine} != {theirs}, 0)"),
            };
            format!("if({differ}, '{name}', '')")
        })
        .collect();
    format!("arrayFilter(name -> name != '', [{}])", differing.join(", "))
}

/// Keeps the conflicts by their place, and which earlier loads had brought the same rows.
pub(super) async fn record(session: &Session, kind: DatasetKind, load: u64, replaces: bool) -> Result<(), IngestError> {
    let index = match kind {
        DatasetKind::Logs => "log_index",
        DatasetKind::Transactions => "transaction_index",
        _ => "toUInt32(0)",
    };
    let parameters = [
        ("load", Value::UInt64(load)),
        ("dataset", Value::Text(kind.name().to_owned())),
        ("replaced", Value::UInt64(replaces.into())),
    ];
    if kind.has_blocks() {
        let sql = format!(
            "INSERT INTO load_conflicts (chain_id, dataset, block_number, position, load, stored_load, columns, is_replaced, version) \
             SELECT chain_id, {{dataset:String}}, block_number, {index}, {{load:UInt64}}, \
             if(known_load = {THIS_LOAD}, {{load:UInt64}}, known_load), differing, toUInt8({{replaced:UInt64}}), {{load:UInt64}} \
             FROM {STAGING_MERGED} WHERE notEmpty(differing) ORDER BY chain_id, block_number LIMIT {KEPT_CONFLICTS}"
        );
        session.execute(OPERATION, &sql, &parameters).await?;
    }
    let sql = format!(
        "INSERT INTO load_overlaps (load, earlier_load, reason, rows) \
         SELECT {{load:UInt64}}, known_load, 'repeated', count() FROM {STAGING_MERGED} WHERE is_known = 1 AND {} GROUP BY known_load",
        loaded_rows(replaces)
    );
    session.execute(OPERATION, &sql, &parameters).await
}
