//! The forms in which people write blocks.

use crate::fenced::{self, fence_around};
use crate::{Content, FileNames};
use quarry_research_pages::blocks::BlockKind;
use serde_json::Value as Json;

/// The folder of pictures and files in a bundle, and in the paths that stand for them.
pub(crate) const FILES: &str = "files/";
/// An empty paragraph, which Markdown has no form for.
pub(crate) const EMPTY: &str = "&nbsp;";

/// Writes a canonical block. `marker`: that of a task, which must be another one than that of a list beside it.
pub(crate) fn write(block: &Content, names: &FileNames, marker: char) -> String {
    let Content { kind, body, attrs } = block;
    match kind {
        BlockKind::Paragraph if body.is_empty() => EMPTY.to_owned(),
        BlockKind::Paragraph | BlockKind::List | BlockKind::Table => body.clone(),
        BlockKind::Heading => {
            let level = attrs["level"].as_u64().and_then(|level| usize::try_from(level).ok()).unwrap_or(1);
            format!("{} {body}", "#".repeat(level)).trim_end().to_owned()
        }
        BlockKind::Todo => {
            let mark = if attrs["checked"] == true { 'x' } else { ' ' };
            format!("{marker} [{mark}] {}", indented(body))
        }
        BlockKind::Quote => quoted(body),
        BlockKind::Callout => {
            let tone = attrs["tone"].as_str().unwrap_or("note").to_uppercase();
            match body.is_empty() {
                true => format!("> [!{tone}]"),
                false => format!("> [!{tone}]\n{}", quoted(body)),
            }
        }
        BlockKind::Code => {
            let fence = fence_around(body);
            let language = attrs["language"].as_str().unwrap_or_default();
            let body = if body.is_empty() { String::new() } else { format!("{body}\n") };
            format!("{fence}{language}\n{body}{fence}")
        }
        BlockKind::Divider if body.is_empty() => "***".to_owned(),
        BlockKind::Image if body.is_empty() => format!("!{}", link(attrs, names, None)),
        BlockKind::File if body.is_empty() => link(attrs, names, Some("file")),
        _ => fenced::write(block),
    }
}

fn quoted(body: &str) -> String {
    let line = |line: &str| if line.is_empty() { ">".to_owned() } else { format!("> {line}") };
    body.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Lines behind the first one belong to the item.
fn indented(body: &str) -> String {
    let mut lines = body.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| if line.is_empty() { text + "\n" } else { text + "\n  " + line })
}

fn link(attrs: &Json, names: &FileNames, without_alt: Option<&str>) -> String {
    let upload_id = attrs["upload_id"].as_i64().unwrap_or_default();
    let name = names.get(&upload_id).map(String::as_str);
    let text = attrs["alt"].as_str().or(without_alt.map(|word| name.unwrap_or(word))).unwrap_or_default();
    let caption = match attrs["caption"].as_str() {
        Some(caption) => format!(" \"{}\"", escaped(caption, "\\\"&")),
        None => String::new(),
    };
    format!("[{}]({}{caption})", escaped(text, "\\[]`*_<>&~!:^"), picture_and_file_path(upload_id, name))
}

fn escaped(text: &str, marks: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, character| {
        if marks.contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
        escaped
    })
}

/// The path that stands for an upload: `files/31/liquidations.png`, whose name says nothing to an import.
pub fn picture_and_file_path(upload_id: i64, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{FILES}{upload_id}/{}", percent_encoded(name)),
        None => format!("{FILES}{upload_id}"),
    }
}

fn percent_encoded(name: &str) -> String {
    let mut encoded = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            true => encoded.push(char::from(byte)),
            false => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// The upload that a path of this form names, and the name in it.
pub(crate) fn upload_of(path: &str) -> Option<(i64, Option<String>)> {
    let rest = path.strip_prefix("./").unwrap_or(path).strip_prefix(FILES)?;
    let (digits, name) = rest.split_once('/').map_or((rest, None), |(digits, name)| (digits, Some(name)));
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let id = digits.parse().ok().filter(|_| is_number)?;
    Some((id, name.map(percent_decoded)))
}

pub(crate) fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut decoded, mut place) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(place) {
        let hex = text.get(place + 1..place + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match hex {
            Some(value) if byte == b'%' => {
                decoded.push(value);
                place += 3;
            }
            _ => {
                decoded.push(byte);
                place += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
