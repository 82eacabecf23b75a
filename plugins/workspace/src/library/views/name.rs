//! Names of saved views, made from the parameters where the person gives none.

use crate::library::views::ViewKind;
use crate::library::views::params::ViewParams;

/// Characters of a name.
pub const MOST_CHARACTERS: usize = 80;

/// A name that none of `taken` is, made from the parameters: `WETH/USDC v3`, `0xb4e1…c9dc 30d daily`, and `… (2)` where it is taken.
pub fn made_from(kind: ViewKind, params: &ViewParams, taken: &[String]) -> String {
    let base = match kind {
        ViewKind::Finder => of_finder(params),
        ViewKind::Chart => of_chart(params),
    };
    let numbered = |number: usize| {
        let suffix = if number == 1 { String::new() } else { format!(" ({number})") };
        let room = MOST_CHARACTERS.saturating_sub(suffix.chars().count());
        format!("{}{suffix}", base.chars().take(room).collect::<String>().trim_end())
    };
    // Of one name more than are taken, one is free.
    (1..=taken.len() + 1).map(numbered).find(|name| !taken.contains(name)).unwrap_or_default()
}

fn of_finder(params: &ViewParams) -> String {
    let pair = match (&params.base, &params.quote) {
        (Some(base), Some(quote)) => format!("{base}/{quote}"),
        (Some(one), None) | (None, Some(one)) => format!("Pairs of {one}"),
        (None, None) => "All pairs".to_owned(),
    };
    [Some(pair), params.source.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn of_chart(params: &ViewParams) -> String {
    let id = params.id.as_deref().unwrap_or_default();
    let pool = format!("{}…{}", id.get(..6).unwrap_or_default(), id.get(38..).unwrap_or_default());
    let days = match (&params.from, &params.to) {
        (None, None) => params.range.clone(),
        (from, to) => Some(format!("{} to {}", from.as_deref().unwrap_or("…"), to.as_deref().unwrap_or("now"))),
    };
    let inverted = params.invert.as_deref().filter(|invert| *invert == "true").map(|_| "inverted".to_owned());
    let compared = params.compare.as_ref().map(|_| "compared".to_owned());
    [Some(pool), days, params.period.clone(), inverted, compared].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
