//! Writes the SQL that turns a file's text columns into typed rows with a verdict.
//!
//! One INSERT reads a file with `input(…)`, converts each row and writes it to `staging_rows`, with `bad_column` = 0 for a
//! good row and the number of the first bad column otherwise. (A view over an input table would be analysed again for
//! every block: 50 ms each.) The SQL is made from the declarations in `columns` and the chains that the warehouse knows,
//! never from input.
//!
//! Always true: `staging_rows` keeps the rows in the file's order (one writer, no merges), so a row's position is its number.

use super::columns::{Column, Presence, Shape, columns_of, raw_marker_of};
use super::dataset::{DatasetKind, Format};

/// The converted rows with their verdict.
pub(super) const STAGING_ROWS: &str = "staging_rows";
/// What an account has or owes of each token.
const BALANCES: &str = "Array(Tuple(token FixedString(20), amount UInt256))";
/// Columns before the dataset's own when bad columns are numbered: 1 is `chain_id`, 2 the first declared column.
const FIRST_COLUMN_NUMBER: usize = 2;

/// Which chain the rows belong to.
pub(super) enum ChainRule<'a> {
    /// The chain the caller named, with its slug. What the file says must be the same.
    Named(u64, &'a str),
    /// What the file says, which must be the id or the slug of one of these.
    FromFile(&'a [(u64, String)]),
    /// The rows belong to no chain.
    Chainless,
}

/// The text columns that a file is read into; what the file lacks is an empty text.
fn input(kind: DatasetKind, format: Format) -> String {
    let mut names = kind.chain_columns().to_vec();
    for column in columns_of(kind) {
        names.extend(column.names.iter().filter(|name| !names.contains(name)).copied().collect::<Vec<_>>());
    }
    let each = |write: &dyn Fn(&str) -> String| names.iter().map(|name| write(name)).collect::<Vec<_>>().join(", ");
    if format == Format::Parquet {
        // An absent value of a column of fixed length would be read as zero bytes.
        let texts = each(&|name| format!("ifNull(`{name}`, '') AS `{name}`"));
        return format!("(SELECT {texts} FROM input('{}'))", each(&|name| format!("{name} Nullable(String)")));
    }
    // Columns of nullable texts cost a sixth of the whole reading time.
    format!("input('{}')", each(&|name| format!("{name} String")))
}

/// `CREATE TABLE` of the converted rows: insertion order, no merges, no limit on the number of parts, one data file a part
/// (a file a column costs a third of the whole reading time).
pub(super) fn create_rows(kind: DatasetKind) -> String {
    let mut columns = vec!["chain_id UInt64".to_owned()];
    columns.extend(columns_of(kind).iter().map(column_definitions));
    format!(
        "CREATE TABLE {STAGING_ROWS} ({}, bad_column UInt8, bad_value String) ENGINE = MergeTree ORDER BY tuple() \
         SETTINGS max_bytes_to_merge_at_max_space_in_pool = 1, min_bytes_for_wide_part = 1000000000000, \
         min_rows_for_wide_part = 1000000000, parts_to_delay_insert = 10000000, \
         parts_to_throw_insert = 10000000, max_parts_in_total = 10000000",
        columns.join(", ")
    )
}

/// `INSERT` that reads a file, converts and judges.
pub(super) fn insert_rows(kind: DatasetKind, format: Format, chain: &ChainRule<'_>) -> String {
    let columns = columns_of(kind);
    let writer = Expressions { raw_marker: (format == Format::Parquet).then(|| raw_marker_of(kind)) };
    let mut inputs = vec![format!("{} AS chain_id_text", first_given(kind.chain_columns()))];
    let mut aliases = Vec::new();
    let (chain_value, chain_valid) = match chain {
        ChainRule::Named(id, slug) => {
            (format!("toUInt64({id})"), format!("lower(chain_id_text) IN ('', '{id}', '{slug}')"))
        }
        ChainRule::FromFile(known) => {
            let ids: Vec<_> = known.iter().flat_map(|(id, _)| [format!("{id}"), format!("{id}")]).collect();
            let words: Vec<_> = known.iter().flat_map(|(id, slug)| [format!("'{id}'"), format!("'{slug}'")]).collect();
            let (ids, words) = (ids.join(", "), words.join(", "));
            let value = format!(
                "transform(lower(chain_id_text), [{words}], arrayMap(id -> toUInt64(id), [{ids}]), toUInt64(0))"
            );
            (value, format!("lower(chain_id_text) IN ({words})"))
        }
        ChainRule::Chainless => ("toUInt64(0)".to_owned(), "1".to_owned()),
    };
    let mut values = vec![format!("{chain_value} AS chain_id")];
    let mut verdicts = vec![format!("NOT ({chain_valid}), 1")];
    let mut texts = vec!["bad_column = 1, chain_id_text".to_owned()];
    for (position, column) in columns.iter().enumerate() {
        let number = position + FIRST_COLUMN_NUMBER;
        inputs.push(text_of(column));
        writer.aliases(column, &mut aliases);
        writer.values(column, &mut values);
        verdicts.push(format!("NOT ({}), {number}", writer.validity(column)));
        texts.push(format!("bad_column = {number}, {}_text", column.name));
    }
    format!(
        "INSERT INTO {STAGING_ROWS} {}SELECT {}, \
         toUInt8(multiIf({}, 0)) AS bad_column, \
         if(bad_column = 0, '', substring(multiIf({}, ''), 1, 80)) AS bad_value \
         FROM (SELECT {} FROM {}) FORMAT {}",
        if aliases.is_empty() { String::new() } else { format!("WITH {} ", aliases.join(", ")) },
        values.join(", "),
        verdicts.join(", "),
        texts.join(", "),
        inputs.join(", "),
        input(kind, format),
        format.reader()
    )
}

/// The columns that the dataset's table and [`STAGING_ROWS`] share, in the order of the staging table.
pub(super) fn shared_columns(kind: DatasetKind) -> Vec<&'static str> {
    let mut names = if kind.has_chains() { vec!["chain_id"] } else { Vec::new() };
    for column in columns_of(kind) {
        match column.shape {
            Shape::Topics => names.extend(["topic_count", "topic0", "topic1", "topic2", "topic3"]),
            _ => names.push(column.name),
        }
    }
    names
}

