//! Entity tags and the conditions that name them (RFC 9110).

use crate::content_encoding::ContentCoding;
use bytes::Bytes;
use http::{
    HeaderMap, HeaderValue,
    header::{IF_MATCH, IF_NONE_MATCH},
};
use twox_hash::XxHash3_128;

const DIGITS: usize = 32;
/// Versions that one request names.
const MOST_NAMED: usize = 20;
const MOST_VERSION_CHARACTERS: usize = 40;

/// A tag of a list, as a client sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListedTag<'a> {
    /// The text between the quotes.
    pub(super) digits: &'a str,
    pub(super) is_weak: bool,
}

/// The tags of a list, until its end or to where it is malformed.
pub(super) fn listed_tags(list: &str) -> impl Iterator<Item = ListedTag<'_>> {
    let mut rest = list;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let weak = rest.strip_prefix("W/");
        let (digits, after) = weak.unwrap_or(rest).strip_prefix('"')?.split_once('"')?;
        rest = after;
        Some(ListedTag { digits, is_weak: weak.is_some() })
    })
}

/// A strong tag that depends on the body alone: the 128-bit XXH3 of its plain bytes, in hex. Each encoded form has the
/// same digits with the encoding's name behind them (`"…-gzip"`), because a strong tag stands for exact bytes.
///
/// A tag tells the versions of one URL's answer apart and guards nothing, so a fast hash is enough: 128 bits leave no
/// chance of two versions meeting by accident, and a 500-row answer takes 10 µs, where SHA-256 takes more than
/// writing the rows does.
///
/// An answer that has a version has it in front (`"41-…"`), so that a later `If-Match` tells on which one it is based.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityTag {
    version: Option<String>,
    digits: [u8; DIGITS],
}

impl EntityTag {
    /// The tag of a body, which is given plain, and of its version, where the answer has one.
    pub fn of(body: &[u8], version: Option<String>) -> EntityTag {
        let mut digits = [0; DIGITS];
        let digest = XxHash3_128::oneshot(body).to_be_bytes();
        for (pair, byte) in digits.chunks_exact_mut(2).zip(digest) {
            pair[0] = b"0123456789abcdef"[usize::from(byte >> 4)];
            pair[1] = b"0123456789abcdef"[usize::from(byte & 15)];
        }
        EntityTag { version, digits }
    }

    /// The header's value for the body in one form, quotes included.
    pub fn header(&self, coding: ContentCoding) -> HeaderValue {
        let mut quoted = Vec::with_capacity(DIGITS + 8);
        quoted.push(b'"');
        if let Some(version) = &self.version {
            quoted.extend_from_slice(version.as_bytes());
            quoted.push(b'-');
        }
        quoted.extend_from_slice(&self.digits);
        if coding != ContentCoding::Identity {
            quoted.push(b'-');
            quoted.extend_from_slice(coding.name().as_bytes());
        }
        quoted.push(b'"');
        // Letters and digits in quotes are always a header value.
        HeaderValue::from_maybe_shared(Bytes::from(quoted)).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// True when `If-None-Match` names this tag, in any of its lines, weak or strong, in any form, or `*`.
    pub fn is_named_by(&self, headers: &HeaderMap) -> bool {
        headers.get_all(IF_NONE_MATCH).iter().any(|line| line.to_str().is_ok_and(|line| self.is_in(line)))
    }

    /// True when a list of entity tags holds this one. A malformed rest of a list names nothing.
    fn is_in(&self, list: &str) -> bool {
        if list.trim() == "*" {
            return true;
        }
        listed_tags(list).any(|tag| self.is_tag(tag.digits))
    }

    fn is_tag(&self, tag: &str) -> bool {
        let tag = match &self.version {
            Some(version) => tag.strip_prefix(version.as_str()).and_then(|tag| tag.strip_prefix('-')),
            None => Some(tag),
        };
        let Some(form) = tag.and_then(|tag| tag.as_bytes().strip_prefix(&self.digits)) else { return false };
        let Some(name) = form.strip_prefix(b"-") else { return form.is_empty() };
        ContentCoding::ENCODED.iter().any(|coding| coding.name().as_bytes() == name)
    }
}

/// The versions that `If-Match` names, and `*`; none where it was not sent. A tag that has no version names none: what is based on
/// it matches nothing.
pub(super) fn versions_of_if_match(headers: &HeaderMap) -> Option<Vec<String>> {
    let mut lines = headers.get_all(IF_MATCH).iter().peekable();
    lines.peek()?;
    let mut versions = Vec::new();
    for line in lines.filter_map(|line| line.to_str().ok()) {
        if line.trim() == "*" {
            versions.push("*".to_owned());
        }
        // A weak tag stands for no exact bytes, and `If-Match` compares strongly (RFC 9110, section 13.1.1).
        for tag in listed_tags(line).filter(|tag| !tag.is_weak).take(MOST_NAMED) {
            if let Some((version, digest)) = tag.digits.split_once('-')
                && digest.len() >= DIGITS
            {
                versions.push(version.to_owned());
            }
        }
    }
    versions.truncate(MOST_NAMED);
    Some(versions)
}

/// Tells what may be the version of an answer.
pub(super) fn is_version(text: &str) -> bool {
    (1..=MOST_VERSION_CHARACTERS).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
