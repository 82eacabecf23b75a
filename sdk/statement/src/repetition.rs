//! `-- each NAME in 1..4` … `-- end each`: the lines between stand once for each number, which they write as `{NAME}`.

use crate::StatementError;
use crate::names::identifier;
use crate::source_line::SourceLine;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The most turns of one repetition.
const MAX_TURNS: u32 = 32;

/// A repetition that was opened.
struct Repetition<'a> {
    name: &'a str,
    numbers: RangeInclusive<u32>,
}

/// The lines with each repetition written out. A line keeps its place in every turn.
pub(crate) fn repeated(lines: Vec<(SourceLine, &str)>) -> Result<Vec<(SourceLine, Cow<'_, str>)>, StatementError> {
    let mut written = Vec::with_capacity(lines.len());
    let mut lines = lines.into_iter();
    while let Some((line, text)) = lines.next() {
        let refused = |message: String| StatementError { line: line.clone(), message };
        if is_end(text) {
            return Err(refused("`-- end each` ends no repetition".to_owned()));
        }
        let Some(repetition) = Repetition::read(text).map_err(refused)? else {
            written.push((line, Cow::Borrowed(text)));
            continue;
        };
        let mut between = Vec::new();
        loop {
            let Some((line, text)) = lines.next() else {
                return Err(refused("the repetition is never ended: write `-- end each` behind it".to_owned()));
            };
            if is_end(text) {
                break;
            }
            if Repetition::read(text).is_ok_and(|inner| inner.is_none()) {
                between.push((line, text));
                continue;
            }
            return Err(StatementError { line, message: "a repetition stands in no other one".to_owned() });
        }
        let place = format!("{{{}}}", repetition.name);
        if !between.iter().any(|(_, text)| text.contains(&place)) {
            return Err(refused(format!("no line up to `-- end each` has `{place}`")));
        }
        for number in repetition.numbers {
            let number = number.to_string();
            let turn = between.iter().map(|(line, text)| (line.clone(), Cow::Owned(text.replace(&place, &number))));
            written.extend(turn);
        }
    }
    Ok(written)
}

fn is_end(text: &str) -> bool {
    text.trim() == "-- end each"
}

impl Repetition<'_> {
    /// None of a comment that only begins with the same word.
    fn read(text: &str) -> Result<Option<Repetition<'_>>, String> {
        let opened = text.trim().strip_prefix("-- each ").and_then(|rest| rest.split_once(" in "));
        let Some((name, (first, last))) = opened.and_then(|(name, range)| Some((name, range.split_once("..")?))) else {
            return Ok(None);
        };
        identifier(name)?;
        let number = |text: &str| text.parse::<u32>().ok();
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last && last - first < MAX_TURNS => {
                Ok(Some(Repetition { name, numbers: first..=last }))
            }
            _ => Err(format!(
                "`{first}..{last}` is no repetition: write two whole numbers, the smaller first, of at most {MAX_TURNS} turns"
            )),
        }
    }
}
