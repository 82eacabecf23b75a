//! Names of saved views, made from the parameters where the person gives none.

use crate::library::views::ViewKind;
use crate::library::views::params::ViewParams;

/// Characters of a name.
pub const MOST_CHARACTERS: usize = 80;

/// A name that none of `taken` is, made from the parameters: `WETH/USDC v3`, `0x… 30d daily`, and `… (2)` where it is taken.
/// An address is whole in it: where there is no room for all, the last words are left out.
pub fn made_from(kind: ViewKind, params: &ViewParams, taken: &[String]) -> String {
    let words = match kind {
        ViewKind::Finder => of_finder(params),
        ViewKind::Chart => of_chart(params),
    };
    let numbered = |number: usize| {
        let suffix = if number == 1 { String::new() } else { format!(" ({number})") };
        let room = MOST_CHARACTERS.saturating_sub(suffix.chars().count());
        format!("{}{suffix}", within(room, &words))
    };
    // Of one name more than are taken, one is free.
    (1..=taken.len() + 1).map(numbered).find(|name| !taken.contains(name)).unwrap_or_default()
}

/// As many of the words as there is room for. The first one alone is cut, if it is too long.
fn within(room: usize, words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        let longer = if text.is_empty() { word.clone() } else { format!("{text} {word}") };
        if longer.chars().count() > room {
            break;
        }
        text = longer;
    }
    match words.first() {
        Some(first) if text.is_empty() => first.chars().take(room).collect::<String>().trim_end().to_owned(),
        _ => text,
    }
}

/// Two addresses have no room in a name: then it is that of the first one.
fn of_finder(params: &ViewParams) -> Vec<String> {
    let pair = match (&params.base, &params.quote) {
        (Some(base), Some(quote)) if base.chars().count() + quote.chars().count() < MOST_CHARACTERS - 10 => {
            format!("{base}/{quote}")
        }
        (Some(one), _) | (None, Some(one)) => format!("Pairs of {one}"),
        (None, None) => "All pairs".to_owned(),
    };
    [Some(pair), params.source.clone()].into_iter().flatten().collect()
}

fn of_chart(params: &ViewParams) -> Vec<String> {
    let pool = params.id.clone().unwrap_or_default();
    let days = match (&params.from, &params.to) {
        (None, None) => params.range.clone(),
        (from, to) => Some(format!("{} to {}", from.as_deref().unwrap_or("…"), to.as_deref().unwrap_or("now"))),
    };
    let inverted = params.invert.as_deref().filter(|invert| *invert == "true").map(|_| "inverted".to_owned());
    let compared = params.compare.as_ref().map(|_| "compared".to_owned());
    [Some(pool), days, params.period.clone(), inverted, compared].into_iter().flatten().collect()
}
