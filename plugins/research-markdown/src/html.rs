//! Blocks of HTML as Markdown: tables, pictures, links, headings, lists and the text of the rest. Nothing of it stays active.

use crate::html_frames::{Frame, Frames};
use crate::html_names::is_markup;
use crate::html_tables::Table;
use crate::html_tokens::{COMMENT_NOT_KEPT, DROPPED, NOT_KEPT, Tag, end_of_element, tag_at};
use crate::notes::Notes;
use crate::references::Destination;

/// Elements that part paragraphs and say nothing more.
const PARTS: &[&str] = &[
    "p",
    "div",
    "section",
    "article",
    "aside",
    "header",
    "footer",
    "main",
    "nav",
    "figure",
    "figcaption",
    "dl",
    "dt",
    "dd",
    "details",
    "center",
    "body",
    "html",
    "address",
    "colgroup",
    "tbody",
    "thead",
    "tfoot",
    "caption",
    "ul",
    "ol",
    "blockquote",
    "pre",
];
/// Elements whose look Markdown has a mark for.
const MARKS: &[(&str, &str)] = &[
    ("b", "**"),
    ("strong", "**"),
    ("i", "*"),
    ("em", "*"),
    ("code", "`"),
    ("del", "~~"),
    ("s", "~~"),
    ("strike", "~~"),
];

/// Tables in each other. What lies deeper is the text of the cell: every table writes those within it once more.
const MOST_TABLES: usize = 8;
/// Cells with which the rows of a text's tables are filled up at most.
const MOST_CELLS_FILLED: usize = 20_000;

/// Markdown that says what a block of HTML says.
pub(crate) fn to_markdown(html: &str, notes: &mut Notes, line: usize) -> String {
    let (tables, addresses) = (Vec::new(), Vec::new());
    let (written, frames) = (String::new(), Frames::default());
    let mut writing = Writing { notes, line, written, frames, tables, deeper: 0, filled: MOST_CELLS_FILLED, addresses };
    let mut place = 0;
    while place < html.len() {
        place += writing.step(&html[place..]);
    }
    while !writing.tables.is_empty() {
        writing.end_table();
    }
    writing.frames.close(|_| true, &mut writing.written);
    writing.written
}

struct Writing<'a> {
    notes: &'a mut Notes,
    line: usize,
    written: String,
    frames: Frames,
    tables: Vec<Table>,
    /// Tables that are open within the innermost one and have none of their own.
    deeper: usize,
    /// Cells with which short rows may still be filled up.
    filled: usize,
    addresses: Vec<Option<Destination>>,
}

