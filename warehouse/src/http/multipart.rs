//! `multipart/form-data` as the `clickhouse` crate writes it: one field `query`, and one `param_NAME` for each parameter.
//! A field is text; its headers are only read for the name.

use crate::engine::failure::{EngineFailure, code};

/// The boundary in a `Content-Type` of form data; `None` for every other type.
pub(crate) fn boundary(content_type: &str) -> Option<&str> {
    let (kind, rest) = content_type.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    rest.split(';').find_map(|part| part.trim().strip_prefix("boundary=")).map(|value| value.trim_matches('"'))
}

/// The fields of `body` in their order. A body that does not end in the closing boundary is an error.
pub(crate) fn fields(boundary: &str, body: &[u8]) -> Result<Vec<(String, Vec<u8>)>, EngineFailure> {
    let opening = format!("--{boundary}\r\n");
    let separator = format!("\r\n--{boundary}");
    let mut rest = body.strip_prefix(opening.as_bytes()).ok_or_else(malformed)?;
    let mut fields = Vec::new();
    loop {
        let (head, after) = split_at(rest, b"\r\n\r\n").ok_or_else(malformed)?;
        let (value, tail) = split_at(after, separator.as_bytes()).ok_or_else(malformed)?;
        fields.push((field_name(head).ok_or_else(malformed)?, value.to_vec()));
        if tail.starts_with(b"--") {
            return Ok(fields);
        }
        rest = tail.strip_prefix(b"\r\n").ok_or_else(malformed)?;
    }
}

fn field_name(head: &[u8]) -> Option<String> {
    let head = std::str::from_utf8(head).ok()?;
    let (_, rest) = head.split_once("name=\"")?;
    Some(rest.split_once('"')?.0.to_owned())
}

fn split_at<'a>(bytes: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = bytes.windows(separator.len()).position(|window| window == separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

fn malformed() -> EngineFailure {
    EngineFailure::new(code::NETWORK_ERROR, "NETWORK_ERROR", "The form data of the request is malformed or cut off")
}
