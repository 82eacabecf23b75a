//! `--dry-run`: how a file would be read. Nothing is loaded.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::columns::{Presence, Shape, columns_of};
use super::dataset::{DatasetKind, IngestOptions};
use super::error::{BadRow, BadRowList, IngestError};
use super::progress::Progress;
use super::run::Ingest;
use super::source::Source;
use super::staging::{self, Extent};
use super::staging_sql::{STAGING_ROWS, shared_columns};

/// Rows that are shown.
const SHOWN_ROWS: u64 = 3;

/// The reading of a file, before it is loaded.
#[derive(Debug, Clone)]
pub struct Preview {
    pub name: String,
    pub dataset: DatasetKind,
    /// Columns of the file, and what the dataset calls each.
    pub mapping: Vec<(String, String)>,
    /// Columns of the file that the dataset has no use for.
    pub ignored: Vec<String>,
    /// Columns of the dataset that the file has not, and what that means.
    pub missing: Vec<(String, String)>,
    /// The first rows as they would be read: column and value.
    pub rows: Vec<Vec<(String, String)>>,
    /// Rows that were looked at, and those of them that are bad.
    pub rows_read: u64,
    pub rows_bad: u64,
    /// Rows of those that the node took back, and that nobody asked for: they would be left out.
    pub rows_removed: u64,
    pub rows_left_out: u64,
    pub bad_rows: Vec<BadRow>,
}

impl Ingest {
    /// Reads the beginning of a file and says what it would be taken for.
    pub async fn preview_file(
        &self,
        kind: DatasetKind,
        path: &Path,
        options: &IngestOptions,
        progress: Arc<dyn Progress>,
    ) -> Result<Preview, IngestError> {
        let source = Source::open(path)?;
        let name = source.name.clone();
        let work = async {
            staging::clean(&self.session).await?;
            let chains = super::chain_rule::known_chains(&self.session).await?;
            let chain = super::chain_rule::chain_rule(kind, options, &chains)?;
            let staged =
                staging::stage(&self.session, kind, source, options, chain, &progress, Extent::Beginning).await?;
            let given = |column: &super::columns::Column| {
                staged.columns.have_any_of(column.names)
                    || options.constants.iter().any(|(name, _)| *name == column.name)
            };
            let missing = columns_of(kind).iter().filter(|column| column.shape != Shape::Removed && !given(column));
            Ok(Preview {
                name,
                dataset: kind,
                mapping: staged.columns.taken.iter().map(|(file, ours)| (file.clone(), ours_of(kind, ours))).collect(),
                ignored: staged.columns.ignored.clone(),
                missing: missing.map(|column| (column.names[0].to_owned(), meaning(column.presence))).collect(),
                rows: self.first_rows(kind).await?,
                rows_read: staged.rows_read,
                rows_bad: staged.rows_bad,
                rows_removed: staged.rows_removed,
                rows_left_out: staged.rows_left_out,
                bad_rows: staged.bad_rows,
            })
        };
        self.exclusively(work).await
    }

    async fn first_rows(&self, kind: DatasetKind) -> Result<Vec<Vec<(String, String)>>, IngestError> {
        let mut columns = shared_columns(kind);
        columns.retain(|column| *column != "place");
        let shown: Vec<_> = columns
            .iter()
            .map(|column| {
                format!(
                    "if(startsWith(toTypeName({column}), 'FixedString') OR startsWith(toTypeName({column}), 'Nullable(FixedString') \
                     OR '{column}' IN ('data', 'input', 'extra_data'), concat('0x', lower(hex({column}))), toString({column}))"
                )
            })
            .map(|text| format!("ifNull({text}, 'null')"))
            .collect();
        let sql = format!(
            "SELECT {} FROM {STAGING_ROWS} WHERE bad_column = 0 ORDER BY _part_starting_offset + _part_offset LIMIT {SHOWN_ROWS}",
            shown.join(", ")
        );
        let rows = self.session.rows("reading the first rows", &sql, &[]).await?;
        (0..rows.count())
            .map(|row| {
                let cell = |(position, column): (usize, &&str)| Ok(((*column).to_owned(), rows.text(row, position)?));
                columns.iter().enumerate().map(cell).collect()
            })
            .collect()
    }
}

/// The dataset's own name for a column that it takes under this name.
fn ours_of(kind: DatasetKind, name: &str) -> String {
    let column = columns_of(kind).iter().find(|column| column.names.contains(&name));
    column.map_or(name, |column| column.names[0]).to_owned()
}

fn meaning(presence: Presence) -> String {
    match presence {
        Presence::Required | Presence::OrEmpty => "needed: the file is refused without it",
        Presence::OrZero => "unknown then",
        Presence::OrNull => "null then; what is stored already stays",
    }
    .to_owned()
}

impl fmt::Display for Preview {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}: {} rows looked at, nothing was loaded", self.name, self.rows_read)?;
        for (file, ours) in &self.mapping {
            writeln!(formatter, "  {file} -> {ours}")?;
        }
        if !self.ignored.is_empty() {
            writeln!(formatter, "  ignored: {}", self.ignored.join(", "))?;
        }
        for (column, meaning) in &self.missing {
            writeln!(formatter, "  missing: {column} ({meaning})")?;
        }
        for (number, row) in self.rows.iter().enumerate() {
            writeln!(formatter, "  row {}:", number + 1)?;
            for (column, value) in row {
                let shown: String = value.chars().take(90).collect();
                let rest = if shown.len() < value.len() { "…" } else { "" };
                writeln!(formatter, "    {column:<24} {shown}{rest}")?;
            }
        }
        for (count, what) in [(self.rows_removed, "removed by the node"), (self.rows_left_out, "left out")] {
            if count > 0 {
                writeln!(formatter, "  {count} rows {what}")?;
            }
        }
        if self.rows_bad > 0 {
            writeln!(formatter, "  {} bad row(s):\n{}", self.rows_bad, BadRowList(&self.bad_rows, self.rows_bad))?;
        }
        Ok(())
    }
}
