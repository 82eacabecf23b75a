//! A text cut into the blocks that stand at its top, each with its lines as they were written.
//!
//! Always true here: the parser makes at most [`MOST_NODES`] nodes of a text, and is ended at them.

use comrak::nodes::{AstNode, ListType, NodeValue, TableAlignment};
use comrak::{Arena, Options};
use quarry_text_prices::{Mark, Price, widest_table};

/// Nodes that the parser may make, of 80 bytes: those of a page that costs as much as it may, and a third of an instance's memory. The parser
/// looks behind some hundred lines, so wide tables, whose short rows it fills up, are counted before.
const MOST_NODES: usize = 210_000;
/// Columns of a table from which on its cells are counted before it is read.
const MOST_COLUMNS: usize = 400;
/// Pieces of a text; a page has at most 2,000 blocks, and some pieces become none.
const MOST_PIECES: usize = 20_000;

/// A text of which the parser would make too many nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooManyNodes;

/// The kind of a piece.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Form {
    Paragraph,
    Heading { level: u8 },
    List { is_ordered: bool, items: Vec<Item> },
    Quote,
    Code { info: String, literal: String },
    Table { alignments: Vec<&'static str> },
    Divider,
    Html,
    FrontMatter,
    Footnote,
}

/// An item of a list: its first line, counted from the piece's, and for a task whether it is done.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    pub(crate) line: usize,
    pub(crate) done: Option<bool>,
}

/// A block at the top of a text, and its lines, counted from 0.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) form: Form,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A text that is cut.
#[derive(Debug, Default)]
pub(crate) struct Cut {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) within: Within,
    pub(crate) rows: Vec<Row>,
}

/// Lines of what stands within lists, quotes and footnotes, from the first one to behind the last one.
#[derive(Debug, Default)]
pub(crate) struct Within {
    code: Vec<(usize, usize)>,
    html: Vec<(usize, usize)>,
    /// Those that are rows of tables, wherever the tables stand.
    rows: Vec<usize>,
}

impl Within {
    pub(crate) fn is_code(&self, line: usize) -> bool {
        has(&self.code, line)
    }

    pub(crate) fn is_row(&self, line: usize) -> bool {
        self.rows.binary_search(&line).is_ok()
    }

    pub(crate) fn has_html(&self, start: usize, end: usize) -> bool {
        let before = self.html.partition_point(|(from, _)| *from < end);
        before.checked_sub(1).and_then(|last| self.html.get(last)).is_some_and(|(_, to)| start < *to)
    }

    pub(crate) fn is_html(&self, line: usize) -> bool {
        has(&self.html, line)
    }
}

fn has(ranges: &[(usize, usize)], line: usize) -> bool {
    let before = ranges.partition_point(|(start, _)| *start <= line);
    before.checked_sub(1).and_then(|last| ranges.get(last)).is_some_and(|(_, end)| line < *end)
}

/// A row of a table below its head, wherever the table stands.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) line: usize,
    /// Bytes of the line in front of it.
    pub(crate) start: usize,
    pub(crate) columns: usize,
}

impl Piece {
    pub(crate) fn text(&self, lines: &[&str]) -> String {
        lines[self.start..self.end].join("\n")
    }
}

/// Options by which Markdown is read here.
pub(crate) fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.tasklist = true;
    options.extension.footnotes = true;
    options.parse.leave_footnote_definitions = true;
    options
}

/// The lines of a text, which end with a line feed alone.
pub(crate) fn lines_of(text: &str) -> Vec<&str> {
    text.split('\n').collect()
}

/// Reads a text as Markdown.
pub(crate) fn parsed<'a>(
    arena: &'a Arena<'a>,
    text: &str,
    options: &Options<'_>,
) -> Result<&'a AstNode<'a>, TooManyNodes> {
    if widest_table(text) > MOST_COLUMNS && Price::of(text).count(Mark::Cell) > Mark::Cell.most_of_page() {
        return Err(TooManyNodes);
    }
    comrak::try_parse_document(arena, text, options, &|| arena.len() > MOST_NODES).map_err(|_| TooManyNodes)
}

/// Cuts it. Each line that is not blank is in exactly one piece.
pub(crate) fn pieces(text: &str, lines: &[&str], may_have_front_matter: bool) -> Result<Cut, TooManyNodes> {
    let arena = Arena::new();
    let mut options = options();
    if may_have_front_matter {
        options.extension.front_matter_delimiter = Some("---".to_owned());
    }
    let root = parsed(&arena, text, &options)?;
    if root.children().count() > MOST_PIECES {
        return Err(TooManyNodes);
    }
    let mut found: Vec<Piece> = root.children().map(|node| piece_of(node, lines.len())).collect();
    found.sort_by_key(|piece| piece.start);
    let mut whole: Vec<Piece> = Vec::with_capacity(found.len());
    let mut from = 0;
    let starts: Vec<usize> = found.iter().map(|piece| piece.start).collect();
    for (index, mut piece) in found.into_iter().enumerate() {
        piece.start = piece.start.max(from);
        piece.end = piece.end.min(starts.get(index + 1).copied().unwrap_or(lines.len())).max(piece.start);
        while piece.end > piece.start && is_blank(lines[piece.end - 1]) {
            piece.end -= 1;
        }
        add_gap(&mut whole, lines, from, piece.start);
        from = piece.end;
        if piece.end > piece.start {
            whole.push(piece);
        }
    }
    add_gap(&mut whole, lines, from, lines.len());
    let (within, rows) = inner(root);
    Ok(Cut { pieces: whole, within, rows })
}

