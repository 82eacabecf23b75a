//! Text within a block: links by reference take their addresses, pictures between `![[` and `]]` and in HTML become Markdown's, and
//! what is for machines goes. Code stays as it is.
//!
//! Always true here: from each place a bounded number of bytes is looked at, or what is looked for is known to be there, so the time grows
//! with the text alone.

use crate::code_runs::CodeRuns;
use crate::html_names::{is_markup, parts, wants_end};
use crate::html_tokens::{COMMENT_NOT_KEPT, DROPPED, NOT_KEPT, Tag, end_of_element, tag_at};
use crate::notes::Notes;
use crate::pieces::Within;
use crate::references::{Definitions, Destination};
use quarry_research_pages::blocks::MOST_BLOCK_BYTES;
use std::collections::HashMap;

/// Characters that are looked through for the end of a bracket.
const MOST_LABEL_BYTES: usize = 1_000;
/// Brackets within brackets.
const MOST_DEPTH: usize = 8;

/// Where a text stands.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    /// Its line in the whole, for what cannot be kept.
    pub(crate) line: usize,
    /// Its lines are not those of the whole: it was made of HTML.
    pub(crate) is_fixed: bool,
    /// Its line in the text that was cut.
    pub(crate) first: usize,
    /// The lines there that are code or HTML within lists and quotes.
    pub(crate) within: Option<&'a Within>,
}

impl At<'_> {
    /// The same place for a text that holds no blocks.
    pub(crate) fn outside(self) -> At<'static> {
        At { within: None, ..self }
    }

    /// So many lines further behind.
    pub(crate) fn behind(self, lines: usize) -> Self {
        let line = if self.is_fixed { self.line } else { self.line + lines };
        At { line, first: self.first + lines, ..self }
    }
}

/// The text as a block of a page holds it. A text that no block has room for stays.
pub(crate) fn rewrite(text: &str, definitions: &Definitions, notes: &mut Notes, at: At<'_>) -> String {
    if text.len() > MOST_BLOCK_BYTES {
        return text.to_owned();
    }
    let written = String::with_capacity(text.len());
    let apart = |line: usize| at.within.is_some_and(|within| within.is_code(at.first + line));
    let row = |line: usize| at.within.is_some_and(|within| within.is_row(at.first + line));
    let runs = CodeRuns::of(text, apart, row);
    let last_end = text.rfind('>').unwrap_or(0);
    let (line, endless, lists) = (at.line, Vec::new(), Vec::new());
    let mut rewriting = Rewriting {
        text,
        definitions,
        notes,
        at,
        line,
        written,
        runs,
        endless,
        ends: None,
        last_end,
        begins: 0,
        parting: None,
        lists,
    };
    let mut place = 0;
    while place < text.len() {
        place = rewriting.step(place);
        if rewriting.written.len() > 2 * MOST_BLOCK_BYTES {
            // No block has room for it; each link may have taken a long address.
            rewriting.written.push_str(&text[place..]);
            break;
        }
    }
    rewriting.written
}

struct Rewriting<'a> {
    text: &'a str,
    definitions: &'a Definitions,
    notes: &'a mut Notes,
    at: At<'a>,
    line: usize,
    written: String,
    runs: CodeRuns,
    /// Elements of which no end stands further behind: it is not looked for again, so the time grows with the text alone.
    endless: Vec<String>,
    /// Where the last end of each element stands, once somebody asked.
    ends: Option<HashMap<String, usize>>,
    /// The place of the last `>`: an element that begins behind it does not end.
    last_end: usize,
    /// Where in what is written the line or the cell begins.
    begins: usize,
    /// What stands in front of the next text, behind a break: elements that part were left out.
    parting: Option<String>,
    /// The lists of HTML that are open: the number of the next item, where items are numbered.
    lists: Vec<Option<usize>>,
}

