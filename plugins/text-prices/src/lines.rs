//! The marks of a text, line by line.

use crate::marks::Mark;
use crate::price::Price;

/// Bytes of a scheme at most, in `<scheme:…>`.
const LONGEST_SCHEME: usize = 32;

impl Price {
    /// The price of a text in Markdown.
    pub fn of(text: &str) -> Price {
        let mut price = Price::default();
        each(text, |_, of_line| price += of_line);
        price
    }

    /// The price of a text that is shown as it stands, such as code.
    pub fn of_plain(text: &str) -> Price {
        let mut price = Price::default();
        price.add_of(Mark::Unseen, text.bytes().filter(|byte| is_unseen(*byte)).count());
        price
    }
}

/// Calls `take` with each line's number, from 1, and its price. A cell stands in the line of its row.
pub(crate) fn each(text: &str, mut take: impl FnMut(usize, Price)) {
    let mut columns = 0;
    for (number, line) in (1..).zip(text.split('\n')) {
        let mut price = Price::default();
        // Markdown ends a line at a carriage return too; people count line feeds. One in front of a line feed ends the same line.
        for piece in line.strip_suffix('\r').unwrap_or(line).split('\r') {
            price += of_line(piece, &mut columns);
        }
        take(number, price);
    }
}

/// The columns of the widest table that a text may have.
pub fn widest_table(text: &str) -> usize {
    let mut widest = 0;
    for line in text.split(['\n', '\r']) {
        let inner = within_levels(line, &mut Price::default());
        if is_rule_of_table(inner) {
            widest = widest.max(columns_of(inner));
        }
    }
    widest
}

/// A character of control that a text in Markdown has no use for.
pub(crate) fn is_unseen(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// `columns`: those of the table that goes on in this line; none behind a blank one.
fn of_line(line: &str, columns: &mut usize) -> Price {
    let mut price = Price::default();
    price.add_of(Mark::Any, 1);
    let inner = within_levels(line, &mut price);
    if is_heading(inner) {
        price.add_of(Mark::Heading, 1);
    }
    // Spaces and tabs alone: to Markdown a line of other white space is a row, and the table goes on.
    if inner.trim_end_matches([' ', '\t']).is_empty() {
        *columns = 0;
    } else if is_rule_of_table(inner) {
        // The row above is one of the table's.
        *columns = columns_of(inner).max(*columns);
        price.add_of(Mark::Cell, *columns);
    }
    price.add_of(Mark::Cell, *columns);
    of_bytes(line.as_bytes(), &mut price);
    price
}

/// What stands behind the marks of quotes and items with which the line begins.
fn within_levels<'a>(line: &'a str, price: &mut Price) -> &'a str {
    let mut rest = line.trim_start_matches([' ', '\t']);
    while let Some(behind) = behind_level(rest) {
        price.add_of(Mark::Level, 1);
        rest = behind.trim_start_matches([' ', '\t']);
    }
    rest
}

fn behind_level(rest: &str) -> Option<&str> {
    let begins_item = |behind: &&str| behind.is_empty() || behind.starts_with([' ', '\t']);
    match rest.bytes().next()? {
        b'>' => Some(&rest[1..]),
        b'-' | b'*' | b'+' => Some(&rest[1..]).filter(begins_item),
        byte if byte.is_ascii_digit() => {
            let digits = rest.bytes().take(9).take_while(u8::is_ascii_digit).count();
            rest[digits..].strip_prefix(['.', ')']).filter(begins_item)
        }
        _ => None,
    }
}

/// `# Title`, or the line below one.
fn is_heading(inner: &str) -> bool {
    let is_of = |mark: u8| {
        let line = inner.trim_end();
        !line.is_empty() && line.bytes().all(|byte| byte == mark)
    };
    inner.starts_with('#') || is_of(b'=') || is_of(b'-')
}

fn columns_of(rule: &str) -> usize {
    rule.bytes().filter(|byte| *byte == b'|').count() + 1
}

/// `|---|:-:|`, with what Markdown takes for space there: a vertical tab and a form feed too.
fn is_rule_of_table(inner: &str) -> bool {
    inner.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t' | b'\x0b' | b'\x0c'))
        && inner.contains('|')
        && inner.contains('-')
}

fn of_bytes(line: &[u8], price: &mut Price) {
    let (mut brackets, mut addresses, mut ampersands, mut unseen, mut any) = (0, 0, 0, 0, 0);
    for (place, byte) in line.iter().enumerate() {
        let behind = &line[place + 1..];
        match byte {
            b'[' => {
                brackets += 1;
                any += 1;
            }
            b'@' => addresses += 1,
            b'&' => {
                ampersands += 1;
                any += 1;
            }
            b':' if behind.starts_with(b"//") => addresses += 1,
            b'w' if behind.starts_with(b"ww.") => addresses += 1,
            b'<' => {
                any += 1;
                addresses += usize::from(begins_with_scheme(behind));
            }
            b'*' | b'_' | b'~' | b'`' | b']' | b'!' | b'>' | b'\\' | b'|' => any += 1,
            byte if is_unseen(*byte) => unseen += 1,
            _ => {}
        }
    }
    let counted = [
        (Mark::Bracket, brackets),
        (Mark::Address, addresses),
        (Mark::Ampersand, ampersands),
        (Mark::Unseen, unseen),
        (Mark::Any, any),
    ];
    for (mark, count) in counted {
        price.add_of(mark, count);
    }
}

/// `scheme:`, and not `scheme://`, which is counted by itself.
fn begins_with_scheme(behind: &[u8]) -> bool {
    let is_of_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-');
    let length = behind.iter().take(LONGEST_SCHEME + 1).take_while(is_of_scheme).count();
    length > 1 && behind[length..].first() == Some(&b':') && !behind[length..].starts_with(b"://")
}