/// What stands within the pieces and is read by itself: code, HTML, and rows of tables.
fn inner<'a>(root: &'a AstNode<'a>) -> (Within, Vec<Row>) {
    let (mut within, mut rows, mut columns) = (Within::default(), Vec::new(), 0);
    for node in root.descendants() {
        let data = node.data.borrow();
        let (start, end) = (data.sourcepos.start.line.saturating_sub(1), data.sourcepos.end.line);
        let is_at_top = node.parent().is_none_or(|parent| parent.parent().is_none());
        match &data.value {
            // The parser places some ends too far behind.
            NodeValue::CodeBlock(code) if !is_at_top => {
                let fences = if code.fenced { 2 } else { 0 };
                within.code.push((start, end.min(start + code.literal.matches('\n').count() + fences)));
            }
            NodeValue::HtmlBlock(html) if !is_at_top => {
                within.html.push((start, end.min(start + html.literal.matches('\n').count())));
            }
            NodeValue::Table(table) => columns = table.num_columns,
            NodeValue::TableRow(true) => within.rows.push(start),
            NodeValue::TableRow(false) => {
                within.rows.push(start);
                rows.push(Row { line: start, start: data.sourcepos.start.column.saturating_sub(1), columns });
            }
            _ => {}
        }
    }
    within.code.sort_unstable();
    within.html.sort_unstable();
    within.rows.sort_unstable();
    (within, rows)
}

/// Lines that the parser took for definitions of links, or left out: nothing that was written goes.
fn add_gap(whole: &mut Vec<Piece>, lines: &[&str], start: usize, end: usize) {
    let mut from = None;
    for (line, text) in lines.iter().enumerate().take(end).skip(start) {
        match (from, is_blank(text)) {
            (None, false) => from = Some(line),
            (Some(start), true) => {
                whole.push(Piece { form: Form::Paragraph, start, end: line });
                from = None;
            }
            _ => {}
        }
    }
    if let Some(start) = from {
        whole.push(Piece { form: Form::Paragraph, start, end });
    }
}

pub(crate) fn is_blank(line: &str) -> bool {
    line.chars().all(|character| matches!(character, ' ' | '\t'))
}

fn piece_of<'a>(node: &'a AstNode<'a>, count: usize) -> Piece {
    let data = node.data.borrow();
    let start = data.sourcepos.start.line.saturating_sub(1).min(count);
    let form = match &data.value {
        NodeValue::Heading(heading) => Form::Heading { level: heading.level },
        NodeValue::List(list) => {
            let items = node.children().map(|item| {
                let item = item.data.borrow();
                let done = match &item.value {
                    NodeValue::TaskItem(task) => Some(task.symbol.is_some()),
                    _ => None,
                };
                Item { line: item.sourcepos.start.line.saturating_sub(1).saturating_sub(start), done }
            });
            Form::List { is_ordered: list.list_type == ListType::Ordered, items: items.collect() }
        }
        NodeValue::BlockQuote | NodeValue::MultilineBlockQuote(_) => Form::Quote,
        NodeValue::CodeBlock(code) => Form::Code { info: code.info.clone(), literal: code.literal.clone() },
        NodeValue::Table(table) => Form::Table { alignments: table.alignments.iter().map(word).collect() },
        NodeValue::ThematicBreak => Form::Divider,
        NodeValue::HtmlBlock(_) => Form::Html,
        NodeValue::FrontMatter(_) => Form::FrontMatter,
        NodeValue::FootnoteDefinition(_) => Form::Footnote,
        _ => Form::Paragraph,
    };
    Piece { form, start, end: data.sourcepos.end.line.clamp(start, count) }
}

fn word(alignment: &TableAlignment) -> &'static str {
    match alignment {
        TableAlignment::None => "none",
        TableAlignment::Left => "left",
        TableAlignment::Center => "center",
        TableAlignment::Right => "right",
    }
}

/// The alignments of the columns of a table in Markdown; empty where the text is no table.
pub(crate) fn table_alignments(body: &str) -> Vec<&'static str> {
    let pieces = pieces(body, &lines_of(body), false).unwrap_or_default();
    match pieces.pieces.into_iter().next().map(|piece| piece.form) {
        Some(Form::Table { alignments }) => alignments,
        _ => Vec::new(),
    }
}
