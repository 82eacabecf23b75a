//! `Accept-Encoding` (RFC 9110, section 12.5.3).

use crate::content_encoding::ContentCoding;
use http::{HeaderMap, header::ACCEPT_ENCODING};

/// The forms that a request accepts: a weight for each, in thousandths. Zero is refused; `None` was not mentioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AcceptedCodings {
    weights: [Option<u16>; ContentCoding::ALL.len()],
    others: Option<u16>,
}

impl AcceptedCodings {
    /// Reads all lines of the header together. Without the header only the plain form is asked for.
    pub fn of(headers: &HeaderMap) -> AcceptedCodings {
        let mut accepted = AcceptedCodings::default();
        for line in headers.get_all(ACCEPT_ENCODING) {
            line.to_str().unwrap_or_default().split(',').for_each(|item| accepted.take(item));
        }
        accepted
    }

    /// The form to send: the one with the highest weight, and of equals the one that the host likes best. Where
    /// encoding is not worth it, the plain form, unless it is refused.
    pub fn choose(&self, is_worth_it: bool) -> ContentCoding {
        let plain = self.weight(ContentCoding::Identity);
        if !is_worth_it && plain != Some(0) {
            return ContentCoding::Identity;
        }
        let mut best = (ContentCoding::Identity, plain.unwrap_or(0).max(1));
        for coding in ContentCoding::ENCODED {
            let weight = self.weight(coding).unwrap_or(0);
            // An encoded form of the same weight as the plain one is preferred to it.
            if weight > best.1 || (weight == best.1 && best.0 == ContentCoding::Identity) {
                best = (coding, weight);
            }
        }
        best.0
    }

    /// True when the request accepts this form, whatever it likes better.
    pub fn accepts(&self, coding: ContentCoding) -> bool {
        self.weight(coding).is_some_and(|weight| weight > 0)
    }

    /// The weight of a form; `None` where the request says nothing of it.
    fn weight(&self, coding: ContentCoding) -> Option<u16> {
        self.weights[coding.index()].or(self.others)
    }

    /// One item of the list. A malformed one says nothing; of two for the same form the later one counts.
    fn take(&mut self, item: &str) {
        let mut parts = item.split(';').map(|part| part.trim_matches([' ', '\t']));
        let name = parts.next().unwrap_or_default();
        let Some(weight) = parts.try_fold(1000, |_, parameter| weight(parameter)) else { return };
        match (name, ContentCoding::from_name(name)) {
            ("*", _) => self.others = Some(weight),
            (_, Some(coding)) => self.weights[coding.index()] = Some(weight),
            _ => {}
        }
    }
}

/// `q=0.5` in thousandths: `0` or `1` with up to three decimals, at most 1.
fn weight(parameter: &str) -> Option<u16> {
    let (name, value) = parameter.split_once('=')?;
    let (whole, decimals) = value.split_once('.').unwrap_or((value, ""));
    if !name.eq_ignore_ascii_case("q") || decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths =
        decimals.bytes().chain([b'0'; 3]).take(3).fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'));
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(1000),
        _ => None,
    }
}
