//! Patterns of schemas, on an engine whose time is linear in the text. The engine itself says how large a pattern gets: the
//! least limit under which it compiles.

use crate::json_schema::SchemaError;
use jsonschema::PatternOptions;
use serde_json::json;

/// Bytes of one compiled pattern.
pub(super) const MAX_COMPILED_BYTES: usize = 64 << 10;
/// Characters of one pattern.
const MAX_CHARACTERS: usize = 1_000;
/// The least limit that is tried.
const LEAST_COMPILED_BYTES: usize = 256;
/// Bytes of the tables that the engine may build while it runs; beyond them it is slower and needs no memory.
const MAX_TABLE_BYTES: usize = 256 << 10;

/// The options that patterns are compiled with, to a bounded number of bytes.
pub(super) fn options_of(compiled_bytes: usize) -> PatternOptions<jsonschema::Regex> {
    PatternOptions::regex().size_limit(compiled_bytes).dfa_size_limit(MAX_TABLE_BYTES)
}

/// The size of a pattern, rounded up to a power of two of bytes.
pub(super) fn compiled_bytes(pattern: &str, place: &str) -> Result<usize, SchemaError> {
    let refuse = |reason: String| SchemaError::Keyword {
        keyword: format!("the pattern \"{}\"", pattern.chars().take(60).collect::<String>()),
        place: place.to_owned(),
        reason,
    };
    if pattern.chars().count() > MAX_CHARACTERS {
        return Err(refuse(format!("it has more than {MAX_CHARACTERS} characters")));
    }
    let schema = json!({ "pattern": pattern });
    let fits = |bytes: usize| {
        let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
        options.with_pattern_options(options_of(bytes)).build(&schema).is_ok()
    };
    if !fits(MAX_COMPILED_BYTES) {
        return Err(refuse(format!(
            "it is not a regular expression, or uses look-around or back-references, which could take more than linear time, or \
             it compiles to more than {MAX_COMPILED_BYTES} bytes"
        )));
    }
    // Doubling steps are near enough, and a search among them compiles the pattern four times.
    let (mut least, mut most) = (LEAST_COMPILED_BYTES.ilog2(), MAX_COMPILED_BYTES.ilog2());
    while least < most {
        let middle = (least + most) / 2;
        if fits(1 << middle) { most = middle } else { least = middle + 1 }
    }
    Ok(1 << most)
}
