//! Writes a [`Value`] as the text of a ClickHouse query parameter.
//!
//! The server parses the text by the type that the statement declares, as a field of its TabSeparated format; so nothing
//! in a value can become SQL. What a statement has to write for each kind of value:
//!
//! | value | text | in the statement |
//! |---|---|---|
//! | `Null` | `\N` | `{x:Nullable(T)}` |
//! | `Boolean` | `true` | `{x:Bool}` |
//! | `Int64`, `UInt64` | digits | any integer or decimal type |
//! | `Float64` | shortest exact digits | `{x:Float64}` |
//! | `Text` | escaped | `{x:String}`, or any type that reads such text (Enum, UInt256, Decimal, UUID) |
//! | `Bytes` | lowercase hex without `0x` | `unhex({x:String})` |
//! | `Timestamp` | seconds of the epoch, six decimals where there are any | `{x:DateTime64(6, 'UTC')}`; whole seconds also `{x:DateTime}` |
//! | `TextList` | `['a','b']` | `{x:Array(String)}` |
//! | `Int64List`, `UInt64List` | `[1,2]` | `{x:Array(Int64)}`, `{x:Array(UInt64)}` |
//! | `BytesList` | `['0a','0b']` | `arrayMap(v -> unhex(v), {x:Array(String)})` |

use crate::result_set::Value;
use std::fmt::{Display, Write};

/// The parameter text of `value`.
pub fn text(value: &Value) -> String {
    match value {
        Value::Null => "\\N".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Int64(value) => value.to_string(),
        Value::UInt64(value) => value.to_string(),
        Value::Float64(value) => format!("{value:?}").to_ascii_lowercase(),
        Value::Text(value) => escape(value),
        Value::Bytes(value) => hex(value),
        Value::Timestamp(microseconds) => timestamp(*microseconds),
        Value::TextList(values) => list(values.iter().map(|value| quoted(value))),
        Value::Int64List(values) => list(values),
        Value::UInt64List(values) => list(values),
        Value::BytesList(values) => list(values.iter().map(|value| quoted(&hex(value)))),
    }
}

/// ClickHouse reads a number of ten digits as seconds of the epoch, whatever its own time zone; other times are written as
/// calendar text.
fn timestamp(microseconds: i64) -> String {
    let (seconds, fraction) = (microseconds.div_euclid(1_000_000), microseconds.rem_euclid(1_000_000));
    match (seconds, fraction) {
        (1_000_000_000..=9_999_999_999, 0) => seconds.to_string(),
        (1_000_000_000..=9_999_999_999, _) => format!("{seconds}.{fraction:06}"),
        _ => match jiff::Timestamp::from_microsecond(microseconds) {
            Ok(time) => time.strftime("%Y-%m-%d %H:%M:%S%.f").to_string(),
            // Outside of any calendar, hence outside of ClickHouse's too, which will say so.
            Err(_) => seconds.to_string(),
        },
    }
}

fn list<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    let mut text = String::from("[");
    for (index, value) in values.into_iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        // Writing into a String cannot fail.
        let _ = write!(text, "{separator}{value}");
    }
    text + "]"
}

fn quoted(value: &str) -> String {
    format!("'{}'", escape(value))
}

fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for character in value.chars() {
        match character {
            '\\' => text.push_str("\\\\"),
            '\'' => text.push_str("\\'"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\0' => text.push_str("\\0"),
            other => text.push(other),
        }
    }
    text
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing into a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
