//! The words of lending protocols and of their deployments: what a row can carry can be asked for, by the same word everywhere.
//!
//! Always true here: a protocol that one list offers, every list, filter, alert and export takes.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectLendingWords, "src/lending_words.sql");

/// Protocols that have a word whether or not something of them was loaded.
const PROTOCOLS: [&str; 5] = ["aave_v1", "aave_v2", "aave_v3", "compound_v2", "compound_v3"];

/// The kind of thing that a word names.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LendingWordKind {
    Protocol,
    /// A deployment, by its slug.
    Deployment,
}

/// A word, and how much there is of what it names.
#[derive(Row, Debug, Clone, PartialEq, Eq)]
pub struct LendingWord {
    pub kind: LendingWordKind,
    pub word: String,
    /// The protocol that it runs: of a protocol its own word.
    pub family: String,
    /// True where a liquidation can be decoded of it: a contract is registered whose events are liquidations, or a file has some.
    pub has_liquidations: bool,
}

/// Each word once, in their order; the protocols that everybody knows among them.
pub fn known() -> Result<Vec<LendingWord>, Problem> {
    let mut words: Vec<LendingWord> = SelectLendingWords {}.all()?;
    for word in PROTOCOLS {
        if !words.iter().any(|known| known.kind == LendingWordKind::Protocol && known.word == word) {
            let (kind, word) = (LendingWordKind::Protocol, word.to_owned());
            words.push(LendingWord { kind, family: word.clone(), word, has_liquidations: false });
        }
    }
    words.sort_by(|one, other| one.word.cmp(&other.word));
    Ok(words)
}

/// The words of a kind, in their order.
pub fn of_kind(kind: LendingWordKind) -> Result<Vec<String>, Problem> {
    Ok(known()?.into_iter().filter(|known| known.kind == kind).map(|known| known.word).collect())
}
