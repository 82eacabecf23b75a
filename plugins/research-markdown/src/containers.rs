//! Forms of other tools that CommonMark takes for paragraphs, put into forms that it knows, line by line: containers `:::`, admonitions
//! `!!!`, formulas between lines `$$`, and tables drawn with `+---+`. The number of lines stays, so a line that is named is the writer's.

use crate::notes::Notes;
use crate::pieces::is_blank;
use crate::tones::tone_of;
use std::borrow::Cow;

/// Containers in each other. Deeper ones are text: every container writes the lines within it once more.
const MOST_NESTED: usize = 8;

/// The text in forms that are known.
pub(crate) fn prepare(text: &str, notes: &mut Notes) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    prepared(&lines, 0, 0, notes).join("\n")
}

/// `first`: the number of the first line in the whole, counted from 0. `depth`: containers around these lines.
fn prepared<'a>(lines: &[&'a str], first: usize, depth: usize, notes: &mut Notes) -> Vec<Cow<'a, str>> {
    let mut prepared: Vec<Cow<'_, str>> = Vec::with_capacity(lines.len());
    let (mut place, mut fence) = (0, None);
    // A search for an end that found none is not made again: the time grows with the text alone.
    let (mut ends_formula, mut ends) = (true, ContainerEnds::default());
    while let Some(line) = lines.get(place) {
        let rest = &lines[place + 1..];
        if let Some(open) = fence {
            if closes(line, open) {
                fence = None;
            }
        } else if let Some(open) = opened(line) {
            fence = Some(open);
        } else if depth < MOST_NESTED
            && let Some((tone, title)) = container(line)
        {
            if let Some(length) = ends.find(line, rest) {
                notes.add_markup(first + place, mark_of(line, title));
                if is_spoiler(line) {
                    notes.add(first + place, line.trim(), "A part that folds stands open: its text is kept.");
                }
                prepared.push(callout(tone, title).into());
                let inner = self::prepared(&rest[..length], first + place + 1, depth + 1, notes);
                prepared.extend(inner.into_iter().map(|line| Cow::from(format!("> {line}"))));
                prepared.push("".into());
                place += length + 2;
                continue;
            }
        } else if let Some((tone, title)) = admonition(line) {
            let is_inside = |line: &&&str| line.starts_with("    ") || is_blank(line);
            let length = rest.iter().take_while(is_inside).count();
            let length = length - rest[..length].iter().rev().take_while(|line| is_blank(line)).count();
            if length > 0 {
                notes.add_markup(first + place, mark_of(line, title));
                prepared.push(callout(tone, title).into());
                let inner = |line: &&str| Cow::from(format!("> {}", line.get(4..).unwrap_or_default()));
                prepared.extend(rest[..length].iter().map(inner));
                place += length + 1;
                continue;
            }
        } else if ends_formula && line.trim_end() == "$$" {
            match rest.iter().position(|line| line.trim_end() == "$$") {
                Some(length) if length > 0 && !rest[..length].iter().any(|line| line.contains("```")) => {
                    prepared.push("```math".into());
                    prepared.extend(rest[..length].iter().map(|line| Cow::from(*line)));
                    prepared.push("```".into());
                    place += length + 2;
                    continue;
                }
                Some(_) => {}
                None => ends_formula = false,
            }
        } else if is_rule(line) {
            let length = rest.iter().take_while(|line| is_rule(line) || line.starts_with('|')).count();
            match drawn_table(&rest[..length]) {
                Some(table) => {
                    let blanks = (length + 1).saturating_sub(table.len());
                    prepared.extend(table.into_iter().map(Cow::from));
                    prepared.extend(std::iter::repeat_n(Cow::from(""), blanks));
                }
                None => prepared.extend(lines[place..=place + length].iter().map(|line| Cow::from(*line))),
            }
            place += length + 1;
            continue;
        }
        prepared.push(Cow::from(*line));
        place += 1;
    }
    prepared
}

/// Looks for the ends of containers.
#[derive(Default)]
struct ContainerEnds {
    /// A container had no end of its own: the next end is taken for that of each one.
    is_uneven: bool,
    /// No end stands further behind.
    is_over: bool,
}

