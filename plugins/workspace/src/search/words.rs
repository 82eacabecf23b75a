//! The words that are asked for, in a text.

use quarry_research_terms::asked::Word;
use quarry_research_terms::terms::terms;

/// Tells that a text has all the words.
pub fn has_all(text: &str, words: &[Word]) -> bool {
    let terms = terms(text);
    !words.is_empty() && words.iter().all(|word| terms.iter().any(|(term, _)| word.is_met_by(term)))
}
