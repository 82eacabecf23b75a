//! Decimals by how large they are: texts of decimals do not compare, and floats lose digits.

use crate::prices::PriceCondition;
use quarry_sdk::prelude::*;
use quarry_sdk::words::instead_of;

/// Digits that a threshold may have, without the zeros before and behind them.
pub const MOST_DIGITS: usize = 19;

/// A decimal of zero or more, as `0.digits` times ten to the exponent. Digits neither begin nor end with a zero, so values compare as
/// exponent and digits do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Magnitude {
    /// The least there is of zero.
    pub exponent: i64,
    pub digits: String,
}

impl Magnitude {
    /// Reads digits with a point or without one; a minus before them is left out. None of anything else.
    pub fn read(text: &str) -> Option<Magnitude> {
        let text = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_decimal = !whole.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if !is_decimal || fraction.contains('.') {
            return None;
        }
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let leading = i64::try_from(all.len() - significant.len()).ok()?;
        let digits = significant.trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Some(Magnitude { exponent: i64::MIN, digits });
        }
        Some(Magnitude { exponent: i64::try_from(whole.len()).ok()? - leading, digits })
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The digits, filled up with zeros behind them.
    pub fn mantissa(&self) -> String {
        format!("{:0<MOST_DIGITS$}", self.digits)
    }

    /// The decimal in its shortest form.
    pub fn text(&self) -> String {
        let length = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or_default());
        match self.exponent {
            _ if self.is_zero() => "0".to_owned(),
            exponent if exponent <= 0 => format!("0.{}{}", zeros(-exponent), self.digits),
            exponent if exponent >= length => format!("{}{}", self.digits, zeros(exponent - length)),
            exponent => {
                let (whole, fraction) = self.digits.split_at(usize::try_from(exponent).unwrap_or_default());
                format!("{whole}.{fraction}")
            }
        }
    }
}

/// Reads a threshold: above zero, of at most 19 digits.
pub fn threshold(text: &str) -> Result<Magnitude, Problem> {
    let refused = |sentence: String| Err(Problem::invalid_field("threshold", sentence));
    let read = Magnitude::read(text).filter(|read| !text.starts_with('-') && !read.is_zero());
    match read {
        Some(read) if read.digits.len() > MOST_DIGITS => {
            refused(format!("A threshold has at most {MOST_DIGITS} digits; this one has {}.", read.digits.len()))
        }
        Some(read) => Ok(read),
        None => refused(instead_of("A threshold is a number above zero, such as 2000 or 0.015", text)),
    }
}

/// Tells whether what was measured meets the condition. Something that is not known meets none.
pub fn holds(condition: PriceCondition, measured: Option<&str>, threshold: &Magnitude) -> bool {
    let Some(measured) = measured.and_then(Magnitude::read) else { return false };
    match condition {
        PriceCondition::Above => measured > *threshold,
        PriceCondition::Below => measured < *threshold,
        PriceCondition::PercentChange24h => measured >= *threshold,
    }
}
