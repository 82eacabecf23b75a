//! The words of refusals: what no sentence for people has.

use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Words of JSON Schema, of parsers and of programs' types.
const FOREIGN: [&str; 34] = [
    "string",
    "integer",
    "boolean",
    "object",
    "array",
    "schema",
    "pattern",
    "enum",
    "regex",
    "anyOf",
    "oneOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "additionalProperties",
    "expected",
    "invalid type",
    "invalid value",
    "invalid length",
    "missing field",
    "unknown field",
    "unknown variant",
    "untagged enum",
    "int64",
    "uint64",
    "i64",
    "u64",
    "u32",
    "f64",
    "serde",
    "JSON pointer",
];
/// Parts of patterns.
const OF_PATTERNS: [&str; 5] = ["[0-9", "{40}", "{64}", "^(", "(["];
/// What a body is as a whole, which people who write programs read.
const WHOLE_BODY: &str = "a JSON object";

/// What is wrong with the words of a sentence. What stands in it between quotation marks was sent, or is a name.
pub fn faults(sentence: &str) -> Vec<String> {
    let said = without_quoted(sentence).replace(WHOLE_BODY, "");
    let words: BTreeSet<&str> = said.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let has = |word: &&&str| if word.contains(' ') { said.contains(**word) } else { words.contains(**word) };
    let mut faults: Vec<String> = FOREIGN.iter().filter(has).map(|word| format!("speaks of \"{word}\"")).collect();
    if OF_PATTERNS.iter().any(|part| said.contains(part)) {
        faults.push("shows a pattern".to_owned());
    }
    faults
}

/// What is wrong with the sentences of a refusal: its detail, and those of its fields, which begin with the reason.
pub fn faults_of_refusal(refusal: &Json) -> Vec<String> {
    let detail = refusal["detail"].as_str().unwrap_or_default();
    let told = |sentence: &str, faults: Vec<String>| -> Vec<String> {
        faults.into_iter().map(|fault| format!("{fault}: {sentence}")).collect()
    };
    let mut found = told(detail, faults(detail));
    for sentence in refusal["fields"].as_object().into_iter().flatten().filter_map(|(_, sentence)| sentence.as_str()) {
        found.extend(told(sentence, faults(sentence)));
        if sentence.starts_with(['"', '`']) {
            found.extend(told(sentence, vec!["begins with a value".to_owned()]));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// A sentence without what stands between quotation marks.
fn without_quoted(sentence: &str) -> String {
    let mut said = String::new();
    let mut letters = sentence.chars();
    while let Some(letter) = letters.next() {
        if letter != '"' && letter != '`' {
            said.push(letter);
            continue;
        }
        let mut is_escaped = false;
        for inner in letters.by_ref() {
            if inner == letter && !is_escaped {
                break;
            }
            is_escaped = inner == '\\' && !is_escaped;
        }
    }
    said
}
