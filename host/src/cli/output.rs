//! Standard output, for people and pipes.
//!
//! Always true: what a terminal obeys, hides or turns around in a text of others, such as a manifest's, stands as a mark (U+FFFD).
//! So an operator who looks at what a component asks for sees all of its texts.

use quarry_contract::entered_text::EnteredText;
use std::io::Write;

/// Writes a line; a reader that has gone away is not an error of ours.
pub(super) fn line(text: impl AsRef<str>) {
    document(EnteredText::Lines.marked(text.as_ref()));
}

/// Writes a document for programs as it is.
pub(super) fn document(text: impl AsRef<str>) {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{}", text.as_ref());
    let _ = output.flush();
}

/// Writes rows under headings, each column as wide as its widest cell, and each row in one line.
pub(super) fn table(headings: &[&str], rows: &[Vec<String>]) {
    let in_line = |cell: &String| EnteredText::Line.marked(&cell.replace(['\n', '\t'], " "));
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(in_line).collect()).collect();
    let mut widths: Vec<usize> = headings.iter().map(|heading| heading.chars().count()).collect();
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let write = |cells: Vec<&str>| {
        let padded: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        line(padded.join("  ").trim_end());
    };
    write(headings.to_vec());
    for row in &rows {
        write(row.iter().map(String::as_str).collect());
    }
}
