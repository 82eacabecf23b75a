//! Signs that stores and the parser read differently, so that one could be shown a statement and the other run another.

use super::examination::Finding;

/// Refuses, outside of quoted text: `#` (a comment to ClickHouse), `$` but for the numbers that stand for parameters (it
/// opens quoted text in ClickHouse and PostgreSQL), and anything beyond ASCII (quotes and dashes of ClickHouse).
pub(super) fn check(sql: &str) -> Result<(), Finding> {
    for (index, line) in sql.lines().enumerate() {
        let refused = |what: &str| Err(Finding::new(index as u64 + 1, format!("`{what}` has no place in a statement")));
        let mut quote: Option<char> = None;
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            match quote {
                Some(open) if letter == open => quote = None,
                Some(_) => {}
                None if matches!(letter, '\'' | '"' | '`') => quote = Some(letter),
                None if letter == '#' || !letter.is_ascii() => return refused(&letter.to_string()),
                None if letter == '$' => {
                    let mut number = 0;
                    while letters.next_if(char::is_ascii_digit).is_some() {
                        number += 1;
                    }
                    let goes_on =
                        letters.peek().is_some_and(|next| *next == '$' || *next == '_' || next.is_alphabetic());
                    if number == 0 || goes_on {
                        return refused("$");
                    }
                }
                None => {}
            }
        }
    }
    Ok(())
}
