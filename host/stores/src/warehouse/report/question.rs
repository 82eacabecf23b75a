//! Asking ClickHouse for the tree of a text, within small bounds, and its refusals in words that repeat no data.

use super::error::ReportError;
use super::text::Objection;
use crate::result_set::Value;
use crate::warehouse::{QuerySettings, Warehouse, WarehouseError};
use std::time::Duration;

/// For one question. A tree of a statement of a few hundred lines has some thousand rows.
const BOUNDS: QuerySettings =
    QuerySettings { deadline: Duration::from_secs(10), max_rows: 200_000, max_memory_bytes: 128 << 20, readonly: true };
/// Resolving runs scalar subqueries and computes constants. Their values are not wanted: subqueries read no further than this and
/// then end, one after the other, and no function makes more than a million elements.
const COMPUTING: &[(&str, &str)] = &[
    ("max_rows_to_read", "100000"),
    ("max_bytes_to_read", "67108864"),
    ("read_overflow_mode", "break"),
    ("max_block_size", "8192"),
    ("max_threads", "1"),
    ("max_result_bytes", "67108864"),
    ("function_range_max_elements_in_block", "1000000"),
];
/// The largest tree.
const MAX_TREE_BYTES: usize = 32 << 20;

/// The codes of ClickHouse whose messages repeat the text's own names, and no values.
const OF_NAMES: &[i32] = &[42, 46, 47, 60, 62, 179, 181, 184, 207, 215, 456];

impl Warehouse {
    /// The tree of the text as it was written.
    pub(super) async fn unresolved_tree(&self, sql: &str, params: &[(String, Value)]) -> Result<String, ReportError> {
        // In brackets, where neither FORMAT nor INTO OUTFILE can stand.
        let question = format!("EXPLAIN QUERY TREE run_passes = 0 SELECT * FROM (\n{sql}\n)");
        self.tree(&question, params).await.map_err(|error| match error {
            WarehouseError::Rejected { code, message } => {
                ReportError::Refused { line: line_of(&message), reason: in_words(code, &message) }
            }
            error => of_bounds(error),
        })
    }

    /// The tree once its names are resolved, and before any pass that could take a table out of it.
    pub(super) async fn resolved_tree(&self, sql: &str, params: &[(String, Value)]) -> Result<String, ReportError> {
        let question = format!("EXPLAIN QUERY TREE passes = 1\n{sql}");
        self.tree(&question, params).await.map_err(|error| match error {
            WarehouseError::Rejected { code, message } if OF_NAMES.contains(&code) => {
                ReportError::Refused { line: line_of(&message), reason: in_words(code, &message) }
            }
            WarehouseError::Rejected { code, message } => {
                ReportError::Refused { line: None, reason: without_values(code, &message) }
            }
            error => of_bounds(error),
        })
    }

    async fn tree(&self, question: &str, params: &[(String, Value)]) -> Result<String, WarehouseError> {
        let deadline = BOUNDS.deadline;
        let query = self.within(question, params, &BOUNDS);
        let query = COMPUTING
            .iter()
            .fold(query, |query, (name, value)| query.with_setting(*name, *value))
            // A view that was given is read as itself, and not as what lies behind it.
            .with_setting("analyzer_inline_views", "0")
            .with_setting("wait_end_of_query", "1");
        let fetched = async {
            let of_client = |error| WarehouseError::from_client(error, deadline);
            let mut cursor = query.fetch_bytes("TSVRaw").map_err(of_client)?;
            let mut tree = Vec::new();
            while let Some(piece) = cursor.next().await.map_err(of_client)? {
                tree.extend_from_slice(&piece);
                if tree.len() > MAX_TREE_BYTES {
                    return Err(WarehouseError::RowLimit { message: format!("more than {MAX_TREE_BYTES} bytes") });
                }
            }
            // A constant may be any bytes.
            Ok(String::from_utf8_lossy(&tree).into_owned())
        };
        match tokio::time::timeout(deadline, fetched).await {
            Ok(tree) => tree,
            Err(_) => Err(WarehouseError::DeadlineExceeded { deadline }),
        }
    }
}

impl From<Objection> for ReportError {
    fn from(Objection { line, reason }: Objection) -> ReportError {
        ReportError::Refused { line: Some(line), reason }
    }
}

/// A text whose tree is too large is refused; a warehouse that does not answer says nothing about the text.
fn of_bounds(error: WarehouseError) -> ReportError {
    match error {
        WarehouseError::RowLimit { .. } | WarehouseError::MemoryLimit { .. } => ReportError::Refused {
            line: None,
            reason: "its query tree is too large to be examined; make two statements of it".to_owned(),
        },
        error => ReportError::Warehouse(error),
    }
}

/// The line in `… (line 3, col 14): …`; the text begins on the question's second.
fn line_of(message: &str) -> Option<usize> {
    let (_, after) = message.split_once("(line ")?;
    let line: usize = after.split(',').next()?.trim().parse().ok()?;
    Some(line.saturating_sub(1).max(1))
}

/// The engine's sentence without its code, the rest of the text and the scope, in which constants could stand.
fn in_words(code: i32, message: &str) -> String {
    let sentence = message.rsplit_once("Exception: ").map_or(message, |(_, sentence)| sentence);
    let ends = [" (line ", " In scope", " in scope", " (version ", "\n"];
    let end = ends.iter().filter_map(|end| sentence.find(end)).min().unwrap_or(sentence.len());
    let sentence = sentence[..end].trim_end_matches([':', '.', ',', ' ']);
    match sentence.is_empty() {
        true => without_values(code, message),
        false => format!("ClickHouse: {sentence:.400}{}", hint(message)),
    }
}

/// The names that the engine proposes in the place of one that it does not know.
fn hint(message: &str) -> String {
    let names = message.split_once("Maybe you meant: [").and_then(|(_, rest)| rest.split_once(']'));
    names.map_or(String::new(), |(names, _)| format!(". Maybe you meant: [{names:.200}]"))
}

/// The engine's code and the function that it is about: a message about types and values can repeat what was read.
fn without_values(code: i32, message: &str) -> String {
    let of_name = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
    let functions = message.split("function ").skip(1).map(|rest| rest.chars().take_while(of_name).collect::<String>());
    let function = functions.filter(|name| super::functions::is_computing_function(name)).last();
    let about = function.map_or(String::new(), |name| format!(", about the function {name}"));
    format!(
        "ClickHouse cannot resolve it (code {code}{about}); ask it for EXPLAIN QUERY TREE of the statement to see why"
    )
}
