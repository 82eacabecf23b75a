//! Writes arrays, tuples and maps as JSON: what a client of the API would see if the value stood in a body. Texts that are not
//! UTF-8 are null, or mended, as in columns of their own (`damaged_text`).

use super::reader::Reader;
use super::{ValueError, scalar};
use crate::warehouse::types::ClickHouseType;
use std::fmt::Write;

/// Appends the JSON of one value.
pub(super) fn write(kind: &ClickHouseType, reader: &mut Reader<'_>, json: &mut String) -> Result<(), ValueError> {
    use ClickHouseType as T;
    match kind {
        T::Nullable(inner) => match reader.byte()? {
            0 if **inner == T::String => match std::str::from_utf8(reader.length_and_bytes()?) {
                Ok(text) => write_text(text, json),
                Err(_) => json.push_str("null"),
            },
            0 => write(inner, reader, json)?,
            _ => json.push_str("null"),
        },
        T::Array(inner) => {
            json.push('[');
            for index in 0..reader.element_count()? {
                separate(json, index);
                write(inner, reader, json)?;
            }
            json.push(']');
        }
        T::Map(key, value) => {
            json.push('{');
            for index in 0..reader.element_count()? {
                separate(json, index);
                write_key(key, reader, json)?;
                json.push(':');
                write(value, reader, json)?;
            }
            json.push('}');
        }
        T::Tuple(elements) => write_tuple(elements, reader, json)?,
        T::Bool => json.push_str(if reader.byte()? == 0 { "false" } else { "true" }),
        T::Int(bytes) => append(json, reader.signed(*bytes)?),
        T::UInt(bytes) => append(json, reader.unsigned(*bytes)?),
        T::Float32 => write_float(f32::from_le_bytes(reader.array()?).into(), json),
        T::Float64 => write_float(f64::from_le_bytes(reader.array()?), json),
        T::String => write_text(&String::from_utf8_lossy(reader.length_and_bytes()?), json),
        T::FixedString(length) => {
            json.push_str("\"0x");
            for byte in reader.bytes(*length)? {
                append(json, format_args!("{byte:02x}"));
            }
            json.push('"');
        }
        T::DateTime | T::DateTime64 { .. } => {
            let microseconds = scalar::timestamp(kind, reader)?;
            let time = jiff::Timestamp::from_microsecond(microseconds).map_err(|_| ValueError::Invalid)?;
            append(json, format_args!("\"{time}\""));
        }
        T::Date | T::Date32 => {
            let days = jiff::Span::new().try_days(scalar::date(kind, reader)?).map_err(|_| ValueError::Invalid)?;
            let date = jiff::civil::date(1970, 1, 1).checked_add(days).map_err(|_| ValueError::Invalid)?;
            append(json, format_args!("\"{date}\""));
        }
        T::WideInt { .. } | T::Decimal { .. } | T::Uuid | T::Ipv4 | T::Ipv6 | T::Enum { .. } | T::Nothing => {
            let mut text = String::new();
            scalar::write(kind, reader, &mut text)?;
            write_text(&text, json);
        }
    }
    Ok(())
}

/// An object when every element has a name, else an array.
fn write_tuple(
    elements: &[(Option<String>, ClickHouseType)],
    reader: &mut Reader<'_>,
    json: &mut String,
) -> Result<(), ValueError> {
    let is_named = !elements.is_empty() && elements.iter().all(|(name, _)| name.is_some());
    json.push(if is_named { '{' } else { '[' });
    for (index, (name, kind)) in elements.iter().enumerate() {
        separate(json, index);
        if let Some(name) = name.as_deref().filter(|_| is_named) {
            write_text(name, json);
            json.push(':');
        }
        write(kind, reader, json)?;
    }
    json.push(if is_named { '}' } else { ']' });
    Ok(())
}

/// JSON knows only text as a key.
fn write_key(kind: &ClickHouseType, reader: &mut Reader<'_>, json: &mut String) -> Result<(), ValueError> {
    let mut key = String::new();
    write(kind, reader, &mut key)?;
    if key.starts_with('"') {
        json.push_str(&key)
    } else {
        write_text(&key, json)
    }
    Ok(())
}

/// JSON has no infinities and no NaN.
fn write_float(value: f64, json: &mut String) {
    if value.is_finite() { append(json, value) } else { json.push_str("null") }
}

fn write_text(text: &str, json: &mut String) {
    append(json, serde_json::Value::from(text));
}

fn separate(json: &mut String, index: usize) {
    if index > 0 {
        json.push(',');
    }
}

fn append(json: &mut String, value: impl std::fmt::Display) {
    // Writing into a String cannot fail.
    let _ = write!(json, "{value}");
}
