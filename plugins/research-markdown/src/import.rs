//! Markdown to blocks.
//!
//! Always true here: time and memory grow with the text alone. What would become more is refused.

use crate::canonical::canonical;
use crate::inline::{rewrite, tone_of};
use crate::notes::{NotKept, Notes};
use crate::pieces::{Form, Item, Piece, TooManyNodes, lines_of, pieces};
use crate::references::{Definitions, definition};
use crate::words::{heading, upload_alone};
use crate::{Content, containers, fenced, html};
use quarry_research_pages::blocks::{BlockKind, MOST_PAGE_BYTES};
use quarry_text_prices::{Mark, Price};
use serde_json::{Value as Json, json};

/// Levels of headings that a page has.
const LEVELS: u8 = 3;
/// Characters of a language.
const MOST_LANGUAGE: usize = 40;
/// Texts within texts: tables of HTML that end in the middle of something else. What lies deeper stays as it is.
const MOST_DEPTH: usize = 8;

/// A block of an import, and the line at which it began, from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedBlock {
    pub content: Content,
    pub line: usize,
}

/// The outcome of reading a text.
#[derive(Debug)]
pub struct Imported {
    pub blocks: Vec<ImportedBlock>,
    pub not_kept: Vec<NotKept>,
    /// The number of those that are not listed, because they are too many.
    pub further: usize,
}

/// The reason for which a text is not read: a sentence with the mark or the line that is too much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooDear(pub String);

impl TooDear {
    fn in_marks(text: &str) -> TooDear {
        let price = Price::of(text);
        TooDear(match price.over_page() {
            Some(excess) => excess.sentence(text, "page", 0),
            None => {
                let count = price.count(Mark::Any);
                format!("The text has {count} marks of Markdown, too many to be read at once: import it in parts.")
            }
        })
    }
}

/// Reads a text: CommonMark with tables, task lists, footnotes and alerts, and what other tools write beside that.
pub fn import(text: &str) -> Result<Imported, TooDear> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let text = containers::prepare(&text);
    let mut importing = Importing::default();
    let lines = lines_of(&text);
    let too_many = |_| TooDear::in_marks(&text);
    let mut found = pieces(&text, &lines, true).map_err(too_many)?;
    importing.take_definitions(&mut found, &lines);
    importing.read(&found, &lines, Place { line: 0, is_within: false, depth: 0 }).map_err(too_many)?;
    if let Some(line) = importing.larger_than_a_page {
        let sentence = format!(
            "From line {line} on the text becomes more than the {MOST_PAGE_BYTES} bytes of a page, because each link by reference takes its \
             address with it: import it in parts."
        );
        return Err(TooDear(sentence));
    }
    let mut blocks = importing.blocks;
    let mut unused: Vec<ImportedBlock> = Vec::new();
    for definition in importing.definitions.unused() {
        let body = format!("[{}]{}", definition.label, definition.destination.written());
        let content = Content { kind: BlockKind::Paragraph, body, attrs: json!({}) };
        unused.push(ImportedBlock { content, line: definition.line + 1 });
    }
    blocks.extend(unused);
    blocks.sort_by_key(|block| block.line);
    for block in &mut blocks {
        block.content = canonical(&block.content);
    }
    let (not_kept, further) = importing.notes.ended();
    Ok(Imported { blocks, not_kept, further })
}

/// Where a text stands in the whole.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    /// Lines of it are not those of the whole: it was made of HTML.
    is_within: bool,
    depth: usize,
}

impl Place {
    fn of(self, piece: usize) -> usize {
        if self.is_within { self.line } else { self.line + piece }
    }
}

#[derive(Default)]
struct Importing {
    definitions: Definitions,
    notes: Notes,
    blocks: Vec<ImportedBlock>,
    /// Bytes of their bodies.
    bytes: usize,
    /// The line with which they became more than a page may have.
    larger_than_a_page: Option<usize>,
}

impl Importing {
    /// Takes definitions of links from the beginnings of paragraphs, where alone they can stand.
    fn take_definitions(&mut self, found: &mut [Piece], lines: &[&str]) {
        for piece in found.iter_mut().filter(|piece| piece.form == Form::Paragraph) {
            while piece.start < piece.end {
                let Some((label, destination)) = definition(lines[piece.start]) else { break };
                if !self.definitions.add(label, destination, piece.start) {
                    self.notes.add(piece.start, lines[piece.start], "A link of that name is defined before.");
                }
                piece.start += 1;
            }
        }
    }

