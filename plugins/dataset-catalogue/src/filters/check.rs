//! The check that filters are those of a dataset and mean something: each that does not has its sentence.

use crate::dataset::Dataset;
use crate::filters::addresses::Addresses;
use crate::filters::bindings::first_moment;
use crate::filters::{Filters, addresses};
use crate::known::{KnownChain, KnownNames, KnownProtocol};
use quarry_sdk::prelude::*;
use quarry_sdk::words::{DAY, HASH, instead_of, quoted};

/// Protocols that one request may name.
const MOST_PROTOCOLS: usize = 100;

/// The filters as they were understood.
pub(crate) struct Checked {
    /// Normalised: as they are kept and bound.
    pub(crate) filters: Filters,
    pub(crate) chain_id: Option<u64>,
    /// Those that were named.
    pub(crate) protocols: Vec<KnownProtocol>,
}

/// Sentences by the fields of the body that they are about.
#[derive(Default)]
struct Findings(Vec<(String, String)>);

impl Findings {
    fn add(&mut self, filter: &str, sentence: impl Into<String>) {
        self.0.push((format!("filters.{filter}"), sentence.into()));
    }

    fn into_problem(self) -> Option<Problem> {
        let names = self.0.iter().map(|(field, _)| field.as_str()).collect::<Vec<_>>().join(", ");
        let (_, first) = self.0.first()?;
        let detail = match self.0.len() {
            1 => first.clone(),
            _ => format!("The filters are not what this dataset takes: see fields ({names})."),
        };
        let problem = Problem::new(422, "validation_failed", detail);
        Some(self.0.into_iter().fold(problem, |problem, (field, sentence)| problem.with_field(&field, sentence)))
    }
}

/// Holds filters against the dataset, the calendar (`today`) and what the warehouse knows, which is asked where a chain or a protocol is
/// named and nothing else is wrong.
pub(crate) fn check(dataset: &Dataset, given: Filters, today: &Day, known: &KnownNames) -> Result<Checked, Problem> {
    let mut findings = Findings::default();
    let mut filters = check_form(dataset, given, today)?;
    let chain_id = chain(&mut filters, known, &mut findings)?;
    let protocols = protocols(dataset, &filters, known, &mut findings)?;
    match findings.into_problem() {
        Some(problem) => Err(problem),
        None => Ok(Checked { filters, chain_id, protocols }),
    }
}

/// Holds filters against the dataset and the calendar alone. Chains and protocols stay as they were named, in lower case.
pub(crate) fn check_form(dataset: &Dataset, given: Filters, today: &Day) -> Result<Filters, Problem> {
    let mut findings = Findings::default();
    let mut filters = given;
    unknown_to_dataset(dataset, &filters, &mut findings);
    days(&filters, today, &mut findings);
    blocks(&filters, &mut findings);
    topic(&mut filters, &mut findings);
    for (name, list) in [
        ("addresses", &mut filters.addresses),
        ("from_addresses", &mut filters.from_addresses),
        ("to_addresses", &mut filters.to_addresses),
        ("emitter_addresses", &mut filters.emitter_addresses),
    ] {
        match list.as_ref().map(Addresses::read) {
            Some(Ok(read)) => *list = Some(read),
            Some(Err(sentence)) => findings.add(name, sentence),
            None => {}
        }
    }
    let words = filters.protocols.get_or_insert_default();
    words.iter_mut().for_each(|word| *word = word.trim().to_ascii_lowercase());
    words.sort();
    words.dedup();
    if words.len() > MOST_PROTOCOLS {
        let sentence = format!("Name at most {MOST_PROTOCOLS} protocols; these are {}.", words.len());
        findings.add("protocols", sentence);
    }
    if words.is_empty() {
        filters.protocols = None;
    }
    filters.chain = filters.chain.map(|chain| chain.trim().to_ascii_lowercase());
    match findings.into_problem() {
        Some(problem) => Err(problem),
        None => Ok(filters),
    }
}

fn unknown_to_dataset(dataset: &Dataset, filters: &Filters, findings: &mut Findings) {
    let known = dataset.filters.iter().map(|field| field.filter.word()).collect::<Vec<_>>().join(", ");
    let known = if known.is_empty() { "no filter".to_owned() } else { known };
    for (_, name) in filters.given().into_iter().filter(|(filter, _)| !dataset.takes(*filter)) {
        findings.add(name, format!("The dataset {} cannot be filtered by {name}: it takes {known}.", dataset.key));
    }
}

