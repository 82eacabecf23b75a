//! The nouns by which sentences name the members of bodies.

/// Members whose names are not what people call them: one of it, several of it where there are several, and whether the member is those.
const NOUNS: &[(&str, &str, &str, bool)] = &[
    ("after_block", "block to follow", "blocks to follow", false),
    ("alerts", "alert", "alerts", true),
    ("api_requests_per_hour", "number of API requests in an hour", "", false),
    ("attrs", "attribute", "attributes", true),
    ("block_from", "first block", "", false),
    ("block_to", "last block", "", false),
    ("changed", "changed block", "changed blocks", true),
    ("color", "colour", "colours", false),
    ("compare", "list of other pools", "", false),
    ("content", "text of the note", "", false),
    ("date_from", "first day", "", false),
    ("date_to", "last day", "", false),
    ("email", "email address", "email addresses", false),
    ("expires_at", "time of expiry", "", false),
    ("exports_per_month", "number of exports in a month", "", false),
    ("from", "beginning", "", false),
    ("grace_seconds", "number of seconds of grace", "", false),
    ("group_by", "field to group by", "fields to group by", false),
    ("invert", "direction", "", false),
    ("ip_allow_list", "allowed address", "allowed addresses", true),
    ("markdown", "Markdown text", "Markdown texts", false),
    ("mcp_calls_per_day", "number of MCP calls in a day", "", false),
    ("otp", "code of the authenticator", "", false),
    ("params", "parameter", "parameters", true),
    ("q", "question", "questions", false),
    ("redirect_uri", "address to return to", "", false),
    ("removed", "removed block", "removed blocks", true),
    ("rows_per_export", "number of rows of an export", "", false),
    ("since", "time to begin at", "", false),
    ("size_bytes", "size in bytes", "sizes in bytes", false),
    ("space_bytes", "number of bytes of a space", "", false),
    ("to", "end", "", false),
    ("topic0", "topic 0", "topics 0", false),
    ("topic0_custom", "custom topic 0", "", false),
    ("url", "web address", "web addresses", false),
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
        if let Some((_, one, many, is_many)) = NOUNS.iter().find(|(known, ..)| *known == name) {
            let many = if many.is_empty() { one } else { many };
            return Noun { one: (*one).to_owned(), many: (*many).to_owned(), is_many: *is_many && !is_entry };
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

    /// `has`, `have`.
    pub(super) fn has(&self) -> &'static str {
        if self.is_many { "have" } else { "has" }
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
