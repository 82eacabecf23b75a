//! Descriptions stand on their own: generated clients, search results and assistants show each without what it belongs to.
//!
//! The rule reads only beginnings. A description that begins with one of [`LEANING`] leans on its field's name or on the sentence before it
//! ("Of the account."); one whose first sentence has fewer words than [`FEWEST_WORDS`] repeats the name ("The page."); and [`SAY_NOTHING`] are
//! texts that would suit any operation. Mend the doc comment of the field, parameter, type or operation, then run `just accept`.

use crate::support::documents;
use serde_json::{Value as Json, json};

/// First words that need something before them: prepositions, conjunctions, pronouns, bare participles and `Null`.
const LEANING: &str = "About After Against Also Among And Another As At Because Before Behind Beside Between But By During Else For \
    From Good How Ignored In Instead Into It Its Largest Later Null Of Oldest On Or Over Per Put Raised Random \
    Safe Set Signed Since Smallest Somebody Something That Their These They Those Through To Under Unique Until \
    Upon While With Without Works";

/// Beginnings that do so, too.
const LEANING_PHRASES: [&str; 7] =
    ["All that ", "Newest first", "One that ", "The newest first", "The oldest first", "The rest", "The same "];

const FEWEST_WORDS: usize = 3;

const SAY_NOTHING: [&str; 4] = ["The answer.", "A good answer.", "The request.", "A good request."];

/// The reason why a description is a fragment; none where it stands on its own.
fn fault(description: &str) -> Option<String> {
    let description = description.trim();
    if SAY_NOTHING.contains(&description) {
        return Some("would suit any operation".to_owned());
    }
    let words = |text: &str| text.split_whitespace().count();
    let first_word = description.split_whitespace().next().unwrap_or_default().trim_end_matches([',', ':', ';', '.']);
    let leans = LEANING.split_whitespace().any(|word| word == first_word);
    if leans || LEANING_PHRASES.iter().any(|phrase| description.starts_with(phrase)) {
        return Some(format!("begins with {first_word}, which leans on something before it"));
    }
    let ends = [". ", "! ", "? ", "\n"].iter().filter_map(|end| description.find(end)).min();
    let sentence = description.get(..ends.unwrap_or(description.len())).unwrap_or_default();
    let is_short = words(sentence) < FEWEST_WORDS;
    is_short.then(|| format!("has a first sentence of fewer than {FEWEST_WORDS} words"))
}

/// Every description at or below `value`, with its place. Examples are data, whose members may have that name, too.
fn descriptions<'a>(value: &'a Json, place: &str, found: &mut Vec<(String, &'a str)>) {
    match value {
        Json::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| !["example", "examples"].contains(&name.as_str())) {
                let place = format!("{place}/{name}");
                match member.as_str() {
                    Some(description) if name == "description" => found.push((place, description)),
                    _ => descriptions(member, &place, found),
                }
            }
        }
        Json::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                descriptions(item, &format!("{place}/{number}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_description_says_what_it_is_about_without_what_stands_around_it() {
    for document in documents() {
        let mut found = Vec::new();
        descriptions(document, "", &mut found);
        assert!(found.len() > 1_000, "the walk found {} descriptions: it looks in the wrong places", found.len());
        let faults: Vec<String> = found
            .iter()
            .filter_map(|(place, description)| Some(format!("{place} {}: {description:?}", fault(description)?)))
            .collect();
        assert!(faults.is_empty(), "{} descriptions are fragments:\n{}", faults.len(), faults.join("\n"));
    }
}

#[test]
fn a_fragment_is_told_from_a_description_and_examples_are_left_alone() {
    let fragments = [
        "The answer.",
        "Of a chain event.",
        "Null when it never expires.",
        "By name; null is unlimited.",
        "The page.",
        "One point. Its place on the axis is a time.",
        "One that the person belongs to.",
        "",
    ];
    for fragment in fragments {
        assert!(fault(fragment).is_some(), "{fragment:?} is a fragment");
    }
    let whole = [
        "Id of the page.",
        "The time at which the key expires; null when it never does.",
        "Lists the spaces of the caller. At most 500.",
        "“Put the list of first steps away” was done. The answer has no body.",
    ];
    for description in whole {
        assert_eq!(fault(description), None, "{description:?} stands on its own");
    }
    let value = json!({
        "properties": { "description": { "description": "For people." } },
        "example": { "description": "After the event." },
    });
    let mut found = Vec::new();
    descriptions(&value, "", &mut found);
    assert_eq!(found, [("/properties/description/description".to_owned(), "For people.")]);
}
