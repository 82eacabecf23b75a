//! What readers lose: the words of the text that was sent, line by line, against those that readers are shown of its blocks.
//!
//! Always true here: a word that readers are not shown is in a note with its line, unless it is a mark; and each word is looked at a bounded
//! number of times, so the time grows with the text alone.

use crate::ImportedBlock;
use crate::html_names::is_markup;
use crate::html_tokens::{Tag, tag_at};
use crate::notes::{Markup, Notes};
use crate::references::{Definitions, Destination};
use crate::shown::{Shown, Words, leads_somewhere, words_of};
use quarry_sdk::markdown;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

const LOST: &str = "Readers are not shown this: what stands here reads as a mark of Markdown or of HTML.";
const LOST_LINK: &str = "Readers are not shown this: no link that they see leads there.";
/// Bytes of an entity, `&CounterClockwiseContourIntegral;`.
const MOST_ENTITY_BYTES: usize = 40;

/// Notes each line whose words are not all shown. `text`: as it was sent. `blocks`: in the order of their lines. `definitions`: those of the
/// text's links, which stand elsewhere than what they are for.
pub(crate) fn note_lost_words(text: &str, blocks: &[ImportedBlock], definitions: &Definitions, notes: &mut Notes) {
    let marks = notes.take_markup();
    let has_definitions = definitions.used().next().is_some();
    let mut shown_anywhere = HashSet::new();
    let (mut blocks, mut marks) = (blocks.iter().peekable(), marks.iter().peekable());
    let mut lines = (0_usize..).zip(text.split('\n')).peekable();
    let mut entities = Entities::default();
    // What stands in front of the first block belongs to none.
    let mut start = 0;
    while lines.peek().is_some() {
        let mut part = Part::default();
        while let Some(block) = blocks.next_if(|block| block.line <= start + 1) {
            part.shown.add(&block.content);
        }
        if has_definitions {
            shown_anywhere.extend(part.shown.words.names().chain(part.shown.addresses.names()).cloned());
        }
        let end = blocks.peek().map_or(usize::MAX, |block| block.line - 1);
        while let Some(Markup { text, .. }) = marks.next_if(|markup| markup.line < end) {
            part.marks.add_all(text);
        }
        while let Some((number, line)) = lines.next_if(|(number, _)| *number < end) {
            notes.add_words(number, &part.lost(line, &mut entities), LOST);
        }
        start = end;
    }
    let lines: Vec<&str> = if has_definitions { text.split('\n').collect() } else { Vec::new() };
    for definition in definitions.used().filter(|definition| leads_somewhere(&definition.destination.url)) {
        let Destination { url, title } = &definition.destination;
        let words = words_of(url).chain(words_of(title.as_deref().unwrap_or_default()));
        let lost: Vec<&str> = words.filter(|word| !shown_anywhere.contains(*word)).collect();
        if !lost.is_empty() {
            // The address may stand in the line behind its name.
            let mut of_definition = lines.get(definition.line..).unwrap_or_default().iter().take(2);
            let behind = of_definition.position(|line| line.contains(url.as_str())).unwrap_or_default();
            notes.add_words(definition.line + behind, &lost, LOST_LINK);
        }
    }
}

/// The lines from the beginning of a block to that of the next one.
#[derive(Default)]
struct Part {
    shown: Shown,
    marks: Words,
}

impl Part {
    /// The words of a line that are neither shown nor marks.
    fn lost(&mut self, line: &str, entities: &mut Entities) -> Vec<String> {
        let line = behind_marks(line);
        // A tag that is left out parts no words, or stands between two.
        let mut least: Option<Vec<String>> = None;
        for reading in [Cow::from(line), without_tags(line, " "), without_tags(line, "")] {
            let (taken, lost) = self.take_line(&reading, entities);
            if lost.is_empty() {
                return lost;
            }
            taken.iter().for_each(|word| self.shown.words.add(word));
            if least.as_ref().is_none_or(|least| lost.len() < least.len()) {
                least = Some(lost);
            }
        }
        least.unwrap_or_default()
    }