/// What the user knows the column of this number as, and whether a row without it is bad.
pub(super) fn column_of_number(kind: DatasetKind, number: u64) -> (&'static str, Presence) {
    let position = usize::try_from(number).unwrap_or(0).checked_sub(FIRST_COLUMN_NUMBER);
    match position.and_then(|position| columns_of(kind).get(position)) {
        Some(column) => (column.names[0], column.presence),
        None => ("chain_id", Presence::Required),
    }
}

fn column_definitions(column: &Column) -> String {
    let name = column.name;
    let plain = match column.shape {
        Shape::Unsigned(bits) => format!("UInt{bits}"),
        Shape::Bytes(length) => format!("FixedString({length})"),
        Shape::Data | Shape::Text | Shape::Word | Shape::PoolSource | Shape::EventDeclaration => "String".to_owned(),
        Shape::Decimal => "Decimal(76, 18)".to_owned(),
        Shape::Balances => BALANCES.to_owned(),
        Shape::Time => "DateTime('UTC')".to_owned(),
        Shape::Boolean => "UInt8".to_owned(),
        Shape::Topics => {
            let topics: Vec<_> = (0..4).map(|index| format!("topic{index} FixedString(32)")).collect();
            return format!("topic_count UInt8, {}", topics.join(", "));
        }
    };
    match column.presence {
        Presence::OrNull => format!("{name} Nullable({plain})"),
        _ => format!("{name} {plain}"),
    }
}

/// The text of a column's value, under a name that no column of a file or table has; a log's topics as an array of texts.
fn text_of(column: &Column) -> String {
    let name = column.name;
    if column.shape == Shape::Topics {
        // The usual list, `0x…,0x…`, is split at its commas: the split that takes any punctuation is five times as slow.
        return "multiIf(`topics` = '', arrayFilter(topic -> topic != '', [`topic0`, `topic1`, `topic2`, `topic3`]), \
                startsWith(`topics`, '0x') AND position(`topics`, ' ') = 0, splitByChar(',', `topics`), \
                splitByNonAlpha(`topics`)) AS topic_texts"
            .to_owned();
    }
    format!("{} AS {name}_text", first_given(column.names))
}

