//! Checks of a chart's parameters. A parameter that the chart does not use is refused: it would narrow nothing down, and the
//! answer would still seem to be about it.

use crate::query::{ChartQuery, ChartSource};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectKnownWords, "sql/known_words.sql");

/// Protocols of lenders that have a word whether or not something of them was loaded.
const PROTOCOLS: [&str; 5] = ["aave_v1", "aave_v2", "aave_v3", "compound_v2", "compound_v3"];

/// Refuses what does not apply to the source, and words that no row has.
pub fn check(query: &ChartQuery) -> Result<(), Problem> {
    let source = query.source;
    use ChartSource::{Absorptions, HealthFactors, Liquidations, Prices, Volume};
    let is_one_of = |sources: &[ChartSource]| sources.contains(&source);
    let is_of_pool = source == Volume && query.pool.is_some();
    let asks_for_markers = query.events == Some(true) || source == ChartSource::Events;
    let given = [
        (
            "protocol",
            query.protocol.is_some(),
            is_one_of(&[Liquidations, HealthFactors]) || source == Volume && !is_of_pool,
        ),
        ("deployment", query.deployment.is_some(), is_one_of(&[Liquidations, Absorptions])),
        ("block", query.block.is_some(), source == HealthFactors),
        ("pool", query.pool.is_some(), is_one_of(&[Prices, Volume])),
        ("from", query.from.is_some(), source != HealthFactors),
        ("to", query.to.is_some(), source != HealthFactors),
        ("category", query.category.is_some(), asks_for_markers),
        ("events", query.events == Some(true), !is_one_of(&[HealthFactors, ChartSource::Events])),
    ];
    if let Some((parameter, _, _)) = given.iter().find(|(_, is_given, applies)| *is_given && !*applies) {
        let detail = format!("The chart {} has no use for {parameter}: leave it out.", source.word());
        return Err(Problem::invalid_parameter(parameter, detail));
    }
    let protocols = if source == Volume { "exchange" } else { "protocol" };
    check_word("protocol", protocols, query.protocol.as_deref())?;
    check_word("deployment", "deployment", query.deployment.as_deref().map(str::to_lowercase).as_deref())
}

/// 422 with the words that there are, unless the given one is among them.
fn check_word(parameter: &str, kind: &str, given: Option<&str>) -> Result<(), Problem> {
    let Some(given) = given else { return Ok(()) };
    let rows = (SelectKnownWords {}).query()?;
    let of_kind = |row: &usize| rows.text(*row, "kind").as_deref() == Some(kind);
    let mut words: Vec<String> =
        (0..rows.row_count()).filter(of_kind).filter_map(|row| rows.text(row, "word")).collect();
    if kind == "protocol" {
        words.extend(PROTOCOLS.iter().map(|word| (*word).to_owned()));
        words.sort();
        words.dedup();
    }
    if words.iter().any(|word| word == given) {
        return Ok(());
    }
    let there = if words.is_empty() {
        format!("no {parameter} is loaded yet")
    } else {
        format!("give one of {}", words.join(", "))
    };
    Err(Problem::invalid_parameter(parameter, format!("{parameter} is {given}, which no row has: {there}.")))
}
