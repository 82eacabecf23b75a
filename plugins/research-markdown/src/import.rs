//! Markdown to blocks.
//!
//! Always true here: time and memory grow with the text alone. What would become more is refused. A word that readers are not shown of the
//! blocks is listed with its line.

use crate::canonical::canonical;
use crate::inline::{At, rewrite};
use crate::lost::note_lost_words;
use crate::notes::{NotKept, Notes};
use crate::pieces::{Cut, Form, Item, Piece, Row, TooManyNodes, Within, lines_of, pieces};
use crate::references::{Definitions, Destination, definition};
use crate::tones::tone_of;
use crate::words::{heading, upload_alone};
use crate::{Content, ImportedBlock, containers, fenced, html, rows};
use quarry_research_pages::blocks::{BlockKind, MOST_PAGE_BYTES};
use quarry_text_prices::{Mark, Price};
use serde_json::{Value as Json, json};
use std::borrow::Cow;

/// Levels of headings that a page has.
const LEVELS: u8 = 3;
/// Characters of a language.
const MOST_LANGUAGE: usize = 40;
/// Texts within texts: tables of HTML that end in the middle of something else. What lies deeper stays as it is.
const MOST_DEPTH: usize = 8;

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
    let text = with_line_feeds(text);
    let (blocks, definitions, mut notes) = read(&text)?;
    note_lost_words(&text, &blocks, &definitions, &mut notes);
    let (not_kept, further) = notes.ended();
    Ok(Imported { blocks, not_kept, further })
}

/// The blocks of a text, as an import makes them.
pub(crate) fn blocks_of(text: &str) -> Result<Vec<ImportedBlock>, TooDear> {
    Ok(read(&with_line_feeds(text))?.0)
}

fn with_line_feeds(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n")
}