/// The text of the first of these columns that has one.
fn first_given(names: &[&str]) -> String {
    match names {
        [single] => format!("`{single}`"),
        several => {
            let candidates: Vec<_> = several.iter().map(|name| format!("`{name}` != '', `{name}`")).collect();
            format!("multiIf({}, '')", candidates.join(", "))
        }
    }
}

/// Writes expressions over one row of text. In Parquet, byte columns may hold raw bytes; `raw_marker` names the column
/// whose length tells.
struct Expressions {
    raw_marker: Option<&'static str>,
}

impl Expressions {
    /// Names for the column's text and its decoded bytes, used by the other expressions.
    fn aliases(&self, column: &Column, aliases: &mut Vec<String>) {
        let name = column.name;
        if column.shape == Shape::Topics {
            aliases.push("arrayStringConcat(topic_texts, ',') AS topics_text".to_owned());
            for index in 0..4 {
                aliases.push(format!("topic_texts[{}] AS topic{index}_text", index + 1));
                aliases.push(self.bytes_alias(&format!("topic{index}"), Some(32)));
            }
            return;
        }
        match column.shape {
            Shape::Bytes(length) => aliases.push(self.bytes_alias(name, Some(length))),
            Shape::Data => aliases.push(self.bytes_alias(name, None)),
            Shape::Time => aliases.push(format!(
                "multiIf({name}_text = '', NULL, isNotNull(toUInt32OrNull({name}_text)), \
                 toDateTime(toUInt32OrZero({name}_text), 'UTC'), parseDateTimeBestEffortOrNull({name}_text, 'UTC')) \
                 AS {name}_time"
            )),
            Shape::Balances => aliases.push(format!(
                "arrayMap(item -> (JSONExtractString(item, 'token'), trim(BOTH '\"' FROM JSONExtractRaw(item, 'amount'))), \
                 JSONExtractArrayRaw({name}_text)) AS {name}_items"
            )),
            _ => {}
        }
    }

    fn bytes_alias(&self, name: &str, length: Option<usize>) -> String {
        let decoded = format!("unhex(substring({name}_text, 3))");
        match self.raw_condition(name, length) {
            Some(raw) => format!("if({raw}, {name}_text, {decoded}) AS {name}_bytes"),
            None => format!("{decoded} AS {name}_bytes"),
        }
    }

    fn raw_condition(&self, name: &str, length: Option<usize>) -> Option<String> {
        let marker = self.raw_marker?;
        Some(match length {
            Some(length) => format!("length({name}_text) = {length}"),
            None => format!("length({marker}_text) = 20"),
        })
    }

    /// The typed values, under the staging table's names.
    fn values(&self, column: &Column, values: &mut Vec<String>) {
        let name = column.name;
        let or = if column.presence == Presence::OrNull { "OrNull" } else { "OrZero" };
        values.push(match (column.shape, column.presence) {
            (Shape::Unsigned(bits), _) => format!("toUInt{bits}{or}({name}_text) AS {name}"),
            (Shape::Bytes(length), Presence::OrNull) => {
                format!("if({name}_text = '', NULL, {}) AS {name}", fixed(name, length))
            }
            (Shape::Bytes(length), _) => format!("{} AS {name}", fixed(name, length)),
            (Shape::Data, _) => format!("{name}_bytes AS {name}"),
            (Shape::Time, Presence::OrNull) => format!("{name}_time AS {name}"),
            (Shape::Time, _) => format!("ifNull({name}_time, toDateTime(0, 'UTC')) AS {name}"),
            (Shape::Text | Shape::Word | Shape::EventDeclaration, _) => format!("{name}_text AS {name}"),
            (Shape::Decimal, _) => format!("toDecimal256{or}({name}_text, 18) AS {name}"),
            (Shape::Balances, _) => format!(
                "CAST(arrayMap(item -> (toFixedString(substring(unhex(substring(item.1, 3)), 1, 20), 20), toUInt256OrZero(item.2)), {name}_items), '{BALANCES}') AS {name}"
            ),
            (Shape::Boolean, _) => format!(
                "multiIf({name}_text IN ('1', 'true', 'True'), 1, {name}_text IN ('0', 'false', 'False'), 0, NULL) AS {name}"
            ),
            (Shape::PoolSource, _) => {
                "multiIf(source_text != '', source_text, endsWith(protocol_text, '_v3'), 'v3', \
                 endsWith(protocol_text, '_v2') OR protocol_text = 'sushiswap', 'v2', '') AS source"
                    .to_owned()
            }
            (Shape::Topics, _) => {
                let topics: Vec<_> =
                    (0..4).map(|index| format!("{} AS topic{index}", fixed(&format!("topic{index}"), 32))).collect();
                format!("toUInt8(least(length(topic_texts), 5)) AS topic_count, {}", topics.join(", "))
            }
        });
    }