    /// The words that are there, and those that are lost.
    fn take_line(&mut self, line: &str, entities: &mut Entities) -> (Vec<String>, Vec<String>) {
        let (mut taken, mut lost) = (Vec::new(), Vec::new());
        for chunk in line.split_whitespace() {
            let (mut of_chunk, mut missing) = (Vec::new(), Vec::new());
            match entities.decoded(chunk) {
                None => self.take_all(chunk, &mut of_chunk, &mut missing),
                Some(decoded) => {
                    // An entity stands for a character, but for code and addresses, where it stands for itself.
                    self.take_all(&decoded, &mut of_chunk, &mut missing);
                    if !missing.is_empty() {
                        of_chunk.drain(..).for_each(|word| self.shown.words.add(&word));
                        missing.clear();
                        self.take_all(chunk, &mut of_chunk, &mut missing);
                    }
                }
            }
            taken.append(&mut of_chunk);
            lost.append(&mut missing);
        }
        (taken, lost)
    }

    fn take_all(&mut self, text: &str, taken: &mut Vec<String>, lost: &mut Vec<String>) {
        for word in words_of(text) {
            let is_there = self.shown.words.take(word) || self.shown.addresses.take(word) || self.marks.take(word);
            let list = if is_there { &mut *taken } else { &mut *lost };
            list.push(word.to_owned());
        }
    }
}

/// True of a tag that has nothing for readers.
fn is_bare(tag: &Tag) -> bool {
    is_markup(tag) && !tag.attributes.iter().any(|(name, _)| ["alt", "src", "href", "title"].contains(&name.as_str()))
}

/// The line with something else in the places of its tags.
fn without_tags<'a>(line: &'a str, instead: &str) -> Cow<'a, str> {
    let mut kept = String::new();
    let (mut from, mut place) = (0, 0);
    while let Some(found) = line[place..].find('<') {
        place += found;
        match tag_at(&line[place..]).filter(is_bare) {
            Some(tag) => {
                kept.push_str(&line[from..place]);
                let has_mark = matches!(tag.name.as_str(), "sup" | "sub") && !tag.is_end;
                kept.push_str(if has_mark { "^" } else { instead });
                place += tag.length;
                from = place;
            }
            None => place += 1,
        }
    }
    if from == 0 { Cow::from(line) } else { Cow::from(kept + &line[from..]) }
}

/// The line without the numbers and ticks with which items begin: lists are numbered, and tasks ticked, where they are shown.
fn behind_marks(line: &str) -> &str {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '>', '*', '+', '-']);
        let digits = rest.bytes().take(9).take_while(u8::is_ascii_digit).count();
        let is_end = |behind: &&str| behind.is_empty() || behind.starts_with([' ', '\t']);
        let numbered = rest[digits..].strip_prefix(['.', ')']).filter(|_| digits > 0).filter(is_end);
        let ticked = rest.strip_prefix("[x]").or_else(|| rest.strip_prefix("[X]")).filter(is_end);
        match numbered.or(ticked) {
            Some(behind) => rest = behind,
            None => return rest,
        }
    }
}

/// The characters that entities stand for, each looked up once.
#[derive(Default)]
struct Entities(HashMap<String, String>);

impl Entities {
    /// The line with characters in the places of entities; none where it has no entity.
    fn decoded(&mut self, line: &str) -> Option<String> {
        let mut decoded = String::new();
        let mut rest = line;
        let mut has_entity = false;
        while let Some(start) = rest.find('&') {
            let (before, behind) = rest.split_at(start);
            decoded.push_str(before);
            match entity(behind) {
                Some(entity) => {
                    has_entity = true;
                    if !self.0.contains_key(entity) {
                        self.0.insert(entity.to_owned(), markdown::to_text(entity));
                    }
                    decoded.push_str(self.0.get(entity).map_or(" ", |text| if text.is_empty() { " " } else { text }));
                    rest = &behind[entity.len()..];
                }
                None => {
                    decoded.push('&');
                    rest = &behind[1..];
                }
            }
        }
        decoded.push_str(rest);
        has_entity.then_some(decoded)
    }
}

/// The entity that a text begins with.
fn entity(text: &str) -> Option<&str> {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let length = text.bytes().skip(1).take(MOST_ENTITY_BYTES).take_while(is_of_name).count();
    let has_end = length > 0 && text.as_bytes().get(length + 1) == Some(&b';');
    has_end.then(|| &text[..length + 2])
}
