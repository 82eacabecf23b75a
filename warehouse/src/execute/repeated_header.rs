//! Cuts the header that the library repeats: it makes a new output format for each streamed chunk, so formats with names
//! and types begin each chunk with them again.

/// Formats whose answer is the plain concatenation of its chunks once repeated headers are cut. All others (JSON, Parquet,
/// …) have an end as well, and are materialized.
const STREAMABLE: &[&str] = &[
    "rowbinary",
    "rowbinarywithnames",
    "rowbinarywithnamesandtypes",
    "native",
    "tabseparated",
    "tsv",
    "tabseparatedraw",
    "tsvraw",
    "tabseparatedwithnames",
    "tsvwithnames",
    "tabseparatedwithnamesandtypes",
    "tsvwithnamesandtypes",
    "csv",
    "csvwithnames",
    "csvwithnamesandtypes",
    "jsoneachrow",
    "jsonlines",
    "ndjson",
    "jsoncompacteachrow",
];

/// True when an answer in `format` can be streamed.
pub(crate) fn is_streamable(format: &str) -> bool {
    STREAMABLE.iter().any(|name| name.eq_ignore_ascii_case(format))
}

/// Length of the header at the start of `chunk`, 0 for formats without one.
pub(crate) fn header_length(format: &str, chunk: &[u8]) -> usize {
    let format = format.to_ascii_lowercase();
    let lists = if format.ends_with("withnamesandtypes") {
        2
    } else if format.ends_with("withnames") {
        1
    } else {
        return 0;
    };
    let length = if format.starts_with("rowbinary") { binary_header(chunk, lists) } else { lines(chunk, lists) };
    length.unwrap_or(0)
}

/// A count of columns, then `lists` times that many length-prefixed texts.
fn binary_header(chunk: &[u8], lists: usize) -> Option<usize> {
    let mut position = 0;
    let columns = variable_integer(chunk, &mut position)?;
    for _ in 0..columns.checked_mul(lists)? {
        let length = variable_integer(chunk, &mut position)?;
        position = position.checked_add(length).filter(|end| *end <= chunk.len())?;
    }
    Some(position)
}

fn lines(chunk: &[u8], count: usize) -> Option<usize> {
    chunk.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(count - 1).map(|(index, _)| index + 1)
}

/// LEB128, at most five bytes (a length in memory).
fn variable_integer(bytes: &[u8], position: &mut usize) -> Option<usize> {
    let mut value = 0;
    for shift in [0, 7, 14, 21, 28] {
        let byte = *bytes.get(*position)?;
        *position += 1;
        value |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}
