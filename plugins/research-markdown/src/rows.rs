//! Rows of tables that have more cells than their table has columns: CommonMark leaves the further ones out. Here a bar within a link or
//! within code belongs to its cell, as whoever wrote it saw it, and what is too much then stands in the last cell.

use crate::code_runs::CodeRuns;

/// The row whose cells are as many as the table's columns, and the text of what was too much; none where nothing of it would be left out.
pub(crate) fn within_columns(row: &str, columns: usize) -> Option<(String, Option<String>)> {
    let bars = bars(row);
    if !leaves_out(row, &bars, columns) {
        return None;
    }
    let held = held(row);
    let (kept, mut escaped): (Vec<usize>, Vec<usize>) = bars.iter().partition(|bar| !is_held(**bar, &held));
    let mut further = None;
    if leaves_out(row, &kept, columns) {
        let last = first_cell(row, &kept) + columns;
        let text_end = row.trim_end().trim_end_matches(['|', ' ', '\t']).len();
        let too_much = kept.iter().copied().skip(last - 1).filter(|bar| *bar < text_end);
        further = kept.get(last - 1).map(|bar| row[bar + 1..].trim().trim_end_matches(['|', ' ', '\t']).to_owned());
        escaped.extend(too_much);
    }
    escaped.sort_unstable();
    let mut written = String::with_capacity(row.len() + escaped.len());
    let mut from = 0;
    for bar in escaped {
        written.push_str(&row[from..bar]);
        written.push('\\');
        from = bar;
    }
    written.push_str(&row[from..]);
    Some((written, further))
}

/// The places of the bars that part cells.
fn bars(row: &str) -> Vec<usize> {
    let bytes = row.as_bytes();
    let is_bar = |place: &usize| bytes[*place] == b'|' && !(*place > 0 && bytes[*place - 1] == b'\\');
    (0..bytes.len()).filter(is_bar).collect()
}

/// 1 where the row begins with a bar, behind which its first cell stands.
fn first_cell(row: &str, bars: &[usize]) -> usize {
    usize::from(bars.first().is_some_and(|bar| row[..*bar].trim().is_empty()))
}

/// True where a cell behind the table's last column has a text.
fn leaves_out(row: &str, bars: &[usize], columns: usize) -> bool {
    let last = first_cell(row, bars) + columns;
    bars.get(last.wrapping_sub(1))
        .is_some_and(|bar| row[bar + 1..].chars().any(|character| !matches!(character, '|' | ' ' | '\t')))
}

fn is_held(bar: usize, held: &[(usize, usize)]) -> bool {
    let before = held.partition_point(|(start, _)| *start <= bar);
    before.checked_sub(1).and_then(|last| held.get(last)).is_some_and(|(_, end)| bar < *end)
}

/// Where links between notes, addresses of links, and code stand.
fn held(row: &str) -> Vec<(usize, usize)> {
    let mut held = Vec::new();
    let mut place = 0;
    let runs = CodeRuns::of(row, |_| false, |_| false);
    let mut closes = [true, true];
    while place < row.len() {
        let rest = &row[place..];
        let within = |opening: &str, closing: &str, may: &mut bool| -> Option<usize> {
            let inner = rest.strip_prefix(opening).filter(|_| *may)?;
            let end = inner.find(closing);
            *may = end.is_some();
            end.map(|end| opening.len() + end + closing.len())
        };
        let code = || {
            let length = rest.bytes().take_while(|byte| *byte == b'`').count();
            let closing = runs.closing(length, place + length).filter(|_| length > 0);
            (length, closing.map(|closing| closing + length - place))
        };
        let [notes, addresses] = &mut closes;
        let length = match within("[[", "]]", notes).or_else(|| within("](", ")", addresses)) {
            Some(length) => Some(length),
            None => match code() {
                (0, _) => None,
                (_, Some(length)) => Some(length),
                (run, None) => {
                    place += run;
                    continue;
                }
            },
        };
        match length {
            Some(length) => {
                held.push((place, place + length));
                place += length;
            }
            None => place += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    held
}
