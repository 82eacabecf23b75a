//! What the members of bodies are called in sentences.

/// Members whose names are not what people call them: the name, one of it, several of it.
const NOUNS: &[(&str, &str, &str)] = &[
    ("alerts", "alert", "alerts"),
    ("attrs", "attribute", "attributes"),
    ("block_from", "first block", "first blocks"),
    ("block_to", "last block", "last blocks"),
    ("changed", "changed block", "changed blocks"),
    ("color", "colour", "colours"),
    ("date_from", "first day", "first days"),
    ("date_to", "last day", "last days"),
    ("from", "beginning", "beginnings"),
    ("otp", "code of the authenticator", "codes of the authenticator"),
    ("params", "parameter", "parameters"),
    ("q", "question", "questions"),
    ("redirect_uri", "address to return to", "addresses to return to"),
    ("removed", "removed block", "removed blocks"),
    ("size_bytes", "size in bytes", "sizes in bytes"),
    ("to", "end", "ends"),
    ("url", "web address", "web addresses"),
];
/// Characters of a member's name that a sentence shows.
const MAX_NAME_CHARACTERS: usize = 60;

/// The noun of a member, for its sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Noun {
    one: String,
    many: String,
    is_many: bool,
}

impl Noun {
    /// Of a member's name; an entry of a list has that of its list, in the singular.
    pub(super) fn of(name: &str, is_entry: bool) -> Noun {
        let name = super::shown::cut(name, MAX_NAME_CHARACTERS);
        if let Some((_, one, many)) = NOUNS.iter().find(|(known, ..)| *known == name) {
            let is_many = name.ends_with('s') || matches!(name.as_str(), "removed" | "changed");
            return Noun { one: (*one).to_owned(), many: (*many).to_owned(), is_many: is_many && !is_entry };
        }
        let words = name.replace('_', " ").trim().to_owned();
        let one = singular(&words);
        let is_many = one != words && !is_entry;
        let many = if one == words { format!("{words}s") } else { words };
        Noun { one, many, is_many }
    }

    /// That of what an id is the id of.
    pub(super) fn of_id(name: &str) -> Option<Noun> {
        name.strip_suffix("_id").filter(|owner| !owner.is_empty()).map(|owner| Noun::of(owner, true))
    }

    /// `a name`, `tags`.
    pub(super) fn with_article(&self) -> String {
        match self.is_many {
            true => self.many.clone(),
            false => with_article(&self.one),
        }
    }

    /// `a number of alerts`, `a size`.
    pub(super) fn of_number(&self) -> String {
        match self.is_many {
            true => format!("a number of {}", self.many),
            false => with_article(&self.one),
        }
    }

    /// `name`, `tags`.
    pub(super) fn bare(&self) -> &str {
        if self.is_many { &self.many } else { &self.one }
    }

    pub(super) fn one(&self) -> &str {
        &self.one
    }

    pub(super) fn many(&self) -> &str {
        &self.many
    }

    /// `is`, `are`.
    pub(super) fn verb(&self) -> &'static str {
        if self.is_many { "are" } else { "is" }
    }
}

/// `A name`, from `a name`.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn with_article(noun: &str) -> String {
    let sounds_like_you = ["uni", "use", "us ", "url", "uri", "uuid"].iter().any(|start| noun.starts_with(start));
    match noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) && !sounds_like_you {
        true => format!("an {noun}"),
        false => format!("a {noun}"),
    }
}

/// One of several, by the endings that names of members have.
fn singular(words: &str) -> String {
    for (ending, instead) in [("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch")] {
        if let Some(start) = words.strip_suffix(ending) {
            return format!("{start}{instead}");
        }
    }
    let is_one = ["ss", "us", "is", "alias"].iter().any(|ending| words.ends_with(ending));
    match words.strip_suffix('s') {
        Some(start) if !is_one && !start.is_empty() => start.to_owned(),
        _ => words.to_owned(),
    }
}
