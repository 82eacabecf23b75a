//! One value of a row: its typed form, and whether its text has the column's shape.

use super::BALANCES;
use super::{texts, times};
use crate::columns::{Column, Presence, Shape};

/// The spellings of a flag, in lower case.
pub(super) const TRUE: &str = "'1', 'true', 't', 'yes', 'y'";
const FALSE: &str = "'0', 'false', 'f', 'no', 'n'";

/// Texts and numbers that are made of the column's text before it is decoded.
pub(super) fn forms(column: &Column, forms: &mut Vec<String>) {
    match column.shape {
        Shape::Topics => {
            forms.push("arrayStringConcat(topic_texts, ',') AS topics_text".to_owned());
            forms.extend((0..4).map(|index| format!("topic_texts[{}] AS topic{index}_text", index + 1)));
        }
        Shape::Time => forms.extend(times::forms(column.name)),
        Shape::Text => forms.push(texts::unpadded(column.name)),
        _ => {}
    }
}

/// The column's decoded bytes, time or items, used by its value and by its validity.
pub(super) fn decoded(column: &Column, decoded: &mut Vec<String>) {
    let name = column.name;
    match column.shape {
        Shape::Topics => decoded.extend((0..4).map(|index| bytes(&format!("topic{index}")))),
        Shape::Bytes(_) | Shape::Data => decoded.push(bytes(name)),
        Shape::Time => decoded.push(times::time(name)),
        Shape::Text => decoded.push(texts::clean(name)),
        Shape::Balances => decoded.push(format!(
            "arrayMap(item -> (JSONExtractString(item, 'token'), trim(BOTH '\"' FROM JSONExtractRaw(item, 'amount'))), \
             JSONExtractArrayRaw({name}_text)) AS {name}_items"
        )),
        _ => {}
    }
}

fn bytes(name: &str) -> String {
    format!("unhex(substring({name}_text, 3)) AS {name}_bytes")
}

/// The typed values, under the staging table's names.
pub(super) fn values(column: &Column, values: &mut Vec<String>) {
    let name = column.name;
    let or = if column.presence == Presence::OrNull { "OrNull" } else { "OrZero" };
    values.push(match (column.shape, column.presence) {
        (Shape::Unsigned(bits), _) => format!("toUInt{bits}{or}({name}_text) AS {name}"),
        (Shape::Bytes(length), Presence::OrNull) => {
            format!("if({name}_text = '', NULL, {}) AS {name}", fixed(name, length))
        }
        (Shape::Bytes(length), _) => format!("{} AS {name}", fixed(name, length)),
        (Shape::Data, Presence::OrNull) => {
            format!("if({name}_text = '', NULL, {name}_bytes) AS {name}")
        }
        (Shape::Data, _) => format!("{name}_bytes AS {name}"),
        (Shape::Signed, _) => format!("toInt256{or}({name}_text) AS {name}"),
        (Shape::Kind(_) | Shape::Removed, _) => return,
        // Nodes and tools that do not know a time write 0.
        (Shape::Time, Presence::OrNull) => format!("if({}, NULL, {name}_time) AS {name}", times::is_no_time(name)),
        (Shape::Time, _) => format!("ifNull({name}_time, toDateTime(0, 'UTC')) AS {name}"),
        (Shape::Text, Presence::OrNull) => format!("nullIf({name}_clean, '') AS {name}"),
        (Shape::Text, _) => format!("{name}_clean AS {name}"),
        (Shape::Word | Shape::EventDeclaration, Presence::OrNull) => format!("nullIf({name}_text, '') AS {name}"),
        (Shape::Word | Shape::EventDeclaration, _) => format!("{name}_text AS {name}"),
        (Shape::Decimal, _) => format!("toDecimal256{or}({name}_text, 18) AS {name}"),
        (Shape::Balances, _) => format!(
            "CAST(arrayMap(item -> (toFixedString(substring(unhex(substring(item.1, 3)), 1, 20), 20), toUInt256OrZero(item.2)), {name}_items), '{BALANCES}') AS {name}"
        ),
        (Shape::Boolean, _) => format!(
            "multiIf(lower({name}_text) IN ({TRUE}), 1, lower({name}_text) IN ({FALSE}), 0, NULL) AS {name}"
        ),
        (Shape::PoolSource, _) => {
            "multiIf(source_text != '', source_text, endsWith(protocol_text, '_v3'), 'v3', \
             endsWith(protocol_text, '_v2') OR is_stable_text != '' OR protocol_text IN ('sushiswap', 'solidly', 'velodrome', \
             'aerodrome'), 'v2', '') AS source"
                .to_owned()
        }
        (Shape::Topics, _) => {
            let topics: Vec<_> =
                (0..4).map(|index| format!("{} AS topic{index}", fixed(&format!("topic{index}"), 32))).collect();
            format!("toUInt8(least(length(topic_texts), 5)) AS topic_count, {}", topics.join(", "))
        }
    });
}

/// The expression that is true when the text has the column's shape.
pub(super) fn validity(column: &Column) -> String {
    let name = column.name;
    let valid = match column.shape {
        Shape::Unsigned(256) => format!(
            "isNotNull(toUInt256OrNull({name}_text)) AND (length({name}_text) < 78 OR length({name}_text) = 78 AND \
             {name}_text <= '{}')",
            alloy_primitives::U256::MAX
        ),
        Shape::Unsigned(bits) => format!("isNotNull(toUInt{bits}OrNull({name}_text))"),
        Shape::Bytes(length) => bytes_validity(name, Some(length)),
        Shape::Data => bytes_validity(name, None),
        Shape::Time if column.presence == Presence::Required => {
            format!("isNotNull({name}_time) AND NOT ({})", times::is_no_time(name))
        }
        Shape::Time => format!("isNotNull({name}_time)"),
        Shape::Text => format!("{name}_clean != '' AND {}", texts::valid(&format!("{name}_clean"))),
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
        Shape::Boolean | Shape::Removed => format!("lower({name}_text) IN ({TRUE}, {FALSE})"),
        Shape::Signed => format!("match({name}_text, '^-?[0-9]{{1,76}}$')"),
        Shape::Kind(_) => return "1".to_owned(),
        Shape::PoolSource => return "source IN ('v2', 'v3')".to_owned(),
        Shape::Topics => {
            let topics: Vec<_> = (0..4)
                .map(|index| {
                    let topic = format!("topic{index}");
                    format!("({topic}_text = '' OR {})", bytes_validity(&topic, Some(32)))
                })
                .collect();
            return format!("length(topic_texts) <= 4 AND {}", topics.join(" AND "));
        }
    };
    match column.presence {
        Presence::Required => valid,
        _ if column.shape == Shape::Text => format!("{name}_clean = '' OR ({valid})"),
        _ => format!("{name}_text = '' OR ({valid})"),
    }
}

/// Hex is checked by writing it again: `unhex` itself takes anything.
fn bytes_validity(name: &str, length: Option<usize>) -> String {
    let right_length = length.map(|length| format!("length({name}_bytes) = {length} AND ")).unwrap_or_default();
    format!("({right_length}startsWith({name}_text, '0x') AND hex({name}_bytes) = upper(substring({name}_text, 3)))")
}

/// The form of an event's declaration, as a pattern in a quoted text of SQL.
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