    fn read(&mut self, found: &[Piece], lines: &[&str], place: Place) -> Result<(), TooManyNodes> {
        let (mut index, mut may_close) = (0, true);
        while let Some(piece) = found.get(index) {
            index += 1;
            if self.larger_than_a_page.is_some() {
                break;
            }
            if piece.start >= piece.end {
                continue;
            }
            if piece.form != Form::Html {
                self.piece(piece, lines, place);
                continue;
            }
            // A table goes on to its end, over blank lines too.
            let opens = |line: &str| line.to_ascii_lowercase().contains("<table");
            let closes = |line: &str| line.to_ascii_lowercase().contains("</table");
            let mut end = piece.end;
            let text = &lines[piece.start..piece.end];
            let opened = text.iter().filter(|line| opens(line)).count();
            if may_close && opened > text.iter().filter(|line| closes(line)).count() {
                match lines[piece.end..].iter().position(|line| closes(line)) {
                    Some(more) => end += more + 1,
                    None => may_close = false,
                }
            }
            self.html(&lines[piece.start..end].join("\n"), Place { line: place.of(piece.start), ..place })?;
            while let Some(covered) = found.get(index).filter(|covered| covered.start < end) {
                index += 1;
                if covered.end > end {
                    let rest = lines[end..covered.end].join("\n");
                    self.nested(&rest, Place { line: place.of(end), ..place })?;
                }
            }
        }
        Ok(())
    }

    /// Reads a text that is part of the whole.
    fn nested(&mut self, text: &str, place: Place) -> Result<(), TooManyNodes> {
        if place.depth == MOST_DEPTH {
            self.push(BlockKind::Paragraph, text.replace('<', "\\<"), json!({}), place.line);
            return Ok(());
        }
        let lines = lines_of(text);
        let found = pieces(text, &lines, false)?;
        self.read(&found, &lines, Place { depth: place.depth + 1, ..place })
    }

    fn html(&mut self, text: &str, place: Place) -> Result<(), TooManyNodes> {
        if place.is_within {
            self.html_as_text(text, place.line);
            return Ok(());
        }
        let markdown = html::to_markdown(text, &mut self.notes, place.line);
        self.nested(&markdown, Place { is_within: true, ..place })
    }

    /// Made of HTML before, and HTML again: it was text there.
    fn html_as_text(&mut self, text: &str, line: usize) {
        self.push(BlockKind::Paragraph, text.replace('<', "\\<"), json!({}), line);
    }

    fn push(&mut self, kind: BlockKind, body: String, attrs: Json, line: usize) {
        self.bytes += body.len();
        if self.bytes > 2 * MOST_PAGE_BYTES {
            self.larger_than_a_page.get_or_insert(line + 1);
            return;
        }
        self.blocks.push(ImportedBlock { content: Content { kind, body, attrs }, line: line + 1 });
    }

    fn rewritten(&mut self, text: &str, line: usize) -> String {
        if self.larger_than_a_page.is_some() {
            return String::new();
        }
        rewrite(text, &self.definitions, &mut self.notes, line)
    }

    fn piece(&mut self, piece: &Piece, lines: &[&str], place: Place) {
        let (text, line) = (piece.text(lines), place.of(piece.start));
        match &piece.form {
            Form::Heading { level } => {
                let body = self.rewritten(&heading(&text), line);
                if *level > LEVELS {
                    let why = "A page has headings of three levels: it is one of the third.";
                    self.notes.add(line, &format!("heading of level {level}"), why);
                }
                self.push(BlockKind::Heading, body, json!({ "level": (*level).min(LEVELS) }), line);
            }
            Form::List { items, .. } if !items.is_empty() && items.iter().all(|item| item.done.is_some()) => {
                self.tasks(&lines[piece.start..piece.end], items, place.of(piece.start), place.is_within);
            }
            Form::List { is_ordered, .. } => {
                let body = self.rewritten(&text, line);
                self.push(BlockKind::List, body, json!({ "ordered": is_ordered }), line);
            }
            Form::Quote => self.quote(&text, line),
            Form::Code { info, literal } => self.code(info, literal, line),
            Form::Table { alignments } => {
                let body = self.rewritten(&text, line);
                self.push(BlockKind::Table, body, json!({ "alignments": alignments }), line);
            }
            Form::Divider => self.push(BlockKind::Divider, String::new(), json!({}), line),
            Form::FrontMatter => {
                let inner: Vec<&str> = text.lines().skip(1).filter(|line| *line != "---").collect();
                let why = "Properties at the head of a file stand as code: set those of the page by hand.";
                self.notes.add(line, "front matter", why);
                self.push(BlockKind::Code, inner.join("\n"), json!({ "language": "yaml" }), line);
            }
            Form::Html => self.html_as_text(&text, line),
            Form::Footnote => {
                let body = self.rewritten(&text, line);
                self.push(BlockKind::Paragraph, body, json!({}), line);
            }
            Form::Paragraph => self.paragraph(&text, line),
        }
    }