impl Rewriting<'_> {
    /// Writes what stands there; the place behind it.
    fn step(&mut self, place: usize) -> usize {
        let rest = &self.text[place..];
        let begins_line = place == 0 || self.text.as_bytes()[place - 1] == b'\n';
        if begins_line && self.at.within.is_some_and(|within| within.is_code(self.at.first + self.line - self.at.line))
        {
            let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
            return self.copy(place, length);
        }
        match rest.as_bytes().first() {
            Some(b'\\') => self.copy(place, 1 + rest[1..].chars().next().map_or(0, char::len_utf8)),
            Some(b'`') => self.code(place),
            Some(b'!') if rest.starts_with("![[") => self.embedded(place),
            Some(b'!') if rest.starts_with("![") => {
                self.part();
                self.written.push('!');
                self.note_local_target(place + 1, true);
                self.bracket(place + 1)
            }
            Some(b'[') if rest.starts_with("[[") => self.between_notes(place),
            Some(b'[') => {
                self.note_local_target(place, false);
                self.bracket(place)
            }
            Some(b'<') => self.tag(place),
            _ => self.copy(place, rest.chars().next().map_or(1, char::len_utf8)),
        }
    }

    fn copy(&mut self, place: usize, length: usize) -> usize {
        let piece = &self.text[place..place + length];
        match piece {
            "|" => self.parting = None,
            "\n" => self.parting = self.parting.take().filter(|mark| !mark.is_empty()),
            " " | "\t" => {}
            _ => self.part(),
        }
        self.line += piece.matches('\n').count();
        self.written.push_str(piece);
        if matches!(piece, "\n" | "|") {
            self.begins = self.written.len();
        }
        place + length
    }

    /// Writes what parts the next text from the one before.
    fn part(&mut self) {
        let Some(mark) = self.parting.take() else { return };
        if !self.begins_line() {
            self.written.push_str("<br>");
        }
        self.written.push_str(&mark);
    }

    /// True where nothing is written of the line or the cell yet but marks of quotes and items.
    fn begins_line(&self) -> bool {
        let is_mark =
            |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'\t' | b'>' | b'-' | b'*' | b'+' | b'.' | b')');
        self.written[self.begins..].bytes().all(is_mark)
    }

    /// The line that is named in notes.
    fn line(&self) -> usize {
        if self.at.is_fixed { self.at.line } else { self.line }
    }

    /// Code between two runs of backticks of the same length.
    fn code(&mut self, place: usize) -> usize {
        let length = self.text.as_bytes()[place..].iter().take_while(|byte| **byte == b'`').count();
        let closing = self.runs.closing(length, place + length);
        self.copy(place, closing.map_or(length, |closing| closing + length - place))
    }

    /// `![[harbour.png|the harbour]]`.
    fn embedded(&mut self, place: usize) -> usize {
        let Some(inner) = within(&self.text[place..], "![[", "]]") else { return self.copy(place, 3) };
        self.part();
        // Within a table a backslash stands before the bar.
        let (target, alias) = inner.split_once("\\|").or_else(|| inner.split_once('|')).unwrap_or((inner, ""));
        let is_size = alias.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x');
        let alt = if is_size { target } else { alias };
        let picture = Destination { url: target.replace(' ', "%20"), title: None };
        self.notes.add_markup(self.line(), target);
        self.written.push_str(&format!("![{alt}]{}", picture.written()));
        self.notes.add(
            self.line(),
            target,
            "The picture or note did not come along: its place is kept, send it as an upload.",
        );
        if is_size && !alias.is_empty() {
            self.notes.add_markup(self.line(), alias);
            self.notes.add(self.line(), alias, "Pictures have the width of the page.");
        }
        place + inner.len() + 5
    }

    /// `[[Note|words]]` stays as it is written.
    fn between_notes(&mut self, place: usize) -> usize {
        let Some(inner) = within(&self.text[place..], "[[", "]]") else { return self.copy(place, 1) };
        self.notes.add(self.line(), inner, "A link between notes leads nowhere here: its text is kept.");
        self.copy(place, inner.len() + 4)
    }

    /// A link or a picture, by reference or with its address.
    fn bracket(&mut self, place: usize) -> usize {
        let Some(inner) = bracketed(&self.text[place..]) else { return self.copy(place, 1) };
        let behind = &self.text[place + inner.len() + 2..];
        if behind.starts_with('(') || inner.starts_with('^') {
            return self.copy(place, 1);
        }
        let label = behind.starts_with('[').then(|| bracketed(behind)).flatten();
        let named = label.filter(|label| !label.is_empty()).unwrap_or(inner);
        let Some(destination) = self.definitions.find(named) else { return self.copy(place, 1) };
        let destination = destination.written();
        let inside = rewrite(inner, self.definitions, self.notes, self.inside());
        self.part();
        self.written.push_str(&format!("[{inside}]{destination}"));
        if let Some(label) = label {
            self.notes.add_markup(self.line(), label);
        }
        self.line += inner.matches('\n').count();
        place + inner.len() + 2 + label.map_or(0, |label| label.len() + 2)
    }

    /// A text within brackets here.
    fn inside(&self) -> At<'static> {
        At { line: self.line, ..self.at.outside() }
    }

    /// Says where an address leads to a file that did not come along.
    fn note_local_target(&mut self, place: usize, is_picture: bool) {
        let Some(inner) = bracketed(&self.text[place..]) else { return };
        let behind = &self.text[place + inner.len() + 2..];
        let Some(target) = within(behind, "(", ")") else { return };
        let target = match target.strip_prefix('<') {
            Some(target) => target.split('>').next().unwrap_or_default(),
            None => target.split([' ', '\n']).next().unwrap_or_default(),
        };
        if target.is_empty() || target.starts_with(['#', '/']) || crate::natural::upload_of(target).is_some() {
            return;
        }
        let scheme = target.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        if matches!(scheme.as_deref(), None | Some("data")) {
            self.notes.add_markup(self.line(), target);
        }
        match (scheme.as_deref(), is_picture) {
            (Some("data"), true) => {
                self.notes.add(self.line(), "data:", "A picture within the text is not shown: send it as an upload.");
            }
            (Some("http" | "https"), true) => {
                self.notes.add(
                    self.line(),
                    target,
                    "A picture elsewhere is not fetched: its address and its place are kept.",
                );
            }
            (None, true) => self.notes.add(
                self.line(),
                target,
                "The picture did not come along: its place is kept, send it as an upload.",
            ),
            (None, false) => {
                self.notes.add(
                    self.line(),
                    target,
                    "The link leads to a file that did not come along: it is kept as written.",
                );
            }
            _ => {}
        }
    }

    /// The place behind what is for machines: a comment, or an element that is no text.
    fn unseen(&mut self, place: usize) -> Option<usize> {
        let rest = &self.text[place..];
        let (name, length) = match rest.strip_prefix("<!--") {
            Some(_) => (String::new(), 4),
            None => tag_at(rest).filter(|tag| !tag.is_end).map(|tag| (tag.name, tag.length))?,
        };
        let is_comment = name.is_empty();
        if self.endless.contains(&name) || !(is_comment || DROPPED.contains(&name.as_str())) {
            return None;
        }
        let (opening, behind) = rest.split_at(length);
        let end = match is_comment {
            true => behind.find("-->").map(|end| end + 3),
            false => end_of_element(&name, opening, behind),
        };
        let Some(end) = end else {
            self.endless.push(name);
            return None;
        };
        self.notes.add_markup(self.line(), &rest[..length + end]);
        match is_comment {
            true => self.notes.add(self.line(), behind[..end - 3].trim(), COMMENT_NOT_KEPT),
            false => self.notes.add(self.line(), &format!("<{name}>"), NOT_KEPT),
        }
        self.line += rest[..length + end].matches('\n').count();
        Some(place + length + end)
    }

    /// A picture or a link in HTML; other tags stay as they are and are never active, and those that part texts become breaks. What is no
    /// tag of HTML is text, and stays one.
    fn tag(&mut self, place: usize) -> usize {
        if let Some(behind) = self.unseen(place) {
            return behind;
        }
        let rest = &self.text[place..];
        if self.text[..place].ends_with("](") && rest.find(['>', '\n']).is_some_and(|end| rest[end..].starts_with('>'))
        {
            // The address of a link.
            return self.copy(place, 1);
        }
        let Some(tag) = tag_at(rest) else {
            // Instructions and declarations, which Markdown takes for HTML, unless nothing ends them.
            let is_html = rest.starts_with("<?") || rest.starts_with("<!");
            return if is_html && place < self.last_end { self.prose(place) } else { self.copy(place, 1) };
        };
        if !is_markup(&tag) || self.is_endless(&tag, place) {
            return self.prose(place);
        }
        let Tag { name, is_end, length, attributes } = tag;
        let value = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
        if self.is_taken_out(&name, is_end, &rest[length..]) {
            self.notes.add_markup(self.line(), &rest[..length]);
            self.line += rest[..length].matches('\n').count();
            return place + length;
        }
        match (name.as_str(), value("src"), value("href")) {
            ("img", Some(source), _) if !is_end => {
                self.part();
                let alt = value("alt").unwrap_or_default().replace(['[', ']', '\n'], " ");
                let picture = Destination { url: source.clone(), title: value("title") };
                self.written.push_str(&format!("![{alt}]{}", picture.written()));
                let why = "A picture elsewhere is not fetched: its address and its place are kept, its size is not.";
                self.notes.add(self.line(), &source, why);
                self.notes.add_markup(self.line(), &rest[..length]);
                self.line += rest[..length].matches('\n').count();
                place + length
            }
            ("a", _, Some(address)) if !is_end => {
                let behind = &rest[length..];
                let near = &behind[..behind.floor_char_boundary(MOST_LABEL_BYTES)];
                self.notes.add_markup(self.line(), &rest[..length]);
                let Some(end) = near.find("</a") else { return self.copy(place, length) };
                let inside = rewrite(&behind[..end], self.definitions, self.notes, self.inside());
                let target = Destination { url: address, title: value("title") };
                self.part();
                self.written.push_str(&format!("[{inside}]{}", target.written()));
                let closing = behind[end..].find('>').map_or(3, |closing| closing + 1);
                self.notes.add_markup(self.line(), &behind[end..end + closing]);
                self.line += rest[..length + end].matches('\n').count();
                place + length + end + closing
            }
            _ => {
                self.notes.add_markup(self.line(), &rest[..length]);
                self.copy(place, length)
            }
        }
    }

    /// Writes a `<` that begins no tag.
    fn prose(&mut self, place: usize) -> usize {
        self.part();
        self.written.push('\\');
        self.copy(place, 1)
    }

    /// True where somebody wrote `<address>` in a sentence: a tag that says nothing more and ends nowhere.
    fn is_endless(&mut self, tag: &Tag, place: usize) -> bool {
        if tag.is_end || !tag.attributes.is_empty() || !wants_end(&tag.name) {
            return false;
        }
        let text = self.text;
        let ends = self.ends.get_or_insert_with(|| {
            let is_end = |(place, _)| tag_at(&text[place..]).filter(|tag| tag.is_end).map(|tag| (tag.name, place));
            text.match_indices("</").filter_map(is_end).collect()
        });
        ends.get(&tag.name).is_none_or(|end| *end < place)
    }

    /// Takes out a tag that would part its text from what stands around it: a break stands in its place, and in front of an item its mark.
    fn is_taken_out(&mut self, name: &str, is_end: bool, behind: &str) -> bool {
        if matches!(name, "td" | "th") {
            self.written.push(' ');
            return true;
        }
        if matches!(name, "sup" | "sub") {
            // Without a mark a power would be read as digits of the number before it.
            if !is_end {
                self.part();
                self.written.push_str(if name == "sup" { "^" } else { "\\_" });
            }
            return true;
        }
        if !parts(name) || name == "hr" {
            let row = self.at.first + self.line - self.at.line;
            let is_html = self.at.within.is_some_and(|within| within.is_html(row));
            // Readers are shown nothing of what stands behind a tag that has a line to itself.
            let is_alone = self.begins_line() && behind.lines().next().is_none_or(|rest| rest.trim().is_empty());
            return is_html && (is_alone || matches!(name, "textarea" | "hr")) && !matches!(name, "img" | "a" | "br");
        }
        let mark = match (name, is_end) {
            ("ol", false) => {
                self.lists.push(Some(1));
                String::new()
            }
            ("ul", false) => {
                self.lists.push(None);
                String::new()
            }
            ("ul" | "ol", true) => {
                self.lists.pop();
                String::new()
            }
            ("li", false) => match self.lists.last_mut() {
                Some(Some(number)) => {
                    *number += 1;
                    format!("{}\\. ", *number - 1)
                }
                _ => "• ".to_owned(),
            },
            _ => self.parting.take().unwrap_or_default(),
        };
        self.parting = Some(mark);
        true
    }
}

/// The text between two marks, in one line.
fn within<'a>(text: &'a str, opening: &str, closing: &str) -> Option<&'a str> {
    let inner = text.strip_prefix(opening)?;
    let near = &inner[..inner.floor_char_boundary(MOST_LABEL_BYTES + closing.len())];
    let inner = &inner[..near.find(closing)?];
    (!inner.contains('\n')).then_some(inner)
}

/// The text in the square brackets that a text begins with.
fn bracketed(text: &str) -> Option<&str> {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (place, byte) in text.bytes().enumerate().take(MOST_LABEL_BYTES) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'[' if depth == MOST_DEPTH => return None,
            b'[' => depth += 1,
            b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[1..place]);
                }
            }
            b'\n' if text.as_bytes().get(place + 1) == Some(&b'\n') => return None,
            _ => {}
        }
    }
    None
}
