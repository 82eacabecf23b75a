//! The condition of a watch: as people send it, as it is kept, and in words.

use crate::watches::words::{self, WatchableChain};
use quarry_event_categories::EventCategory;
use quarry_pool_summaries::address_of;
use quarry_sdk::prelude::*;
use quarry_sdk::words::{instead_of, none_of};

/// The subject of the watch.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchKind {
    Liquidation,
    ChainEvent,
}

/// The condition of a watch. Members of the other kind are refused.
#[derive(Schema, Deserialize, Default)]
#[schema(example = { "token": "WETH", "protocols": ["aave_v3"] })]
pub struct EnteredCondition {
    /// The token of a `liquidation` watch, which needs it: symbol or address, as collateral or as debt.
    #[schema(optional, single_line, min_length = 1, max_length = 64, example = "WETH")]
    token: Option<String>,
    /// Lending protocols of a `liquidation` watch; left out or empty, every protocol counts.
    #[schema(optional, max_items = 20, example = ["aave_v3"])]
    protocols: Option<Vec<String>>,
    /// Category of a `chain_event` watch: only events of this category count.
    #[schema(optional, example = "exploit")]
    category: Option<EventCategory>,
    /// Protocol of a `chain_event` watch: only events about this protocol count.
    #[schema(optional, single_line, min_length = 1, max_length = 64, example = "aave_v3")]
    protocol: Option<String>,
    /// Chain of a `chain_event` watch, by slug or chain id: only its events count.
    #[schema(optional, min_length = 1, max_length = 64, example = "ethereum")]
    chain: Option<String>,
}

/// The condition of a watch. Null, or an empty list, is any.
#[derive(Row, Schema, Serialize)]
pub struct WatchCondition {
    /// The token of a `liquidation` watch: symbol or address, in lower case.
    #[schema(example = "weth")]
    pub token: Option<String>,
    /// Lending protocols of a `liquidation` watch; empty means every protocol.
    #[row(json)]
    #[schema(example = ["aave_v3"])]
    pub protocols: Vec<String>,
    /// Category of a `chain_event` watch; null means every category.
    pub category: Option<EventCategory>,
    /// Protocol of a `chain_event` watch, in lower case; null means every protocol.
    pub protocol: Option<String>,
    /// Chain of a `chain_event` watch: its slug, or its id where it has no slug; null means every chain.
    pub chain: Option<String>,
}

/// A condition that means something.
pub struct Checked {
    pub condition: WatchCondition,
    pub chain_id: Option<i64>,
    pub sentence: String,
}

impl EnteredCondition {
    /// Reads the condition of a kind. Refuses with 422, by the member that means nothing. Words are asked for where one is named, so that
    /// a condition without any needs no warehouse.
    pub fn of_kind(self, kind: WatchKind) -> Result<Checked, Problem> {
        match kind {
            WatchKind::Liquidation => self.of_liquidation(),
            WatchKind::ChainEvent => self.of_chain_event(),
        }
    }

    fn of_liquidation(self) -> Result<Checked, Problem> {
        let foreign = [
            ("condition.category", self.category.is_some()),
            ("condition.protocol", self.protocol.is_some()),
            ("condition.chain", self.chain.is_some()),
        ];
        refuse_foreign(&foreign, "liquidation")?;
        let entered = self.token.ok_or_else(|| {
            Problem::invalid_field(
                "condition.token",
                "A watch of liquidations needs condition.token: give the symbol or the address of a token.",
            )
        })?;
        let token = token(&entered)?;
        let mut protocols: Vec<String> =
            self.protocols.unwrap_or_default().iter().map(|word| word.trim().to_ascii_lowercase()).collect();
        protocols.sort();
        protocols.dedup();
        let known = if protocols.is_empty() { Vec::new() } else { words::protocols()? };
        let known: Vec<String> = known.into_iter().map(|known| known.word).collect();
        if let Some(unknown) = protocols.iter().find(|word| !known.contains(word)) {
            let sentence = none_of("A lending protocol", known.iter().map(String::as_str), unknown);
            return Err(Problem::invalid_field("condition.protocols", sentence));
        }
        let of_protocols = if protocols.is_empty() { String::new() } else { format!(" on {}", protocols.join(", ")) };
        // An address has one form in every sentence, however it was typed.
        let shown = if token.starts_with("0x") { &token } else { &entered };
        let sentence = format!("A liquidation of {shown}{of_protocols}.");
        let condition = WatchCondition { token: Some(token), protocols, category: None, protocol: None, chain: None };
        Ok(Checked { condition, chain_id: None, sentence })
    }

    fn of_chain_event(self) -> Result<Checked, Problem> {
        let foreign = [("condition.token", self.token.is_some()), ("condition.protocols", self.protocols.is_some())];
        refuse_foreign(&foreign, "chain_event")?;
        let chain = self.chain.as_deref().map(|word| chain(word, words::chains()?)).transpose()?;
        let protocol = self.protocol.map(|word| word.to_lowercase());
        if let Some(wordless) = protocol.as_deref().filter(|protocol| !protocol.chars().any(char::is_alphanumeric)) {
            let sentence = instead_of("The name of a protocol has letters or digits", wordless);
            return Err(Problem::invalid_field("condition.protocol", sentence));
        }
        let parts = [
            self.category.map(|category| format!(" of the category {}", category.word())),
            protocol.as_ref().map(|protocol| format!(" about {protocol}")),
            chain.as_ref().map(|chain| format!(" on {}", chain.word)),
        ];
        let parts: String = parts.into_iter().flatten().collect();
        let chain_id = chain.as_ref().and_then(|chain| i64::try_from(chain.id).ok());
        let condition = WatchCondition {
            token: None,
            protocols: Vec::new(),
            category: self.category,
            protocol,
            chain: chain.map(|chain| chain.word),
        };
        Ok(Checked { condition, chain_id, sentence: format!("A new event{parts}.") })
    }
}

fn refuse_foreign(foreign: &[(&str, bool)], kind: &str) -> Result<(), Problem> {
    match foreign.iter().find(|(_, is_given)| *is_given) {
        Some((field, _)) => {
            Err(Problem::invalid_field(field, format!("A watch of the kind {kind} has no {field}: leave it out.")))
        }
        None => Ok(()),
    }
}

/// The token in the form in which it is compared.
fn token(entered: &str) -> Result<String, Problem> {
    if let Some(address) = address_of(entered) {
        return Ok(address.to_hex());
    }
    let symbol = entered.to_lowercase();
    if symbol.starts_with("0x") || symbol.chars().any(char::is_whitespace) {
        let asked = "A token is given by its symbol, or by its address of 40 hexadecimal digits";
        let sentence = instead_of(asked, entered);
        return Err(Problem::invalid_field("condition.token", sentence));
    }
    Ok(symbol)
}

fn chain(word: &str, known: Vec<WatchableChain>) -> Result<WatchableChain, Problem> {
    let word = word.trim().to_ascii_lowercase();
    let unknown = none_of("A chain", known.iter().map(|chain| chain.word.as_str()), &word);
    let found = known.into_iter().find(|chain| chain.word == word || chain.id.to_string() == word);
    found.ok_or_else(|| Problem::invalid_field("condition.chain", unknown))
}