    /// Whether the text is one of the column's shape.
    fn validity(&self, column: &Column) -> String {
        let name = column.name;
        let valid = match column.shape {
            Shape::Unsigned(256) => format!(
                "isNotNull(toUInt256OrNull({name}_text)) AND (length({name}_text) < 78 OR length({name}_text) = 78 AND \
                 {name}_text <= '{}')",
                alloy_primitives::U256::MAX
            ),
            Shape::Unsigned(bits) => format!("isNotNull(toUInt{bits}OrNull({name}_text))"),
            Shape::Bytes(length) => self.bytes_validity(name, Some(length)),
            Shape::Data => self.bytes_validity(name, None),
            Shape::Time => format!("isNotNull({name}_time)"),
            Shape::Text => format!("{name}_text != ''"),
            Shape::EventDeclaration => format!(
                "match({name}_text, '{}') AND countSubstrings({name}_text, ' indexed') <= 3",
                event_declaration_pattern()
            ),
            Shape::Word => format!("match({name}_text, '^[a-z0-9][a-z0-9_-]{{0,63}}$')"),
            Shape::Decimal => format!("match({name}_text, '^[0-9]{{1,40}}([.][0-9]{{1,18}})?$')"),
            Shape::Balances => format!(
                "isValidJSON({name}_text) AND startsWith(trimLeft({name}_text), '[') AND \
                 arrayAll(item -> match(item.1, '^0x[0-9a-fA-F]{{40}}$') AND match(item.2, '^[0-9]{{1,77}}$'), {name}_items)"
            ),
            Shape::Boolean => format!("{name}_text IN ('1', 'true', 'True', '0', 'false', 'False')"),
            Shape::PoolSource => return "source IN ('v2', 'v3')".to_owned(),
            Shape::Topics => {
                let topics: Vec<_> = (0..4)
                    .map(|index| {
                        let topic = format!("topic{index}");
                        format!("({topic}_text = '' OR {})", self.bytes_validity(&topic, Some(32)))
                    })
                    .collect();
                return format!("length(topic_texts) <= 4 AND {}", topics.join(" AND "));
            }
        };
        match column.presence {
            Presence::Required => valid,
            Presence::OrZero | Presence::OrNull => format!("{name}_text = '' OR ({valid})"),
        }
    }

    /// Hex is checked by writing it again: `unhex` itself takes anything.
    fn bytes_validity(&self, name: &str, length: Option<usize>) -> String {
        let right_length = length.map(|length| format!("length({name}_bytes) = {length} AND ")).unwrap_or_default();
        let hex = format!(
            "{right_length}startsWith({name}_text, '0x') AND hex({name}_bytes) = upper(substring({name}_text, 3))"
        );
        match self.raw_condition(name, length) {
            Some(raw) => format!("({raw} OR {hex})"),
            None => format!("({hex})"),
        }
    }
}

/// What an event's declaration looks like, as a pattern in a quoted text of SQL.
fn event_declaration_pattern() -> String {
    let word = "[A-Za-z_$][A-Za-z0-9_$]*";
    let kind = "(address|bool|string|bytes([1-9]|[12][0-9]|3[0-2])?|u?int([1-9][0-9]{0,2}))(\\\\[\\\\])?";
    let parameter = format!("{kind}( indexed)?( {word})?");
    format!("^{word}\\\\(({parameter}(, ?{parameter})*)?\\\\)$")
}

/// A fixed-length value; zero bytes where the text is absent or bad, which the verdict tells apart.
fn fixed(name: &str, length: usize) -> String {
    format!("toFixedString(if(length({name}_bytes) = {length}, {name}_bytes, ''), {length})")
}