impl Writing<'_> {
    fn push(&mut self, text: &str) {
        let Some(table) = self.tables.last_mut() else { return self.written.push_str(text) };
        if let (true, Some(cell)) = (table.has_cell, table.rows.last_mut().and_then(|row| row.last_mut())) {
            cell.push_str(&text.replace('\n', " ").replace('|', "\\|"));
        } else if !text.trim().is_empty() {
            // A caption, or text that stands beside the cells.
            self.written.push_str(&format!("{}\n\n", text.trim()));
        }
    }

    fn step(&mut self, rest: &str) -> usize {
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find("-->");
            let text = comment[..end.unwrap_or(comment.len())].trim();
            self.notes.add(self.line, text, COMMENT_NOT_KEPT);
            self.notes.add_markup(self.line, text);
            self.line += text.matches('\n').count();
            return end.map_or(rest.len(), |end| end + 7);
        }
        if let Some(tag) = tag_at(rest).filter(is_markup) {
            let length = tag.length;
            self.notes.add_markup(self.line, &rest[..length]);
            return match DROPPED.contains(&tag.name.as_str()) && !tag.is_end {
                true => self.dropped(&tag.name, &rest[..length], &rest[length..]) + length,
                false => {
                    self.line += rest[..length].matches('\n').count();
                    self.tag(&tag);
                    length
                }
            };
        }
        let is_prose = rest.starts_with('<') && (self.frames.is_in_code() || !self.tables.is_empty());
        if rest.starts_with('<') && !is_prose {
            self.push("\\");
        }
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find('<').map_or(rest.len(), |end| end + first);
        self.text(&rest[..end])
    }

    /// Lines lose their indentation, which would make code of them.
    fn text(&mut self, text: &str) -> usize {
        let is_outside = self.tables.is_empty();
        if is_outside && self.frames.is_in_code() {
            self.line += text.matches('\n').count();
            self.written.push_str(text);
            return text.len();
        }
        let lines: Vec<&str> = text.split('\n').collect();
        self.line += lines.len() - 1;
        let trimmed =
            |(place, line): (usize, &&str)| if place == 0 { (*line).to_owned() } else { line.trim_start().to_owned() };
        let joined =
            lines.iter().enumerate().map(trimmed).collect::<Vec<_>>().join(if is_outside { "\n" } else { " " });
        self.push(&joined);
        text.len()
    }

    fn dropped(&mut self, name: &str, opening: &str, behind: &str) -> usize {
        self.notes.add(self.line, &format!("<{name}>"), NOT_KEPT);
        let end = end_of_element(name, opening, behind).unwrap_or(behind.len());
        self.notes.add_markup(self.line, &behind[..end]);
        self.line += opening.matches('\n').count() + behind[..end].matches('\n').count();
        end
    }

    fn tag(&mut self, tag: &Tag) {
        let value =
            |wanted: &str| tag.attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
        let title = || value("title").map(str::to_owned);
        if self.tables.is_empty() && self.frame(tag, value("start")) {
            return;
        }
        match (tag.name.as_str(), tag.is_end) {
            ("table", false) if self.tables.len() == MOST_TABLES => self.deeper += 1,
            ("table", true) if self.deeper > 0 => self.deeper -= 1,
            ("table", false) => self.tables.push(Table::default()),
            ("table", true) => self.end_table(),
            ("tr" | "td" | "th", _) if self.deeper > 0 => self.push(" "),
            ("tr", false) => {
                if let Some(table) = self.tables.last_mut() {
                    table.end_cell();
                    table.rows.push(Vec::new());
                }
            }
            ("td" | "th", false) => {
                let columns = value("colspan").and_then(|columns| columns.parse().ok()).unwrap_or(1_usize).clamp(1, 64);
                if columns > 1 || value("rowspan").is_some_and(|rows| rows != "1") {
                    self.notes.add(
                        self.line,
                        "colspan, rowspan",
                        "Cells of a table stand alone here: its text is in the first one.",
                    );
                }
                if let Some(table) = self.tables.last_mut() {
                    table.begin_cell(columns, value("align").or(value("style")).unwrap_or_default());
                }
            }
            ("td" | "th", true) => {
                if let Some(table) = self.tables.last_mut() {
                    table.end_cell();
                }
            }
            ("img", false) => {
                let picture = Destination { url: value("src").unwrap_or_default().to_owned(), title: title() };
                let alt = value("alt").unwrap_or_default().replace(['[', ']', '\n'], " ");
                self.push(&format!("![{alt}]{}", picture.written()));
                if value("width").or(value("height")).or(value("style")).is_some() {
                    self.notes.add(self.line, &picture.url, "Pictures have the width of the page.");
                }
            }
            ("a", false) => {
                let target = value("href").map(|url| Destination { url: url.to_owned(), title: title() });
                self.push(if target.is_some() { "[" } else { "" });
                self.addresses.push(target);
            }
            ("a", true) => {
                if let Some(Some(target)) = self.addresses.pop() {
                    self.push(&format!("]{}", target.written()));
                }
            }
            ("iframe" | "video" | "audio" | "embed" | "source", false) => {
                if let Some(source) = value("src") {
                    self.push(&format!(
                        "\n\n[{}]{}\n\n",
                        source,
                        Destination { url: source.to_owned(), title: None }.written()
                    ));
                    self.notes.add(self.line, source, "What another page shows here becomes a link to it.");
                }
            }
            ("br", _) => self.push(if self.tables.is_empty() { "\\\n" } else { " " }),
            ("hr", _) => self.push("\n\n***\n\n"),
            ("li", false) => self.push("\n- "),
            ("summary", is_end) => {
                self.push(if is_end { "**\n\n" } else { "\n\n**" });
                if !is_end {
                    self.notes.add(self.line, "<details>", "A part that folds stands open: its text is kept.");
                }
            }
            ("input", false) if value("type") == Some("checkbox") => {
                self.push(if value("checked").is_some() { "[x] " } else { "[ ] " });
            }
            (name, is_end) => self.other(name, is_end),
        }
    }

    /// Opens or ends what stands around text; false of other elements.
    fn frame(&mut self, tag: &Tag, start: Option<&str>) -> bool {
        let (frames, written) = (&mut self.frames, &mut self.written);
        match (tag.name.as_str(), tag.is_end) {
            ("pre", true) => frames.close(|frame| frame == Frame::Code, written),
            _ if frames.is_in_code() => {
                if tag.name == "br" {
                    written.push('\n');
                }
            }
            ("pre", false) => frames.open(Frame::Code, written),
            ("blockquote", false) => frames.open(Frame::Quote, written),
            ("blockquote", true) => frames.close(|frame| frame == Frame::Quote, written),
            ("ul", false) => frames.open(Frame::List(None), written),
            ("ol", false) => {
                let first = start.and_then(|start| start.parse().ok()).filter(|first| *first < 1_000_000_u32);
                frames.open(Frame::List(Some(first.unwrap_or(1))), written);
            }
            ("ul" | "ol", true) => frames.close(|frame| matches!(frame, Frame::List(_)), written),
            ("li", false) => return frames.open_item(written),
            ("li", true) => frames.close_item(written),
            _ => return false,
        }
        true
    }

    fn other(&mut self, name: &str, is_end: bool) {
        let level = name
            .strip_prefix('h')
            .and_then(|digit| digit.parse::<usize>().ok())
            .filter(|level| (1..=6).contains(level));
        if let Some((_, mark)) = MARKS.iter().find(|(known, _)| *known == name) {
            self.push(mark);
        } else if let ("sup" | "sub", false) = (name, is_end) {
            // Without a mark a power would be read as digits of the number before it.
            self.push(if name == "sup" { "^" } else { "\\_" });
        } else if let (Some(level), true) = (level, self.tables.is_empty()) {
            self.push(&if is_end { "\n\n".to_owned() } else { format!("\n\n{} ", "#".repeat(level)) });
        } else if PARTS.contains(&name) {
            match self.tables.is_empty() {
                true => self.frames.part(&mut self.written, "\n\n"),
                false => self.push(" "),
            }
        } else if !is_end && !matches!(name, "li" | "td" | "th" | "tr" | "col" | "span" | "font") {
            self.notes.add(self.line, &format!("<{name}>"), "The look of an element is not kept: its text is.");
        }
    }

    /// Writes the innermost table; one within a cell is the cell's text.
    fn end_table(&mut self) {
        let Some(mut table) = self.tables.pop() else { return };
        table.end_cell();
        if self.tables.is_empty() {
            return self.written.push_str(&table.written(&mut self.filled));
        }
        if let Some(text) = table.in_words() {
            self.notes.add(self.line, "<table>", "A table within a table becomes the text of its cell.");
            self.push(&format!(" {text} "));
        }
    }
}
