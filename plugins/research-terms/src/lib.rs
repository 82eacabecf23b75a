//! Words by which research pages are found, and in which two texts differ. What writes a page and what looks for one divide texts by the
//! same rules, which are here and know neither host nor store.
//!
//! Always true here: texts that are equal in compatibility form, without case and without letters that cannot be seen
//! have the same words; a text has each word that a
//! question made of its own words asks for.
//!
//! To change the rules: raise [`TOKENIZER`], and a job divides what is stored anew.

pub mod asked;
pub mod difference;
pub mod invisible;
pub mod pieces;
pub mod searchable_text;
pub mod snippet;
pub mod terms;

/// The version of the rules. What was divided by an earlier one is divided again.
pub const TOKENIZER: i64 = 2;
/// Characters of a word that are kept: a hash has 66.
pub const LONGEST_TERM: usize = 100;
/// Different words of one text that are kept.
pub const MOST_TERMS: usize = 10_000;
