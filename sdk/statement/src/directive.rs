//! A line of the file: its SQL, and what its comment says about it.

use crate::column_form::FormedColumn;
use crate::names::identifier;
use std::time::Duration;

/// A `--` comment that has a meaning. Any other comment is only a comment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    None,
    /// `-- when NAME`
    When(String),
    /// `-- order NAME`
    Order(String),
    /// `-- end order`
    EndOrder,
    /// `-- column NAME, NAME FORM`
    Column(Vec<FormedColumn>),
    /// `-- within N seconds`
    Within(Duration),
}

/// No request lasts longer.
const LONGEST_SECONDS: u64 = 60;

/// The SQL of a line without its comments, and what its comment says. `block_comment` goes from line to line.
pub(crate) fn read(text: &str, block_comment: &mut bool) -> Result<(String, Directive), String> {
    let (code, comment) = split_comment(text, block_comment)?;
    let has_code = !code.trim().is_empty();
    let comment = comment.unwrap_or_default().trim();
    let directive = match comment.split_once(' ').unwrap_or((comment, "")) {
        ("when", name) if !name.is_empty() => Directive::When(identifier(name.trim())?),
        ("order", name) if !name.is_empty() => {
            let name = identifier(name.trim()).map_err(|reason| {
                format!("{reason}; a comment that begins with `order` names an order of the statement")
            })?;
            Directive::Order(name)
        }
        ("end", "order") => Directive::EndOrder,
        ("column", rest) => Directive::Column(FormedColumn::parse(rest.trim())?),
        ("within", rest) => time_limit(rest)?.map_or(Directive::None, Directive::Within),
        _ => Directive::None,
    };
    match directive {
        Directive::When(_) if !has_code => Err("a `-- when` must end a line of SQL".to_owned()),
        Directive::Order(_) if has_code => Err("a `-- order` stands on a line of its own".to_owned()),
        Directive::Column(_) if has_code => Err("a `-- column` stands on a line of its own".to_owned()),
        Directive::Within(_) if has_code => Err("a `-- within` stands on a line of its own".to_owned()),
        Directive::EndOrder if has_code => Err("`-- end order` stands on a line of its own".to_owned()),
        directive => Ok((code, directive)),
    }
}

/// `3 seconds`; none of a comment that only begins with the same word.
fn time_limit(text: &str) -> Result<Option<Duration>, String> {
    let Some((number, "second" | "seconds")) = text.trim().split_once(' ') else { return Ok(None) };
    match number.parse() {
        Ok(seconds @ 1..=LONGEST_SECONDS) => Ok(Some(Duration::from_secs(seconds))),
        _ => Err(format!("`-- within {number} seconds` is not a time: write 1 to {LONGEST_SECONDS}")),
    }
}

fn split_comment<'a>(text: &'a str, block_comment: &mut bool) -> Result<(String, Option<&'a str>), String> {
    let mut code = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    let mut rest = text.char_indices().peekable();
    while let Some((position, character)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        if *block_comment {
            if character == '*' && next == Some('/') {
                rest.next();
                *block_comment = false;
            }
            continue;
        }
        match quote {
            Some(open) => {
                code.push(character);
                if character == '\\' {
                    return Err("a backslash in quoted text means different things to different stores".to_owned());
                }
                if character == open {
                    quote = None;
                }
            }
            None if character == '-' && next == Some('-') => return Ok((code, Some(&text[position + 2..]))),
            None if character == '/' && next == Some('*') => {
                rest.next();
                *block_comment = true;
            }
            None => {
                if matches!(character, '\'' | '"' | '`') {
                    quote = Some(character);
                }
                if character == ';' {
                    return Err("a statement is one statement: leave the `;` out".to_owned());
                }
                code.push(character);
            }
        }
    }
    match quote {
        Some(open) => Err(format!("quoted text must end on its line: {open} is never closed")),
        None => Ok((code, None)),
    }
}
