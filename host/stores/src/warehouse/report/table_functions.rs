//! The table functions that a text may call: they only compute, and what they compute stands in the text's tree.
//!
//! `values` reads its first argument as a declaration of columns where that is a text, and in a declaration there can be
//! expressions (`MATERIALIZED`, `ALIAS`, `DEFAULT`, `EPHEMERAL`, `TTL`), codecs and types of any name, none of which has a node in
//! the tree. So such a text is plain names with types that the host reads. No other text stands there, however harmless: a
//! parameter of a request looks in the tree like a text of the statement, with the word of an example in its place. Nor does an
//! expression that ClickHouse would compute first.

use super::outline::{Outline, Row, attribute, is_plain};
use crate::warehouse::types::ClickHouseType;

/// In lowercase. The last is what ClickHouse makes of `(VALUES (1), (2))`.
const COMPUTING: &[&str] = &["numbers", "values", "sqlstandardvalues"];
/// Those that may be given a declaration of columns.
const DECLARING: &[&str] = &["values", "sqlstandardvalues"];

/// Tells why the table function in row `index` of the tree is refused; none where it may be called.
pub(super) fn objection(outline: &Outline<'_>, index: usize, rest: &str) -> Option<String> {
    let name = attribute(rest, "table_function_name").unwrap_or("of an unclear name");
    let lowercase = name.to_ascii_lowercase();
    if !COMPUTING.contains(&lowercase.as_str()) {
        return Some(format!("the table function {name:.80}"));
    }
    let declares = DECLARING.contains(&lowercase.as_str());
    let is_good = !declares || outline.arguments(index).first().is_none_or(|first| is_row_or_columns(outline, *first));
    (!is_good).then(|| {
        format!(
            "the table function {name:.80} with a first argument that is neither a row nor plain columns such as 'id UInt64, name \
             String': a declaration with defaults, aliases or codecs is not read, and nor is one that is computed"
        )
    })
}

fn is_row_or_columns(outline: &Outline<'_>, argument: usize) -> bool {
    match outline.row(argument) {
        Row::Node { kind: "FUNCTION", rest, .. } => {
            attribute(rest, "function_name").is_some_and(|name| matches!(name, "tuple" | "array"))
        }
        Row::Node { kind: "CONSTANT", rest, .. } => match text_constant(rest) {
            Constant::Text(text) => are_plain_columns(text),
            Constant::Other => true,
            Constant::Unclear => false,
        },
        _ => false,
    }
}

enum Constant<'a> {
    /// Without a quote or a backslash in it.
    Text(&'a str),
    Other,
    Unclear,
}

/// The constant in `, constant_value: 'id UInt64', constant_value_type: String`.
fn text_constant(rest: &str) -> Constant<'_> {
    const VALUE: &str = ", constant_value: ";
    const TYPE: &str = ", constant_value_type: ";
    let (Some((_, behind)), Some((_, type_name))) = (rest.split_once(VALUE), rest.rsplit_once(TYPE)) else {
        return Constant::Unclear;
    };
    if !type_name.contains("String") {
        return Constant::Other;
    }
    let text = behind.strip_suffix(type_name).and_then(|value| value.strip_suffix(TYPE));
    let text = text.and_then(|value| value.strip_prefix('\'')?.strip_suffix('\''));
    match text.filter(|text| !text.contains(['\'', '\\'])) {
        Some(text) => Constant::Text(text),
        // A row of several values, of which some are text, is no declaration.
        None if type_name.starts_with("Tuple(") && behind.starts_with(['(', 'T']) => Constant::Other,
        None => Constant::Unclear,
    }
}

/// `name Type, name Type`.
fn are_plain_columns(text: &str) -> bool {
    let mut depth = 0_usize;
    let columns = text.split(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    });
    let is_column = |column: &str| {
        let column = column.trim_matches(' ').split_once(' ');
        column.is_some_and(|(name, type_name)| is_plain(name) && ClickHouseType::parse(type_name).is_some())
    };
    columns.into_iter().all(is_column)
}
