//! Rows as CSV, as RFC 4180 has it: a line of names, lines that end in CR LF, a field in quotes where it needs them. What is
//! unknown is an empty field, which a spreadsheet leaves out of its sums.

use quarry_sdk::prelude::*;

/// The media type with the parameters that RFC 4180 and RFC 7111 give it.
pub const MEDIA_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// In the file's order, under the names that the statement gives them.
const COLUMNS: [&str; 8] = ["start", "open", "high", "low", "close", "volume_token0", "volume_token1", "trades"];

/// The whole file.
pub fn write(bars: &ResultSet) -> Result<Vec<u8>, csv::Error> {
    let mut file = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    file.write_record(COLUMNS)?;
    for row in 0..bars.row_count() {
        file.write_record(COLUMNS.map(|column| field(bars.value(row, column))))?;
    }
    file.into_inner().map_err(|error| error.into_error().into())
}

/// Prices and volumes are decimal text already: no digit is lost on the way through a float.
fn field(value: Value) -> String {
    match value {
        Value::Timestamp(microseconds) => Time { microseconds }.to_string(),
        Value::Text(text) => text,
        Value::Uint64(number) => number.to_string(),
        _ => String::new(),
    }
}
