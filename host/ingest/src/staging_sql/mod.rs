//! Writes the SQL that turns a file's text columns into typed rows with a verdict.
//!
//! One INSERT reads a file with `input(…)`, converts each row and writes it to `staging_rows`, with `bad_column` = 0 for a
//! good row and the number of the first bad column otherwise. (A view over an input table would be analysed again for
//! every block: 50 ms each.) Text becomes value in levels, each a query over the one below, for the warehouse writes an
//! alias out wherever it is used: a verdict of thirty parts that is used a dozen times took it longer to read than the rows.
//! The SQL is made from the declarations in `columns` and the chains that the warehouse knows, never from input.
//!
//! Always true: `staging_rows` keeps the rows in the file's order (one writer, no merges), so a row's position is its number.

mod balances;
mod expressions;
mod file_form;
pub(super) mod texts;
mod times;
mod whole_numbers;

use super::columns::{Column, Presence, Shape, columns_of};
use super::dataset::DatasetKind;
use balances::BALANCES;
pub(super) use file_form::FileForm;

/// The converted rows with their verdict.
pub(super) const STAGING_ROWS: &str = "staging_rows";
/// Columns before the dataset's own when bad columns are numbered: 1 is `chain_id`, 2 the first declared column.
const FIRST_COLUMN_NUMBER: usize = 2;
/// `bad_column` of rows that are left out: those that a node has taken back, what a list has of other chains, and rows of another
/// kind of event, which nobody asked for.
const REMOVED: u8 = 253;
const OF_ANOTHER_CHAIN: u8 = 254;
const OF_ANOTHER_KIND: u8 = 255;
/// The conditions for staged rows that are bad, for those that a node took back, and for those that nobody asked for.
pub(super) const IS_BAD: &str = "bad_column BETWEEN 1 AND 252";
pub(super) const IS_REMOVED: &str = "bad_column = 253";
pub(super) const IS_LEFT_OUT: &str = "bad_column >= 254";
/// From here on a decoded row's place is made of its content, since its file has no index of the log.
pub(super) const FIRST_MADE_PLACE: u64 = 2_147_483_648;

/// The rule for the chain that the rows belong to.
pub(super) enum ChainRule<'a> {
    /// The chain the caller named, with its slug. What the file says must be the same.
    Named(u64, &'a str),
    /// The file's own value, which must be the id or the slug of one of these.
    FromFile(&'a [(u64, String)]),
    /// The rows belong to no chain.
    Chainless,
}

/// `CREATE TABLE` of the converted rows: insertion order, no merges, no limit on the number of parts, one data file a part
/// (a file a column costs a third of the whole reading time).
pub(super) fn create_rows(kind: DatasetKind) -> String {
    let mut columns = vec!["chain_id UInt64".to_owned()];
    columns.extend(columns_of(kind).iter().filter_map(column_definitions));
    if kind.is_decoded_elsewhere() {
        columns.push("place UInt32".to_owned());
    }
    format!(
        "CREATE TABLE {STAGING_ROWS} ({}, bad_column UInt8, bad_value String) ENGINE = MergeTree ORDER BY tuple() \
         SETTINGS max_bytes_to_merge_at_max_space_in_pool = 1, min_bytes_for_wide_part = 1000000000000, \
         min_rows_for_wide_part = 1000000000, parts_to_delay_insert = 10000000, \
         parts_to_throw_insert = 10000000, max_parts_in_total = 10000000",
        columns.join(", ")
    )
}

/// `INSERT` that reads a file, converts and judges.
pub(super) fn insert_rows(form: &FileForm<'_>, chain: &ChainRule<'_>) -> String {
    let kind = form.kind;
    let columns = columns_of(kind);
    let mut inputs = vec![format!("{} AS chain_id_given", form.first_given("chain_id", kind.chain_columns()))];
    let mut numbers = vec!["chain_id"];
    let (mut forms, mut decoded) = (Vec::new(), Vec::new());
    let (chain_value, chain_valid) = chain.expressions();
    let mut values = vec![format!("{chain_value} AS chain_id")];
    let mut verdicts = Vec::new();
    if kind.is_list_of_chains() {
        verdicts.push(format!("chain_id_text != '' AND NOT ({chain_valid}), {OF_ANOTHER_CHAIN}"));
    }
    verdicts.push(format!("NOT ({chain_valid}), 1"));
    let mut refused = vec!["bad_column = 1, chain_id_given".to_owned()];
    for (position, column) in columns.iter().enumerate() {
        let number = position + FIRST_COLUMN_NUMBER;
        inputs.push(form.text_of(column));
        if column.shape.is_whole_number() {
            numbers.push(column.name);
        }
        expressions::forms(column, &mut forms);
        expressions::decoded(column, &mut decoded);
        expressions::values(column, &mut values);
        if let Shape::Kind(word) = column.shape {
            let text = format!("{}_text", column.name);
            verdicts.insert(0, format!("{text} != '' AND position(lower({text}), '{word}') = 0, {OF_ANOTHER_KIND}"));
            continue;
        }
        if column.shape == Shape::Removed {
            let text = format!("{}_text", column.name);
            verdicts.insert(0, format!("lower({text}) IN ({}), {REMOVED}", expressions::TRUE));
        }
        verdicts.push(format!("NOT ({}), {number}", expressions::validity(column)));
        let text = match column.shape {
            Shape::Text => texts::refused(column.name),
            shape if shape.is_whole_number() => format!("{}_given", column.name),
            _ => format!("{}_text", column.name),
        };
        refused.push(format!("bad_column = {number}, {text}"));
    }
    if kind == DatasetKind::Pools {
        // The contracts that make pools sort their two tokens: another order is a list of pairs, and its prices would be upside down.
        let number =
            FIRST_COLUMN_NUMBER + columns.iter().position(|column| column.name == "token1").unwrap_or_default();
        verdicts.push(format!("token0_bytes >= token1_bytes, {number}"));
    }
    if kind.is_decoded_elsewhere() {
        let texts: Vec<_> = columns.iter().map(|column| format!("{}_text", column.name)).collect();
        values.push(format!(
            "if(log_index_text != '', toUInt32OrZero(log_index_text), \
             toUInt32({FIRST_MADE_PLACE} + cityHash64({}) % {FIRST_MADE_PLACE})) AS place",
            texts.join(", ")
        ));
    }
    values.push(format!("toUInt8(multiIf({}, 0)) AS bad_column", verdicts.join(", ")));
    let mut rows = format!("SELECT {} FROM {}", inputs.join(", "), form.input());
    for level in [vec![whole_numbers::digits_of_all(&numbers)], whole_numbers::texts(&numbers), forms, decoded, values]
    {
        if !level.is_empty() {
            rows = format!("SELECT *, {} FROM ({rows})", level.join(", "));
        }
    }
    format!(
        "INSERT INTO {STAGING_ROWS} SELECT {}, bad_column, \
         if(bad_column = 0, '', substring(multiIf({}, ''), 1, 80)) AS bad_value FROM ({rows}) FORMAT {}",
        staged_columns(kind).join(", "),
        refused.join(", "),
        form.format.reader()
    )
}

impl ChainRule<'_> {
    /// The chain's id, and whether the row's text names it, as expressions over `chain_id_text`.
    fn expressions(&self) -> (String, String) {
        match self {
            ChainRule::Named(id, slug) => {
                (format!("toUInt64({id})"), format!("lower(chain_id_text) IN ('', '{id}', '{slug}')"))
            }
            ChainRule::FromFile(known) => {
                let ids: Vec<_> = known.iter().flat_map(|(id, _)| [format!("{id}"), format!("{id}")]).collect();
                let words: Vec<_> =
                    known.iter().flat_map(|(id, slug)| [format!("'{id}'"), format!("'{slug}'")]).collect();
                let (ids, words) = (ids.join(", "), words.join(", "));
                let value = format!(
                    "transform(lower(chain_id_text), [{words}], arrayMap(id -> toUInt64(id), [{ids}]), toUInt64(0))"
                );
                (value, format!("lower(chain_id_text) IN ({words})"))
            }
            ChainRule::Chainless => ("toUInt64(0)".to_owned(), "1".to_owned()),
        }
    }
}

