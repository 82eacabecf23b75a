//! The chains that have a slug. `migrations/warehouse/0001_chains.sql` seeds the same list (test `chains`).

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

/// The id of a chain given by slug (any case) or by number; a number need not have a slug.
pub fn chain_id(text: &str) -> Option<u64> {
    let lowercase = text.to_ascii_lowercase();
    CHAINS
        .iter()
        .find(|(slug, _)| *slug == lowercase)
        .map(|(_, id)| *id)
        .or_else(|| text.parse().ok().filter(|id| *id > 0 && text.bytes().all(|byte| byte.is_ascii_digit())))
}

/// The slug of a chain, where it has one.
pub fn chain_slug(id: u64) -> Option<&'static str> {
    CHAINS.iter().find(|(_, chain)| *chain == id).map(|(slug, _)| *slug)
}

/// Every chain that has a slug: slug and id.
pub fn chains() -> impl Iterator<Item = (&'static str, u64)> {
    CHAINS.iter().copied()
}

/// Every slug, for sentences.
pub fn chain_slugs() -> impl Iterator<Item = &'static str> {
    CHAINS.iter().map(|(slug, _)| *slug)
}