    fn paragraph(&mut self, text: &str, line: usize) {
        if let Some(block) = upload_alone(text) {
            return self.push(block.kind, block.body, block.attrs, line);
        }
        let trimmed = text.trim();
        if let Some(formula) = trimmed.strip_prefix("$$").and_then(|rest| rest.strip_suffix("$$"))
            && !formula.contains("$$")
            && !formula.trim().is_empty()
        {
            return self.push(BlockKind::Code, formula.trim().to_owned(), json!({ "language": "math" }), line);
        }
        let body = self.rewritten(text, line);
        if !body.trim().is_empty() {
            self.push(BlockKind::Paragraph, body, json!({}), line);
        }
    }

    fn tasks(&mut self, lines: &[&str], items: &[Item], line: usize, is_within: bool) {
        for (index, item) in items.iter().enumerate() {
            let end = items.get(index + 1).map_or(lines.len(), |next| next.line).min(lines.len());
            let Some((first, behind)) = lines.get(item.line..end).and_then(<[&str]>::split_first) else { continue };
            let offset = first.find('[').unwrap_or(2);
            let text = first.get(offset + 3..).unwrap_or_default();
            let dedented = behind.iter().map(|line| {
                let spaces = line.bytes().take(offset).take_while(|byte| *byte == b' ').count();
                &line[spaces..]
            });
            let body =
                std::iter::once(text.strip_prefix(' ').unwrap_or(text)).chain(dedented).collect::<Vec<_>>().join("\n");
            let at = if is_within { line } else { line + item.line };
            let body = self.rewritten(&body, at);
            self.push(BlockKind::Todo, body, json!({ "checked": item.done == Some(true) }), at);
        }
    }

    fn quote(&mut self, text: &str, line: usize) {
        let stripped = |line: &str| {
            let inner =
                line.trim_start_matches(' ').strip_prefix('>').map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
            inner.unwrap_or(line).to_owned()
        };
        let inner: Vec<String> = text.split('\n').map(stripped).collect();
        let mark = inner.first().and_then(|first| first.trim().strip_prefix("[!")?.split_once(']'));
        let Some((word, title)) = mark.map(|(word, title)| (word.to_owned(), title.to_owned())) else {
            let body = self.rewritten(&inner.join("\n"), line);
            return self.push(BlockKind::Quote, body, json!({}), line);
        };
        let (folds, title) = match title.strip_prefix(['-', '+']) {
            Some(title) => (true, title.trim()),
            None => (false, title.trim()),
        };
        let tone = tone_of(&word);
        if tone.is_none() {
            self.notes.add(line, &format!("[!{word}]"), "There is no callout of that name: it is a note.");
        } else if tone != Some(word.to_ascii_lowercase().as_str()) {
            let why =
                format!("A callout is a note, tip, important, warning or caution: it is a {}.", tone.unwrap_or("note"));
            self.notes.add(line, &format!("[!{word}]"), &why);
        }
        if folds {
            self.notes.add(line, "a callout that folds", "It stands open.");
        }
        let behind = inner[1..].join("\n");
        let body = match (title.is_empty(), behind.is_empty()) {
            (true, _) => behind,
            (false, true) => format!("**{title}**"),
            (false, false) => format!("**{title}**\n\n{behind}"),
        };
        let body = self.rewritten(&body, line);
        self.push(BlockKind::Callout, body, json!({ "tone": tone.unwrap_or("note") }), line);
    }

    fn code(&mut self, info: &str, literal: &str, line: usize) {
        match fenced::read(info, literal) {
            Some(Ok(block)) => return self.push(block.kind, block.body, block.attrs, line),
            Some(Err(why)) => self.notes.add(line, info, &why),
            None => {}
        }
        let language: String = info.chars().take(MOST_LANGUAGE).collect();
        if language != info {
            self.notes.add(line, info, "The language of code has 40 characters.");
        }
        let body = literal.strip_suffix('\n').unwrap_or(literal).to_owned();
        self.push(BlockKind::Code, body, json!({ "language": language }), line);
    }
}
