//! A chain that the warehouse knows by a slug is one that the API accepts by that slug, and the other way round.

use quarry::contract::{chain_id, chain_slug, chains};

const SEED: &str = include_str!("../../../../migrations/warehouse/0001_chains.sql");

#[test]
fn every_chain_of_the_warehouse_is_accepted_by_its_slug() {
    for (slug, id) in chains() {
        assert!(SEED.contains(&format!("({id}, '{slug}', ")), "{slug} ({id}) is not seeded");
        assert_eq!(chain_id(slug), Some(id));
        assert_eq!(chain_slug(id), Some(slug));
    }
    let seeded = SEED.matches("', '").count();
    assert_eq!(seeded, chains().count(), "the migration seeds another number of chains");
}

#[test]
fn a_chain_is_accepted_by_number_and_in_any_case() {
    assert_eq!(chain_id("Ethereum"), Some(1));
    assert_eq!(chain_id("8453"), Some(8453));
    assert_eq!(chain_id("424242"), Some(424_242), "a chain without a slug has its number");
    for refused in ["", "0", "-1", "+1", "1.0", "0x1", "etherium", "18446744073709551616"] {
        assert_eq!(chain_id(refused), None, "{refused:?}");
    }
}
