//! The chains that have a slug: those that every warehouse has (`migrations/warehouse/0001_chains.sql` seeds the same list, test
//! `chains`), and those that somebody added to this one, which the host reads from it.

use std::sync::{PoisonError, RwLock};

/// Slug and chain id (EIP-155), in the order in which sentences list them.
const CHAINS: &[(&str, u64)] = &[
    ("ethereum", 1),
    ("optimism", 10),
    ("cronos", 25),
    ("bsc", 56),
    ("gnosis", 100),
    ("unichain", 130),
    ("polygon", 137),
    ("sonic", 146),
    ("fantom", 250),
    ("zksync", 324),
    ("worldchain", 480),
    ("metis", 1088),
    ("moonbeam", 1284),
    ("kava", 2222),
    ("mantle", 5000),
    ("base", 8453),
    ("mode", 34443),
    ("arbitrum", 42161),
    ("celo", 42220),
    ("avalanche", 43114),
    ("linea", 59144),
    ("blast", 81457),
    ("scroll", 534352),
    ("zora", 7777777),
];

/// Chains that are added at most; each name is kept for as long as the process runs.
const MOST_ADDED: usize = 1_000;

static ADDED: RwLock<Vec<(&'static str, u64)>> = RwLock::new(Vec::new());

/// Makes added chains known. A chain keeps its slug, so what was known once stays.
pub fn know_chains(chains: impl IntoIterator<Item = (String, u64)>) {
    for (slug, id) in chains {
        if chain_slug(id).is_some() || chain_id(&slug).is_some() {
            continue;
        }
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        if added.len() < MOST_ADDED {
            added.push((Box::leak(slug.into_boxed_str()), id));
        }
    }
}

/// The id of a chain given by slug (any case) or by number; a number need not have a slug.
pub fn chain_id(text: &str) -> Option<u64> {
    let lowercase = text.to_ascii_lowercase();
    all()
        .find(|(slug, _)| *slug == lowercase)
        .map(|(_, id)| id)
        .or_else(|| text.parse().ok().filter(|id| *id > 0 && text.bytes().all(|byte| byte.is_ascii_digit())))
}

/// The slug of a chain, where it has one.
pub fn chain_slug(id: u64) -> Option<&'static str> {
    all().find(|(_, chain)| *chain == id).map(|(slug, _)| slug)
}

/// Every chain that has a slug in each warehouse: slug and id.
pub fn chains() -> impl Iterator<Item = (&'static str, u64)> {
    CHAINS.iter().copied()
}

/// Every slug, for sentences.
pub fn chain_slugs() -> impl Iterator<Item = &'static str> {
    all().map(|(slug, _)| slug)
}

fn all() -> impl Iterator<Item = (&'static str, u64)> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner).clone();
    CHAINS.iter().copied().chain(added)
}
