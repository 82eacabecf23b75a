//! Search text as a pattern of `LIKE … ESCAPE '!'`.

/// A pattern that finds `text` anywhere, in lowercase.
pub fn anywhere(text: &str) -> String {
    format!("%{}%", escaped(&text.trim().to_lowercase()))
}

/// A pattern that finds what begins with `text`.
pub fn beginning(text: &str) -> String {
    format!("{}%", escaped(text.trim()))
}

fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|letter| matches!(letter, '!' | '%' | '_').then_some('!').into_iter().chain([letter]))
        .collect()
}
