//! What HTML puts around its text and Markdown writes at the beginning of each line: lists, quotes, and code as it stands.

use crate::fenced::fence_around;

/// Frames in each other. What lies deeper stands without its own: every frame writes the lines within it once more.
const MOST_FRAMES: usize = 32;

/// An element whose text is written when it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Frame {
    Quote,
    Code,
    /// The number of its next item, where its items are numbered.
    List(Option<u32>),
    /// Its number, where it has one.
    Item(Option<u32>),
}

/// The frames that are open, each with the place in what is written at which it began.
#[derive(Default)]
pub(crate) struct Frames(Vec<(Frame, usize)>);

impl Frames {
    /// Opens one; where there is no room, its text stands apart.
    pub(crate) fn open(&mut self, frame: Frame, written: &mut String) {
        match self.0.len() < MOST_FRAMES {
            true => self.0.push((frame, written.len())),
            false => self.part(written, "\n\n"),
        }
    }

    /// Begins the next item of the innermost list; false where no list is open.
    pub(crate) fn open_item(&mut self, written: &mut String) -> bool {
        let is_of_list = |(frame, _): &(Frame, usize)| matches!(frame, Frame::List(_) | Frame::Item(_));
        if !self.0.last().is_some_and(is_of_list) || self.0.len() == MOST_FRAMES {
            return false;
        }
        self.close_item(written);
        let Some((Frame::List(next), _)) = self.0.last_mut() else { return false };
        let number = *next;
        *next = number.map(|number| number.saturating_add(1));
        self.open(Frame::Item(number), written);
        true
    }

    /// Ends the item that is the innermost frame.
    pub(crate) fn close_item(&mut self, written: &mut String) {
        if matches!(self.0.last(), Some((Frame::Item(_), _))) {
            self.close_last(written);
        }
    }

    /// Ends the innermost frame that is meant, with those that were left open within it.
    pub(crate) fn close(&mut self, is_meant: impl Fn(Frame) -> bool, written: &mut String) {
        let Some(place) = self.0.iter().rposition(|(frame, _)| is_meant(*frame)) else { return };
        while self.0.len() > place {
            self.close_last(written);
        }
    }

    /// Parts what comes from what is written in the innermost frame, by these ends of lines alone.
    pub(crate) fn part(&self, written: &mut String, ends: &str) {
        let start = self.0.last().map_or(0, |(_, start)| *start);
        let kept = start + written[start..].trim_end_matches('\n').len();
        written.truncate(kept);
        written.push_str(ends);
    }

    pub(crate) fn is_in_code(&self) -> bool {
        self.0.iter().any(|(frame, _)| *frame == Frame::Code)
    }

    fn close_last(&mut self, written: &mut String) {
        let Some((frame, start)) = self.0.pop() else { return };
        let text = written.split_off(start);
        if text.trim().is_empty() {
            return;
        }
        let ends = if matches!(frame, Frame::Item(_)) { "\n" } else { "\n\n" };
        self.part(written, ends);
        match frame {
            Frame::Quote => written.push_str(&begun_with("> ", "> ", text.trim())),
            Frame::List(_) => written.push_str(text.trim()),
            Frame::Item(number) => {
                let marker = number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "));
                let indentation = " ".repeat(marker.len());
                written.push_str(&begun_with(&marker, &indentation, text.trim()));
            }
            Frame::Code => {
                let code = decoded(text.strip_prefix('\n').unwrap_or(&text).trim_end());
                let fence = fence_around(&code);
                written.push_str(&format!("{fence}\n{code}\n{fence}"));
            }
        }
        written.push_str(ends);
    }
}

/// The lines of a text behind what begins the first one, and the others.
fn begun_with(first: &str, others: &str, text: &str) -> String {
    let mut begun = String::with_capacity(text.len());
    for (place, line) in text.split('\n').enumerate() {
        if place > 0 {
            begun.push('\n');
        }
        let beginning = if place == 0 { first } else { others };
        begun.push_str(if line.is_empty() { beginning.trim_end() } else { beginning });
        begun.push_str(line);
    }
    begun
}

/// Code in a fence has no entities.
fn decoded(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&nbsp;", " ").replace("&amp;", "&")
}
