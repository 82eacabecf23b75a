//! Tones of callouts.

/// The tone of a callout by the words that tools have for it.
pub(crate) fn tone_of(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "note" | "info" | "abstract" | "summary" | "tldr" | "todo" | "question" | "help" | "faq" | "example"
        | "quote" | "cite" | "spoiler" | "details" | "toggle" | "callout" | "callout-note" | "seealso" => "note",
        "tip" | "hint" | "success" | "check" | "done" | "callout-tip" => "tip",
        "important" | "callout-important" => "important",
        "warning" | "attention" | "callout-warning" => "warning",
        "caution" | "danger" | "error" | "bug" | "failure" | "fail" | "missing" | "callout-caution" => "caution",
        _ => return None,
    })
}
