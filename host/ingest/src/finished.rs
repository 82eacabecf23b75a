//! Tables whose rows are served as they are: made once, in the run that loads what they are made of.
//!
//! Always true of such a table after a run: it has the rows that can be derived, and none else. Only rows that come out other than
//! they are kept are written, so that a replay changes nothing, and what vanished is tombstoned.

/// A table, and how those of its rows are made that a run concerns.
pub(super) struct Finished {
    pub(super) table: &'static str,
    /// The key's columns.
    pub(super) keys: &'static str,
    /// All others, but for version and tombstone.
    pub(super) values: &'static str,
    /// A statement whose rows have those columns: what is to be kept.
    pub(super) derived: &'static str,
    /// The kept rows that they take the place of, as a condition.
    pub(super) within: &'static str,
}

impl Finished {
    /// The statement that writes what is other than what is kept.
    pub(super) fn insert_changed(&self) -> String {
        let Finished { table, keys, values, derived, within } = self;
        let picked: Vec<_> =
            (1..=values.split(',').count()).map(|place| format!("tupleElement(newest, {place})")).collect();
        format!(
            "INSERT INTO {table} ({keys}, {values}, version, is_deleted) \
             SELECT {keys}, {}, {{version:UInt64}}, is_gone FROM (\
             SELECT {keys}, argMax(tuple({values}), is_derived) AS newest, max(is_derived) = 0 AS is_gone FROM (\
             SELECT {keys}, {values}, 1 AS is_derived FROM (\n{derived}\n) UNION ALL \
             SELECT {keys}, {values}, 0 AS is_derived FROM {table} FINAL WHERE {within}) \
             GROUP BY {keys} HAVING count() = 1 OR uniqExact(tuple({values})) > 1)",
            picked.join(", ")
        )
    }
}
