//! Single values that become text, times or days.

use super::ValueError;
use super::reader::Reader;
use crate::warehouse::types::ClickHouseType;
use alloy_primitives::{I256, U256};
use std::fmt::{Display, Write};
use std::net::{Ipv4Addr, Ipv6Addr};

/// Appends the text of one value of a type that has no column form of its own.
pub(super) fn write(kind: &ClickHouseType, reader: &mut Reader<'_>, text: &mut String) -> Result<(), ValueError> {
    match kind {
        ClickHouseType::WideInt { bytes, signed } => append(text, wide(reader, *bytes, *signed)?),
        ClickHouseType::Decimal { bytes, scale } => append(text, decimal(reader, *bytes, *scale)?),
        ClickHouseType::Uuid => {
            let (high, low) = (reader.unsigned(8)?, reader.unsigned(8)?);
            append(
                text,
                format_args!(
                    "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
                    high >> 32,
                    high >> 16 & 0xffff,
                    high & 0xffff,
                    low >> 48,
                    low & 0xffff_ffff_ffff
                ),
            );
        }
        ClickHouseType::Ipv4 => append(text, Ipv4Addr::from_bits(u32::from_le_bytes(reader.array()?))),
        ClickHouseType::Ipv6 => append(text, Ipv6Addr::from(reader.array::<16>()?)),
        ClickHouseType::Enum { bytes, names } => {
            let value = reader.signed(*bytes)?;
            let name = names.iter().find(|(number, _)| i64::from(*number) == value);
            text.push_str(&name.ok_or(ValueError::Invalid)?.1);
        }
        // The other types have columns of their own, and Nothing has no values.
        _ => return Err(ValueError::Invalid),
    }
    Ok(())
}

/// Microseconds of the epoch.
pub(super) fn timestamp(kind: &ClickHouseType, reader: &mut Reader<'_>) -> Result<i64, ValueError> {
    let ClickHouseType::DateTime64 { precision } = kind else {
        return Ok(i64::from(u32::from_le_bytes(reader.array()?)) * 1_000_000);
    };
    let ticks = reader.signed(8)?;
    match precision {
        0..=6 => ticks.checked_mul(10_i64.pow(6 - precision)).ok_or(ValueError::Invalid),
        _ => Ok(ticks.div_euclid(10_i64.pow(precision - 6))),
    }
}

/// Days of the epoch.
pub(super) fn date(kind: &ClickHouseType, reader: &mut Reader<'_>) -> Result<i32, ValueError> {
    match kind {
        ClickHouseType::Date32 => Ok(i32::from_le_bytes(reader.array()?)),
        _ => Ok(u16::from_le_bytes(reader.array()?).into()),
    }
}

fn append(text: &mut String, value: impl Display) {
    // Writing into a String cannot fail.
    let _ = write!(text, "{value}");
}

fn wide(reader: &mut Reader<'_>, bytes: usize, signed: bool) -> Result<String, ValueError> {
    Ok(match (bytes, signed) {
        (16, false) => u128::from_le_bytes(reader.array()?).to_string(),
        (16, true) => i128::from_le_bytes(reader.array()?).to_string(),
        (_, false) => U256::from_le_bytes(reader.array::<32>()?).to_string(),
        (_, true) => I256::from_raw(U256::from_le_bytes(reader.array::<32>()?)).to_string(),
    })
}

/// The digits of an integer with the point put in, and without trailing zeros behind it.
fn decimal(reader: &mut Reader<'_>, bytes: usize, scale: usize) -> Result<String, ValueError> {
    let digits = if bytes <= 8 { reader.signed(bytes)?.to_string() } else { wide(reader, bytes, true)? };
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits.as_str()),
    };
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = padded.split_at(padded.len() - scale);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    Ok(format!("{sign}{whole}{point}{fraction}"))
}
