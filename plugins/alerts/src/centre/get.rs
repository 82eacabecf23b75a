//! `GET /session/alerts`.

use crate::allowance::Allowance;
use crate::centre::{SelectPriceAlerts, SelectWatches};
use crate::email::{self, EmailFrequency};
use crate::prices::PriceAlert;
use crate::prices::never_fires::judge_prices;
use crate::watches::never_fires::judge_watches;
use crate::watches::{AlertWatch, WatchKind, words};
use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;

statement!(app_store, SelectShareableSpaces, "src/centre/shareable_spaces.sql");

/// A space that an alert may be made for.
#[derive(Row, Schema, Serialize)]
pub struct ShareableSpace {
    #[schema(example = 4)]
    pub id: i64,
    #[schema(example = "Liquidations of March")]
    pub name: String,
    /// True for the space in which the person works.
    pub active: bool,
    /// True for the person's own space.
    pub personal: bool,
}

#[derive(Schema)]
pub struct AlertCentre {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Price alerts, the newest first.
    pub price_alerts: Vec<PriceAlert>,
    /// Liquidation watches, the newest first.
    pub liquidation_watches: Vec<AlertWatch>,
    /// Chain event watches, the newest first.
    pub chain_event_watches: Vec<AlertWatch>,
    /// True when there are more of them behind this page: `next_cursor` leads there.
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
/// Price alerts and watches of every space of the person, and what a form for a new one needs. A page has up to `limit` alerts of each
/// type, read on by one cursor; `count` is that of all of them.
#[endpoint(get = "/session/alerts", session, module = "prices", paged = 500, body = AlertCentre)]
pub fn get_alerts(request: &Request) -> Result<Answer, Problem> {
    let mut lists = SideBySide::of(request);
    let mut price_alerts: Vec<PriceAlert> = lists.read(
        |behind, most| SelectPriceAlerts { id: None, behind: behind.map(|[id]| id), most }.all(),
        |alert: &PriceAlert| [alert.id],
    )?;
    let mut watches = |kind: WatchKind| {
        let kind = Some(kind.word().to_owned());
        lists.read(
            |behind, most| SelectWatches { id: None, kind, behind: behind.map(|[id]| id), most }.all(),
            |watch: &AlertWatch| [watch.id],
        )
    };
    let (mut liquidation_watches, chain_event_watches) =
        (watches(WatchKind::Liquidation)?, watches(WatchKind::ChainEvent)?);
    let protocols = if_available(words::protocols())?;
    // A warehouse that has just not answered is not asked for more.
    if let Some(protocols) = &protocols {
        judge_prices(&mut price_alerts)?;
        judge_watches(&mut liquidation_watches, protocols)?;
    }
    let protocols: Option<Vec<String>> = protocols.map(|words| words.into_iter().map(|known| known.word).collect());
    let chains: Option<Vec<String>> =
        if_available(words::chains())?.map(|chains| chains.into_iter().map(|chain| chain.word).collect());
    let spaces: Vec<ShareableSpace> = SelectShareableSpaces {}.all()?;
    let count = price_alerts.len() + liquidation_watches.len() + chain_event_watches.len();
    let next = lists.next_place();
    Ok(Answer::object()
        .member("truncated", &next.is_some())
        .page_members(request, count, next)
        .member("price_alerts", &price_alerts)
        .member("liquidation_watches", &liquidation_watches)
        .member("chain_event_watches", &chain_event_watches)
        .member("spaces", &spaces)
        .member("protocols", &protocols)
        .member("chains", &chains)
        .member("event_categories", &EventCategory::ALL)
        .member("allowance", &Allowance::read()?)
        .member("email_frequency", &email::of_caller()?)
        .into())
}
