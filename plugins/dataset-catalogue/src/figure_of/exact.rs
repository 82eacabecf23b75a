//! Decimal numbers of any length, exact.

use num_bigint::BigInt;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// Digits behind the point of an average.
const AVERAGE_DIGITS: u32 = 18;

/// A whole number of units of ten to the power of `-scale`.
#[derive(Debug, Clone)]
pub(super) struct Exact {
    units: BigInt,
    scale: u32,
}

impl Exact {
    /// A plain decimal number; none where the text is something else.
    pub(super) fn read(text: &str) -> Option<Exact> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        let is_number = |part: &str| part.bytes().all(|digit| digit.is_ascii_digit());
        if digits.is_empty() || !is_number(digits) || !is_number(fraction) {
            return None;
        }
        let units = BigInt::from_str(&format!("{whole}{fraction}")).ok()?;
        Some(Exact { units, scale: u32::try_from(fraction.len()).ok()? })
    }

    /// The sum of both.
    pub(super) fn plus(&self, other: &Exact) -> Exact {
        let scale = self.scale.max(other.scale);
        Exact { units: self.at(scale) + other.at(scale), scale }
    }

    /// Divided by a count above zero, to 18 digits behind the point; half a unit is rounded away from zero.
    pub(super) fn divided_by(&self, count: u64) -> Exact {
        let (numerator, denominator) = match self.scale.checked_sub(AVERAGE_DIGITS) {
            Some(more) => (self.units.clone(), BigInt::from(count) * BigInt::from(10).pow(more)),
            None => (self.at(AVERAGE_DIGITS), BigInt::from(count)),
        };
        let half = if numerator < BigInt::from(0) { -denominator.clone() } else { denominator.clone() };
        Exact { units: (numerator * 2 + half) / (denominator * 2), scale: AVERAGE_DIGITS }
    }

    fn at(&self, scale: u32) -> BigInt {
        &self.units * BigInt::from(10).pow(scale.saturating_sub(self.scale))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Exact) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.at(scale).cmp(&other.at(scale))
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Exact) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exact {}

impl fmt::Display for Exact {
    /// Writes the number without zeros at the end of a fraction.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.units.to_string();
        let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
        let scale = self.scale as usize;
        let padded = format!("{digits:0>width$}", width = scale + 1);
        let (whole, fraction) = padded.split_at(padded.len() - scale);
        let fraction = fraction.trim_end_matches('0');
        match fraction {
            "" => write!(formatter, "{sign}{whole}"),
            fraction => write!(formatter, "{sign}{whole}.{fraction}"),
        }
    }
}
