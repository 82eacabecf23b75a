//! Requests that are the same, and those that are not.

use crate::response_cache::support::{Response, counting, counting_with, json, kept_route, registration, start};
use quarry::contract::{Access, CacheRule, Method, Problem, Route, Scope, keyless_get};
use quarry::edge::{Registration, RoutingTable};

const ADDRESS: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

#[tokio::test]
async fn a_hit_is_the_stored_answer_and_says_so() {
    let (count, handler) = counting();
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let (first, second) = (server.get("/kept").await, server.get("/kept").await);
    assert_eq!((first.text(), second.text(), count.get()), ("{\"call\":1}", "{\"call\":1}", 1));
    assert_eq!((first.header("cache-status"), first.header("age")), ("quarry; fwd=miss; stored", "0"));
    assert_eq!((second.header("cache-status"), second.header("age")), ("quarry; hit; ttl=60", "0"));
    for name in ["etag", "cache-control", "vary", "content-type", "content-length"] {
        assert_eq!(first.header(name), second.header(name), "{name}");
    }
    assert_eq!(second.header("cache-control"), "public, max-age=60");
    assert_eq!(second.header("vary"), "Accept-Encoding");
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
}

#[tokio::test]
async fn other_words_for_the_same_question_find_the_same_answer() {
    let (count, handler) = counting();
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let upper = ADDRESS[2..].to_uppercase();
    let spellings = [
        format!("/kept?address={ADDRESS}&period=hourly"),
        format!("/kept?period=hourly&address={ADDRESS}"),
        format!("/kept?address={ADDRESS}"),
        format!("/kept?address={upper}"),
        format!("/kept?%61ddress={ADDRESS}&unknown=1&"),
    ];
    for spelling in &spellings {
        assert_eq!(server.get(spelling).await.text(), "{\"call\":1}", "{spelling}");
    }
    assert_eq!(server.get(&format!("/kept?address={ADDRESS}&period=daily")).await.text(), "{\"call\":2}");
    assert_eq!(server.get("/kept").await.text(), "{\"call\":3}", "an absent filter is none");
    assert_eq!(count.get(), 3);
}

#[tokio::test]
async fn head_and_get_share_an_answer() {
    let (count, handler) = counting();
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let head = server.send("HEAD", "/kept", &[]).await;
    let get = server.get("/kept").await;
    assert_eq!((head.status.as_u16(), head.text(), count.get()), (200, "", 1));
    for name in ["content-length", "etag", "content-type"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
    assert_eq!(head.header("content-length"), "10");
}

#[tokio::test]
async fn a_kept_answer_needs_not_be_sent_again() {
    let (count, handler) = counting();
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let tag = server.get("/kept").await.header("etag").to_owned();
    for list in [tag.clone(), format!("W/{tag}"), format!("\"a\", {tag}"), "*".to_owned()] {
        let answer = server.send("GET", "/kept", &[("if-none-match", &list)]).await;
        assert_eq!((answer.status.as_u16(), answer.text(), answer.header("etag")), (304, "", tag.as_str()), "{list}");
        assert_eq!(answer.header("cache-status"), "quarry; hit; ttl=60");
        assert_eq!((answer.header("age"), answer.header("vary")), ("0", "Accept-Encoding"));
    }
    let other = server.send("GET", "/kept", &[("if-none-match", "\"a\"")]).await;
    assert_eq!((other.status.as_u16(), count.get()), (200, 1));
}

#[tokio::test]
async fn only_public_reads_and_those_for_everyone_are_kept() {
    let (count, handler) = counting();
    let base = |id: &str| keyless_get(id, &format!("/{id}"), "");
    let private = Route { access: Access::Key(Scope::Read), cache: CacheRule::Private, ..base("private") };
    let never = Route { cache: CacheRule::None, ..base("never") };
    let keyed = Route { access: Access::Key(Scope::Read), ..base("keyed") };
    let write = Route { method: Method::Post, ..base("write") };
    let routes = [private, never, keyed, write];
    let server = start(routes.into_iter().map(|route| registration(route, &handler)).collect()).await;
    let key = [("authorization", "Bearer qk_test")];
    let mut answers: Vec<Response> = Vec::new();
    for (method, path) in [("GET", "/private"), ("GET", "/never"), ("GET", "/keyed"), ("POST", "/write")] {
        for _ in 0..2 {
            answers.push(server.send(method, path, &key).await);
        }
    }
    assert_eq!(count.get(), 8);
    for answer in &answers {
        assert_eq!((answer.header("cache-status"), answer.header("age")), ("", ""), "{answer:?}");
    }
    assert_eq!(answers[0].header("vary"), "Authorization, Accept-Encoding");
}

#[tokio::test]
async fn an_error_is_not_kept() {
    let (count, handler) = counting_with(|number, _| match number {
        1 => Err(Problem::data_source_unavailable("The warehouse is down.")),
        2 => Err(Problem::not_found("There is nothing yet.")),
        number => json(format!("{number}")),
    });
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let statuses = [server.get("/kept").await, server.get("/kept").await, server.get("/kept").await];
    assert_eq!(statuses.each_ref().map(|answer| answer.status.as_u16()), [503, 404, 200]);
    assert_eq!(statuses[0].header("cache-control"), "no-store");
    assert_eq!((server.get("/kept").await.text(), count.get()), ("3", 3));
}

#[tokio::test]
async fn what_was_swapped_or_switched_is_never_answered_from_before() {
    let (count, handler) = counting();
    let (other_count, other) = counting();
    let neighbour = || keyless_get("neighbour", "/neighbour", "");
    let covered = Route { module: Some("prices".to_owned()), ..kept_route() };
    let table = |enabled: bool, with: &std::sync::Arc<dyn quarry::contract::Handler>| {
        RoutingTable::build(vec![
            Registration { enabled, ..registration(covered.clone(), with) },
            registration(neighbour(), &other),
        ])
        .unwrap()
    };
    let server = start(vec![registration(covered.clone(), &handler), registration(neighbour(), &other)]).await;
    assert_eq!((server.get("/kept").await.text(), server.get("/kept").await.text()), ("{\"call\":1}", "{\"call\":1}"));
    server.get("/neighbour").await;

    server.publisher.swap(table(false, &handler));
    let off = server.get("/kept").await;
    assert_eq!((off.status.as_u16(), off.text().contains("module_disabled")), (404, true));
    server.publisher.swap(table(true, &handler));
    assert_eq!(server.get("/kept").await.text(), "{\"call\":2}", "switched off and on again");
    server.publisher.swap(table(true, &handler));
    assert_eq!(server.get("/kept").await.text(), "{\"call\":2}", "nothing has changed");
    let (_, newer) = counting_with(|_, _| json("\"newer\""));
    server.publisher.swap(table(true, &newer));
    assert_eq!(server.get("/kept").await.text(), "\"newer\"", "another component");
    assert_eq!(count.get(), 2);
    server.get("/neighbour").await;
    assert_eq!(other_count.get(), 1, "what was not touched is still kept");
}