/// The columns that the dataset's table and [`STAGING_ROWS`] share, in the order of the staging table.
pub(super) fn shared_columns(kind: DatasetKind) -> Vec<&'static str> {
    let mut names = staged_columns(kind);
    if !kind.has_chains() {
        names.remove(0);
    }
    names
}

/// The columns of [`STAGING_ROWS`] before the verdict.
fn staged_columns(kind: DatasetKind) -> Vec<&'static str> {
    let mut names = vec!["chain_id"];
    for column in columns_of(kind) {
        match column.shape {
            Shape::Topics => names.extend(["topic_count", "topic0", "topic1", "topic2", "topic3"]),
            shape if shape.is_of_the_row() => {}
            _ => names.push(column.name),
        }
    }
    if kind.is_decoded_elsewhere() {
        names.push("place");
    }
    names
}

/// The user's name for the column of this number, and the meaning of a row without it.
pub(super) fn column_of_number(kind: DatasetKind, number: u64) -> (&'static str, Presence) {
    let position = usize::try_from(number).unwrap_or(0).checked_sub(FIRST_COLUMN_NUMBER);
    match position.and_then(|position| columns_of(kind).get(position)) {
        Some(column) => (column.names[0], column.presence),
        None => ("chain_id", Presence::Required),
    }
}

/// `None` where nothing of the column is kept.
fn column_definitions(column: &Column) -> Option<String> {
    let name = column.name;
    let plain = match column.shape {
        Shape::Unsigned(bits) => format!("UInt{bits}"),
        Shape::Signed => "Int256".to_owned(),
        Shape::Bytes(length) => format!("FixedString({length})"),
        Shape::Data | Shape::Text | Shape::Word | Shape::PoolSource | Shape::EventDeclaration => "String".to_owned(),
        Shape::Decimal => "Decimal(76, 18)".to_owned(),
        Shape::Balances => BALANCES.to_owned(),
        Shape::Time => "DateTime('UTC')".to_owned(),
        Shape::Boolean => "UInt8".to_owned(),
        Shape::Kind(_) | Shape::Removed => return None,
        Shape::Topics => {
            let topics: Vec<_> = (0..4).map(|index| format!("topic{index} FixedString(32)")).collect();
            return Some(format!("topic_count UInt8, {}", topics.join(", ")));
        }
    };
    Some(match column.presence {
        Presence::OrNull => format!("{name} Nullable({plain})"),
        _ => format!("{name} {plain}"),
    })
}