fn days(filters: &Filters, today: &Day, findings: &mut Findings) {
    let mut is_good = true;
    for (name, what, day) in [
        ("date_from", "The range begins with", &filters.date_from),
        ("date_to", "The range ends with", &filters.date_to),
    ] {
        let Some(day) = day else { continue };
        if first_moment(day).is_none() {
            findings.add(name, instead_of(&format!("{what} {DAY}"), &day.0));
            is_good = false;
        } else if day > today {
            findings.add(name, in_the_future(day, today));
            is_good = false;
        }
    }
    if let (true, Some(from), Some(to)) = (is_good, &filters.date_from, &filters.date_to)
        && from > to
    {
        findings.add("date_to", format!("The range ends on {} before it begins on {}.", to.0, from.0));
    }
}

/// The sentence about a day that is to come.
pub fn in_the_future(day: &Day, today: &Day) -> String {
    format!("Name a day up to today, which is {} in UTC; {} is in the future.", today.0, day.0)
}

fn blocks(filters: &Filters, findings: &mut Findings) {
    for (name, block) in [("block_from", filters.block_from), ("block_to", filters.block_to)] {
        if let Some(block) = block.filter(|block| *block < 0) {
            findings.add(name, format!("Blocks are counted from 0; this is {block}."));
        }
    }
    if let (Some(from), Some(to)) = (filters.block_from, filters.block_to)
        && from > to
    {
        findings.add("block_to", format!("The range ends with block {to} before it begins with block {from}."));
    }
}

/// Takes `topic0_custom` in the place of `custom`.
fn topic(filters: &mut Filters, findings: &mut Findings) {
    let custom = filters.topic0_custom.take();
    let (name, text) = match (filters.topic0.as_deref().map(str::trim), custom) {
        (Some("custom"), Some(custom)) => ("topic0_custom", custom),
        (Some("custom"), None) => {
            return findings.add("topic0_custom", format!("Give the topic here, because topic0 is custom: {HASH}."));
        }
        (_, Some(_)) => {
            return findings
                .add("topic0_custom", "This is read where topic0 is custom: leave it out, or write custom there.");
        }
        (Some(topic), None) => ("topic0", topic.to_owned()),
        (None, None) => return,
    };
    let digits = text.trim().to_ascii_lowercase();
    let digits = digits.strip_prefix("0x").unwrap_or(&digits);
    if digits.len() == 64 && addresses::hex_bytes(&format!("0x{digits}")).is_some() {
        filters.topic0 = Some(format!("0x{digits}"));
    } else {
        findings.add(name, instead_of(&format!("A topic is {HASH}"), &text));
    }
}

/// The chain's number. Its slug is what is kept, where it has one.
fn chain(filters: &mut Filters, known: &KnownNames, findings: &mut Findings) -> Result<Option<u64>, Problem> {
    let Some(given) = &filters.chain else { return Ok(None) };
    let known = known.chains()?;
    let found = known.iter().find(|chain| chain.slug == *given || chain.chain_id.to_string() == *given);
    let Some(found) = found else {
        findings.add("chain", KnownChain::none_of(known, given));
        return Ok(None);
    };
    filters.chain = Some(found.word());
    Ok(Some(found.chain_id))
}

fn protocols(
    dataset: &Dataset,
    filters: &Filters,
    known: &KnownNames,
    findings: &mut Findings,
) -> Result<Vec<KnownProtocol>, Problem> {
    let (Some(words), Some(source)) = (&filters.protocols, dataset.protocols) else { return Ok(Vec::new()) };
    let known = known.protocols(source)?;
    let unknown: Vec<&str> =
        words.iter().filter(|word| !known.iter().any(|protocol| protocol.word == **word)).map(String::as_str).collect();
    if !unknown.is_empty() {
        let shown = unknown.iter().take(10).map(|word| quoted(word)).collect::<Vec<_>>().join(", ");
        let known = known.iter().map(|protocol| protocol.word.as_str()).collect::<Vec<_>>().join(", ");
        let sentence = match known.is_empty() {
            true => format!("The dataset {} has no protocols yet, so leave them out; this is {shown}.", dataset.key),
            false => format!("The dataset {} has the protocols {known}; this is {shown}.", dataset.key),
        };
        findings.add("protocols", sentence);
        return Ok(Vec::new());
    }
    Ok(known.iter().filter(|protocol| words.contains(&protocol.word)).cloned().collect())
}
