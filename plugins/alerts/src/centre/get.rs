//! `GET /session/alerts`.

use crate::allowance::Allowance;
use crate::centre::{SelectPriceAlerts, SelectWatches};
use crate::email::{self, EmailFrequency};
use crate::prices::PriceAlert;
use crate::watches::{AlertWatch, WatchKind, words};
use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;

statement!(app_store, SelectShareableSpaces, "src/centre/shareable_spaces.sql");

/// Alerts of a type that are shown; the statements give one more.
const MOST_SHOWN: usize = 1_000;

/// A space that an alert may be made for.
#[derive(Row, Schema, Serialize)]
pub struct ShareableSpace {
    #[schema(example = 4)]
    pub id: i64,
    #[schema(example = "Liquidations of March")]
    pub name: String,
    /// True of the space in which the person works.
    pub active: bool,
    /// True of the person's own space.
    pub personal: bool,
}

#[derive(Schema, Serialize)]
pub struct AlertCentre {
    /// The newest first.
    pub price_alerts: Vec<PriceAlert>,
    /// The newest first.
    pub liquidation_watches: Vec<AlertWatch>,
    /// The newest first.
    pub chain_event_watches: Vec<AlertWatch>,
    /// True when there are more than the newest 1,000 price alerts, or than the newest 1,000 watches.
    #[schema(example = false)]
    pub truncated: bool,
    /// The person's spaces, oldest first; the first 500.
    pub spaces: Vec<ShareableSpace>,
    /// Lending protocols that a watch of liquidations may name; null while the warehouse, which knows them, does not answer.
    #[schema(example = ["aave_v3", "compound_v2"])]
    pub protocols: Option<Vec<String>>,
    /// Chains that a watch of chain events may name; null while the warehouse, which knows them, does not answer.
    #[schema(example = ["ethereum"])]
    pub chains: Option<Vec<String>>,
    /// Categories that a watch of chain events may name.
    pub event_categories: Vec<EventCategory>,
    pub allowance: Allowance,
    pub email_frequency: EmailFrequency,
}

/// The alert centre
///
/// Price alerts and watches of every space of the person, and what a form for a new one needs.
#[endpoint(get = "/session/alerts", session, module = "prices", body = AlertCentre)]
pub fn get_alerts() -> Result<Answer, Problem> {
    let mut price_alerts: Vec<PriceAlert> = SelectPriceAlerts { id: None }.all()?;
    let mut watches: Vec<AlertWatch> = SelectWatches { id: None }.all()?;
    let truncated = price_alerts.len() > MOST_SHOWN || watches.len() > MOST_SHOWN;
    price_alerts.truncate(MOST_SHOWN);
    watches.truncate(MOST_SHOWN);
    let protocols = if_available(words::protocols())?;
    let chains = if_available(words::chains())?;
    let (liquidation_watches, chain_event_watches) =
        watches.into_iter().partition(|watch| watch.kind == WatchKind::Liquidation);
    Ok(Answer::json(&AlertCentre {
        price_alerts,
        liquidation_watches,
        chain_event_watches,
        truncated,
        spaces: SelectShareableSpaces {}.all()?,
        protocols: protocols.map(|words| words.into_iter().map(|known| known.word).collect()),
        chains: chains.map(|chains| chains.into_iter().map(|chain| chain.word).collect()),
        event_categories: EventCategory::ALL.to_vec(),
        allowance: Allowance::read()?,
        email_frequency: email::of_caller()?,
    }))
}