fn read(text: &str) -> Result<(Vec<ImportedBlock>, Definitions, Notes), TooDear> {
    let mut importing = Importing::default();
    let text = containers::prepare(text, &mut importing.notes);
    let too_many = |_| TooDear::in_marks(&text);
    let place = Place { line: 0, is_within: false, depth: 0 };
    importing.whole(&text, place, true).map_err(too_many)?;
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
    Ok((blocks, importing.definitions, importing.notes))
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
    /// Reads a text whose rows are first brought within their tables' columns.
    fn whole(&mut self, text: &str, place: Place, is_file: bool) -> Result<(), TooManyNodes> {
        let mut lines = lines_of(text);
        let mut cut = pieces(text, &lines, is_file)?;
        let mended = self.mended(&lines, &cut.rows, place);
        if let Some(mended) = &mended {
            lines = lines_of(mended);
            cut = pieces(mended, &lines, is_file)?;
        }
        if is_file {
            self.take_definitions(&mut cut.pieces, &lines);
        }
        self.read(&cut, &lines, place)
    }

    /// The text without cells that tables have no columns for; none where there are no such cells.
    fn mended(&mut self, lines: &[&str], rows: &[Row], place: Place) -> Option<String> {
        let mut mended: Vec<(usize, String)> = Vec::new();
        for row in rows {
            let Some((before, cells)) = lines.get(row.line).and_then(|line| line.split_at_checked(row.start)) else {
                continue;
            };
            let Some((cells, further)) = rows::within_columns(cells, row.columns) else { continue };
            if let Some(further) = further {
                let why = "The row has more cells than the head of its table: its last cell has them.";
                self.notes.add(place.of(row.line), &further, why);
            }
            mended.push((row.line, format!("{before}{cells}")));
        }
        mended.sort_by_key(|(line, _)| *line);
        mended.dedup_by_key(|(line, _)| *line);
        let mut rows = mended.iter().peekable();
        let written = |(line, text): (usize, &&str)| {
            rows.next_if(|(row, _)| *row == line).map_or_else(|| (*text).to_owned(), |(_, row)| row.clone())
        };
        (!mended.is_empty()).then(|| lines.iter().enumerate().map(written).collect::<Vec<_>>().join("\n"))
    }

    /// Takes definitions of links from the beginnings of paragraphs, where alone they can stand.
    fn take_definitions(&mut self, found: &mut [Piece], lines: &[&str]) {
        for piece in found.iter_mut().filter(|piece| piece.form == Form::Paragraph) {
            while piece.start < piece.end {
                let Some((written, count, label, destination)) = first_definition(&lines[piece.start..piece.end])
                else {
                    break;
                };
                self.notes.add_markup(piece.start, &written);
                if !self.definitions.add(&label, destination, piece.start) {
                    self.notes.add(piece.start, &written, "A link of that name is defined before.");
                }
                piece.start += count;
            }
        }
    }

    fn read(&mut self, cut: &Cut, lines: &[&str], place: Place) -> Result<(), TooManyNodes> {
        let found = cut.pieces.as_slice();
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
                self.piece(piece, &cut.within, lines, place);
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
        self.whole(text, Place { depth: place.depth + 1, ..place }, false)
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

    fn rewritten(&mut self, text: &str, at: At<'_>) -> String {
        if self.larger_than_a_page.is_some() {
            return String::new();
        }
        let body = rewrite(text, &self.definitions, &mut self.notes, at);
        let count = text.split('\n').count();
        match at.within.is_some_and(|within| within.has_html(at.first, at.first + count)) {
            true => self.with_rows_of_text(body, at),
            false => body,
        }
    }

    /// The body within its tables' columns: what was taken for HTML, and is text now, may be rows.
    fn with_rows_of_text(&mut self, body: String, at: At<'_>) -> String {
        let lines = lines_of(&body);
        let place = Place { line: at.line, is_within: at.is_fixed, depth: 0 };
        match pieces(&body, &lines, false) {
            Ok(cut) => self.mended(&lines, &cut.rows, place).unwrap_or(body),
            Err(_) => body,
        }
    }

    fn piece(&mut self, piece: &Piece, within: &Within, lines: &[&str], place: Place) {
        let (text, line) = (piece.text(lines), place.of(piece.start));
        let at = At { line, is_fixed: place.is_within, first: piece.start, within: Some(within) };
        match &piece.form {
            Form::Heading { level } => {
                let body = self.rewritten(&heading(&text), at.outside());
                if *level > LEVELS {
                    let why = "A page has headings of three levels: it is one of the third.";
                    self.notes.add(line, &format!("heading of level {level}"), why);
                }
                self.push(BlockKind::Heading, body, json!({ "level": (*level).min(LEVELS) }), line);
            }
            Form::List { items, .. } if !items.is_empty() && items.iter().all(|item| item.done.is_some()) => {
                self.tasks(&lines[piece.start..piece.end], items, at);
            }
            Form::List { is_ordered, .. } => {
                let body = self.rewritten(&text, at);
                self.push(BlockKind::List, body, json!({ "ordered": is_ordered }), line);
            }
            Form::Quote => self.quote(&text, at),
            Form::Code { info, literal } => self.code(info, literal, line),
            Form::Table { alignments } => {
                let body = self.rewritten(&text, at);
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
                let body = self.rewritten(&text, at);
                self.push(BlockKind::Paragraph, body, json!({}), line);
            }
            Form::Paragraph => self.paragraph(&text, at),
        }
    }

    fn paragraph(&mut self, text: &str, at: At<'_>) {
        let line = at.line;
        if let Some(block) = upload_alone(text) {
            // Its address is that of the upload.
            self.notes.add_markup(line, text);
            return self.push(block.kind, block.body, block.attrs, line);
        }
        let trimmed = text.trim();
        if let Some(formula) = trimmed.strip_prefix("$$").and_then(|rest| rest.strip_suffix("$$"))
            && !formula.contains("$$")
            && !formula.trim().is_empty()
        {
            return self.push(BlockKind::Code, formula.trim().to_owned(), json!({ "language": "math" }), line);
        }
        let body = self.rewritten(text, at);
        if !body.trim().is_empty() {
            self.push(BlockKind::Paragraph, body, json!({}), line);
        }
    }

    fn tasks(&mut self, lines: &[&str], items: &[Item], at: At<'_>) {
        for (index, item) in items.iter().enumerate() {
            let end = items.get(index + 1).map_or(lines.len(), |next| next.line).min(lines.len());
            let Some((first, behind)) = lines.get(item.line..end).and_then(<[&str]>::split_first) else { continue };
            let offset = first.find('[').unwrap_or(2);
            let text = first.get(offset + 3..).unwrap_or_default();
            let mut body = text.strip_prefix(' ').unwrap_or(text).to_owned();
            for line in behind {
                body.push('\n');
                body.push_str(&dedented(line, offset));
            }
            let at = at.behind(item.line);
            let body = self.rewritten(&body, at);
            self.push(BlockKind::Todo, body, json!({ "checked": item.done == Some(true) }), at.line);
        }
    }

    fn quote(&mut self, text: &str, at: At<'_>) {
        let line = at.line;
        let stripped = |line: &str| {
            let inner =
                line.trim_start_matches(' ').strip_prefix('>').map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
            inner.unwrap_or(line).to_owned()
        };
        let inner: Vec<String> = text.split('\n').map(stripped).collect();
        let mark = inner.first().and_then(|first| first.trim().strip_prefix("[!")?.split_once(']'));
        let Some((word, title)) = mark.map(|(word, title)| (word.to_owned(), title.to_owned())) else {
            let body = self.rewritten(&inner.join("\n"), at);
            return self.push(BlockKind::Quote, body, json!({}), line);
        };
        let (folds, title) = match title.strip_prefix(['-', '+']) {
            Some(title) => (true, title.trim()),
            None => (false, title.trim()),
        };
        self.notes.add_markup(line, &word);
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
        let behind = self.rewritten(&inner[1..].join("\n"), at.behind(1));
        let title = self.rewritten(title, at.outside());
        let body = match (title.is_empty(), behind.is_empty()) {
            (true, _) => behind,
            (false, true) => format!("**{title}**"),
            (false, false) => format!("**{title}**\n\n{behind}"),
        };
        self.push(BlockKind::Callout, body, json!({ "tone": tone.unwrap_or("note") }), line);
    }

    fn code(&mut self, info: &str, literal: &str, line: usize) {
        match fenced::read(info, literal) {
            Some(Ok(block)) => {
                // It is taken as it was stored, and readers were shown no more of it there.
                self.notes.add_markup(line, info);
                self.notes.add_markup(line, literal);
                return self.push(block.kind, block.body, block.attrs, line);
            }
            Some(Err(why)) => self.notes.add(line, info, &why),
            None => {}
        }
        self.notes.add_markup(line, info);
        let language: String = info.chars().take(MOST_LANGUAGE).collect();
        if language != info {
            self.notes.add(line, info, "The language of code has 40 characters.");
        }
        let body = literal.strip_suffix('\n').unwrap_or(literal).to_owned();
        self.push(BlockKind::Code, body, json!({ "language": language }), line);
    }
}

/// The definition of a link that lines begin with, over as many lines as it takes: as it is written, their number, and what it says.
fn first_definition(lines: &[&str]) -> Option<(String, usize, String, Destination)> {
    (1..=3.min(lines.len())).rev().find_map(|count| {
        let written = lines[..count].join(" ");
        let (label, destination) = definition(&written)?;
        let label = label.to_owned();
        Some((written, count, label, destination))
    })
}

/// The line without so many columns of white space.
fn dedented(line: &str, columns: usize) -> Cow<'_, str> {
    let white = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if !line[..white.min(columns)].contains('\t') {
        return Cow::from(&line[white.min(columns)..]);
    }
    // A tab reaches to the next of the stops, four columns apart.
    let width =
        line[..white].bytes().fold(0_usize, |width, byte| if byte == b'\t' { width / 4 * 4 + 4 } else { width + 1 });
    Cow::from(format!("{}{}", " ".repeat(width.saturating_sub(columns)), &line[white..]))
}
