//! The form of names that components give.

/// Words of lowercase letters and digits with one `joint` between them, 64 characters at most.
pub(crate) fn is_words(text: &str, joint: &str) -> bool {
    text.len() <= 64
        && text
            .split(joint)
            .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()))
}