impl ContainerEnds {
    /// The number of lines in front of the end of the container that this line begins. One that has more colons than those within it ends
    /// with as many.
    fn find(&mut self, opening: &str, rest: &[&str]) -> Option<usize> {
        if self.is_over {
            return None;
        }
        let colons = colons_of(opening);
        let is_end = |line: &str| colons_of(line) >= 3 && line.trim_end().len() == colons_of(line);
        if !self.is_uneven {
            let mut open = 1;
            for (place, line) in rest.iter().enumerate() {
                if is_end(line) && colons_of(line) >= colons.min(if open > 1 { 3 } else { colons }) {
                    open -= 1;
                    if open == 0 {
                        return Some(place);
                    }
                } else if colons_of(line) >= 3 && !is_end(line) && container(line).is_some() {
                    open += 1;
                }
            }
            self.is_uneven = true;
        }
        let end = rest.iter().position(|line| is_end(line));
        self.is_over = end.is_none();
        end
    }
}

fn colons_of(line: &str) -> usize {
    line.bytes().take_while(|byte| *byte == b':').count()
}

/// What stands in front of a container's title.
fn mark_of<'a>(line: &'a str, title: &str) -> &'a str {
    match line.rfind(title) {
        Some(start) if !title.is_empty() => &line[..start],
        _ => line,
    }
}

fn is_spoiler(line: &str) -> bool {
    let word = line.trim_start_matches(':').trim_start();
    ["spoiler", "details", "toggle"].iter().any(|known| word.starts_with(known))
}

fn callout(tone: &str, title: &str) -> String {
    let title = if title.is_empty() { String::new() } else { format!(" {title}") };
    format!("> [!{}]{title}", tone.to_uppercase())
}

/// The mark and the length of a fence that this line opens.
fn opened(line: &str) -> Option<(u8, usize)> {
    let line = line.trim_start();
    let mark = *line.as_bytes().first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = line.bytes().take_while(|byte| *byte == mark).count();
    let has_mark_behind = mark == b'`' && line[length..].contains('`');
    (length >= 3 && !has_mark_behind).then_some((mark, length))
}

fn closes(line: &str, (mark, length): (u8, usize)) -> bool {
    let line = line.trim();
    line.len() >= length && line.bytes().all(|byte| byte == mark)
}

/// `:::info Title` of HackMD and others, `::: {.warning}` of Pandoc.
fn container(line: &str) -> Option<(&'static str, &str)> {
    let rest = line.strip_prefix(":::")?.trim_start_matches(':').trim();
    let (word, title) = match rest.strip_prefix("{.") {
        Some(classes) => (classes.split([' ', '}']).next().unwrap_or_default(), ""),
        None => rest.split_once(' ').unwrap_or((rest, "")),
    };
    Some((tone_of(word)?, title.trim()))
}

/// `!!! note "Title"` of MkDocs; `???` is one that folds.
fn admonition(line: &str) -> Option<(&'static str, &str)> {
    let rest =
        line.strip_prefix("!!! ").or_else(|| line.strip_prefix("??? ")).or_else(|| line.strip_prefix("???+ "))?;
    let (word, title) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    Some((tone_of(word)?, title.trim().trim_matches('"')))
}

/// `+-----+:====+`.
fn is_rule(line: &str) -> bool {
    let line = line.trim_end();
    line.len() > 2
        && line.starts_with('+')
        && line.ends_with('+')
        && line.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'=' | b':'))
}

/// The rows behind the first rule of a drawn table, as a table with pipes.
fn drawn_table(lines: &[&str]) -> Option<Vec<String>> {
    lines.last().filter(|line| is_rule(line))?;
    let (mut rows, mut row): (Vec<Vec<String>>, Vec<String>) = (Vec::new(), Vec::new());
    for line in lines {
        if is_rule(line) {
            rows.push(std::mem::take(&mut row));
            continue;
        }
        let cells = line.trim_end().strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim);
        for (column, cell) in cells.enumerate() {
            match row.get_mut(column) {
                Some(text) => {
                    if !text.is_empty() && !cell.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(cell);
                }
                None => row.push(cell.to_owned()),
            }
        }
    }
    let width = rows.first()?.len();
    let is_even = width > 0 && rows.iter().all(|row| row.len() == width);
    let written = |row: &Vec<String>| format!("| {} |", row.join(" | "));
    let mut table: Vec<String> = rows.iter().map(written).collect();
    table.insert(1, format!("|{}", " --- |".repeat(width)));
    is_even.then_some(table)
}
