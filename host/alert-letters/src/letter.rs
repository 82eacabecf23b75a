//! The words of an email: the same in text and in HTML.

use crate::lines::{Kind, Line, Taken};
use crate::reader::Reader;
use jiff::Timestamp;
use quarry_contract::entered_text::EnteredText;
use quarry_identity::mail::{Message, MessageError};
use std::fmt::Write;

/// The most characters of a sentence, a finding or a name: one line always fits into an email, and fifty of ordinary text do.
const MOST_CHARACTERS: usize = 240;

/// The reason why an email is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    AtOnce,
    /// The digest of this due time.
    Digest(Timestamp),
}

/// The addresses that an email names.
pub(crate) struct Places<'a> {
    pub(crate) web_app_url: Option<&'a str>,
    /// Ends emails without signing in.
    pub(crate) unsubscribe_url: Option<String>,
}

/// Writes the email of these lines, of which there is one at least. It shows as many as fit and counts the rest: a character has up to four
/// bytes, and six in HTML.
pub(crate) fn compose(
    reader: &Reader,
    occasion: Occasion,
    mut taken: Taken,
    places: &Places<'_>,
) -> Result<Message, MessageError> {
    loop {
        match written(reader, occasion, &taken, places) {
            Err(MessageError::Text { .. }) if taken.shown.len() > 1 => taken.shown.truncate(taken.shown.len() * 3 / 4),
            letter => return letter,
        }
    }
}

fn written(reader: &Reader, occasion: Occasion, taken: &Taken, places: &Places<'_>) -> Result<Message, MessageError> {
    let (text, html) = (text(reader, occasion, taken, places), html(reader, occasion, taken, places));
    let letter = Message::new(reader.email.clone(), subject(reader, occasion, taken), text)?.with_html(html)?;
    match &places.unsubscribe_url {
        Some(url) => letter.with_unsubscribe_url(url.clone()),
        None => Ok(letter),
    }
}

fn subject(reader: &Reader, occasion: Occasion, taken: &Taken) -> String {
    let about = match (taken.count, taken.shown.first()) {
        (1, Some(line)) if line.kind == Kind::TakenBack => "an alert was taken back".to_owned(),
        (1, _) => "an alert fired".to_owned(),
        (count, _) => format!("news of {count} alerts"),
    };
    match occasion {
        Occasion::AtOnce => format!("Quarry: {about}"),
        Occasion::Digest(_) => format!("Quarry, {}: {about}", reader.cadence.word()),
    }
}

/// The sentence before the list.
fn opening(occasion: Occasion, taken: &Taken) -> String {
    let alerts = if taken.count == 1 {
        "one of your alerts has".to_owned()
    } else {
        format!("{} of your alerts have", taken.count)
    };
    match occasion {
        Occasion::AtOnce => format!("{alerts} something to tell:"),
        Occasion::Digest(due) => format!("{alerts} something to tell of the time before {}:", minute(due)),
    }
}

fn text(reader: &Reader, occasion: Occasion, taken: &Taken, places: &Places<'_>) -> String {
    let mut text = format!("Hello {},\n\n{}\n", in_line(&reader.name), opening(occasion, taken));
    for line in &taken.shown {
        let _ = write!(text, "\n- {}\n", sentence(line));
        if let Some(detail) = &line.detail {
            let _ = writeln!(text, "  {}", in_line(detail));
        }
        let _ = writeln!(text, "  {}, {}", minute(line.occurred_at), in_line(&line.space));
    }
    if let Some(more) = more(taken) {
        let _ = write!(text, "\n{more}\n");
    }
    let _ = write!(text, "\n{}\n\n{}\n", arming(places), cadence(reader));
    if let Some(url) = &places.unsubscribe_url {
        let _ = writeln!(text, "No more of them: {url}");
    }
    text
}

fn html(reader: &Reader, occasion: Occasion, taken: &Taken, places: &Places<'_>) -> String {
    let mut html = String::from("<!doctype html>\n<html lang=\"en\"><body style=\"font-family:sans-serif\">\n");
    let _ = write!(
        html,
        "<p>Hello {},</p>\n<p>{}</p>\n<ul>\n",
        marked_up(&reader.name),
        escaped(&opening(occasion, taken))
    );
    for line in &taken.shown {
        let _ = write!(html, "<li><p><strong>{}</strong>", escaped(&sentence(line)));
        if let Some(detail) = &line.detail {
            let _ = write!(html, "<br>{}", marked_up(detail));
        }
        let _ = writeln!(html, "<br><small>{}, {}</small></p></li>", minute(line.occurred_at), marked_up(&line.space));
    }
    html.push_str("</ul>\n");
    if let Some(more) = more(taken) {
        let _ = writeln!(html, "<p>{}</p>", escaped(&more));
    }
    let _ = write!(html, "<p>{}</p>\n<p><small>{}", escaped(&arming(places)), escaped(&cadence(reader)));
    if let Some(url) = &places.unsubscribe_url {
        let _ = write!(html, " <a href=\"{}\">No more of them</a>", escaped(url));
    }
    html.push_str("</small></p>\n</body></html>\n");
    html
}

fn sentence(line: &Line) -> String {
    let sentence = in_line(&line.sentence);
    match line.kind {
        Kind::Fired => sentence,
        Kind::TakenBack => format!("Taken back, for its blocks are no longer part of the chain: {sentence}"),
    }
}

/// The sentence about lines that an email does not show.
fn more(taken: &Taken) -> Option<String> {
    let rest = taken.count.saturating_sub(taken.shown.len());
    (rest > 0).then(|| format!("And {rest} more, which the alert centre has."))
}

fn arming(places: &Places<'_>) -> String {
    let at = places.web_app_url.map(|url| format!(" at {url}")).unwrap_or_default();
    format!("An alert that fired tells nothing more until somebody arms it again, in the alert centre{at}.")
}

fn cadence(reader: &Reader) -> String {
    format!("Letters about alerts come to you {}; the alert centre changes that.", reader.cadence.in_words())
}

/// A text of people or of the chain as one line in which everything can be seen.
fn in_line(text: &str) -> String {
    EnteredText::Line.shown(text).chars().take(MOST_CHARACTERS).collect()
}

fn marked_up(text: &str) -> String {
    escaped(&in_line(text))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// `2026-03-01 10:15 UTC`.
fn minute(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}
