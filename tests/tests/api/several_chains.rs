//! One pool and one transaction on two chains: whoever names no chain is given those to choose from as a list, by every operation alike.

use crate::alerts::evaluation::stage::somebody;
use crate::classroom::market::{self, POOL, SYNC};
use crate::classroom::pin;
use crate::organizations::house::House;
use crate::saved_items::{own_space, store};
use crate::spaces::refused;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

const CHAINS: [&str; 2] = ["base", "ethereum"];

/// The chains that a refusal lists, in the order of their names.
#[track_caller]
fn listed(answer: &Answer) -> Vec<String> {
    let body = answer.json();
    let chains = body["chains"].as_array().unwrap_or_else(|| panic!("no list of chains: {}", answer.text));
    let mut chains: Vec<String> =
        chains.iter().map(|chain| chain.as_str().expect("a chain's slug").to_owned()).collect();
    chains.sort();
    chains
}

#[test]
fn what_is_on_several_chains_is_refused_with_the_list_of_them() {
    quarry_tests::on_one_engine!();
    let server = &market::server("several-chains");
    for chain in CHAINS {
        market::load_tokens(server, chain, "18");
        market::load_pool(server, chain);
        market::load_prices(server, chain, &[1, 2]);
    }
    let (_, mut person) = somebody(server, "researcher");
    let transaction = format!("0x{:064x}", 1);
    for path in [
        format!("/pools/{POOL}/prices?period=daily"),
        format!("/public/prices/{POOL}?period=daily"),
        format!("/charts/prices?pool={POOL}&period=daily"),
        format!("/public/explorer/address/{POOL}?limit=1"),
        format!("/public/explorer/events/{SYNC}?limit=1"),
        format!("/session/citations/transactions/{transaction}?log_from=0"),
    ] {
        let get = |path: &str| match path.starts_with("/session") {
            true => person.get(path),
            false => server.get(path),
        };
        let answer = get(&path);
        assert_eq!((answer.status, answer.code().as_str()), (422, "invalid_parameter"), "{path}: {}", answer.text);
        assert_eq!(answer.json()["parameter"], "chain", "{path}: {}", answer.text);
        assert_eq!(listed(&answer), CHAINS, "{path}");
        let chosen = get(&format!("{path}&chain={}", listed(&answer)[1]));
        assert_eq!(chosen.status, 200, "{path}: {}", chosen.text);
    }

    let house = House::new(server);
    let pinned = pin(&mut house.admin.browser(server), &market::prices(&house));
    let page = store::page(server, own_space(&person), "Two chains");
    let price = json!({ "pool_address": POOL, "condition": "above", "threshold": "5" });
    let copy = json!({ "kind": "transaction", "hash": transaction, "page_id": page });
    let field = json!({ "transaction_hash": transaction, "field": "logs.0.args.reserve0" });
    let mut answers = vec![("/session/classroom", pinned)];
    for (path, body) in [
        ("/session/citations", json!({ "pool": POOL, "period": "daily" })),
        ("/session/citations", field),
        ("/session/alerts/prices", price),
        ("/session/watchlist", json!({ "address": POOL })),
        ("/session/saved_items", copy),
    ] {
        answers.push((path, person.write("POST", path, &body)));
    }
    for (path, answer) in answers {
        refused(&answer, 422, "validation_failed", Some("chain"));
        assert_eq!(listed(&answer), CHAINS, "{path}");
    }
    assert_eq!(person.get("/session/alerts").json()["allowance"]["used"], json!(0), "nothing was made");
}

#[test]
fn a_block_of_a_snapshot_means_one_chain_and_the_refusal_lists_those_that_have_some() {
    quarry_tests::on_one_engine!();
    for path in ["/health_factors?block=30000000", "/charts/health_factors?block=30000000"] {
        let answer = quarry_tests::server::shared().get(path);
        assert_eq!((answer.status, &answer.json()["parameter"]), (422, &Json::from("chain")), "{}", answer.text);
        assert_eq!(listed(&answer), CHAINS, "{path}");
    }
}
