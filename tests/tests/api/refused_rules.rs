//! The rules that families have beside their schemas: who breaks one reads the reason, what was sent, and a way out, in words for people.

use crate::organizations::house::server;
use crate::research::support::Desk;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::sentences::faults_of_refusal;
use serde_json::{Value as Json, json};

/// Characters of what was sent that a sentence may quote.
const MOST_QUOTED: usize = 61;

/// A request that satisfies its schema and breaks a rule.
struct Broken {
    method: &'static str,
    path: String,
    body: Json,
    /// A part of what is said.
    said: &'static str,
}

fn post(path: &str, body: Json, said: &'static str) -> Broken {
    Broken { method: "POST", path: path.to_owned(), body, said }
}

/// Of the space: notes, annotations, properties, members.
fn of_space(space: i64, block: i64) -> Vec<Broken> {
    let (properties, members) =
        (format!("/session/spaces/{space}/properties"), format!("/session/spaces/{space}/memberships"));
    let note = json!({ "value": format!("0x{:040x}", 9), "content": "x", "color": "teal", "space_id": space });
    let field = |field: &str, scope: &str| {
        let mut annotation = json!({ "holder_type": "block", "holder_id": block, "content": "x", "scope": scope });
        annotation["target_field"] = json!(field);
        annotation
    };
    vec![
        post("/session/value_notes", note, "A colour is one of Ocean Blue (#1D5B8C), Moss (#3F6B2F), "),
        post("/session/annotations", field("nothing.there", "local"), "Name a field that holds a value, such as "),
        post("/session/annotations", field("body", "global"), "holds neither: take the scope local."),
        post(
            &properties,
            json!({ "name": "Twice", "kind": "select", "options": ["a", "a"] }),
            "Give each of the options once; one of them is there twice: \"a\".",
        ),
        post(&properties, json!({ "name": "None", "kind": "text", "options": ["a"] }), "has no options"),
        post(&members, json!({ "email": "nobody" }), "That is no email address"),
        post(&members, json!({ "email": "nobody@nowhere.example" }), "with the email \"nobody@nowhere.example\": ask "),
    ]
}

/// Of a page: its document, properties, comments, files, publication.
fn of_page(page: i64, project: i64, property: &Json) -> Vec<Broken> {
    let on_page = |method, rest: &str, body, said| Broken {
        method,
        path: format!("/session/research/pages/{page}{rest}"),
        body,
        said,
    };
    let block = |kind: &str, key: &str, attrs: Json| json!({ "kind": kind, "key": key, "body": "x", "attrs": attrs });
    let document =
        |blocks: Json, said| on_page("PUT", "/document", json!({ "base_version": 0, "blocks": blocks }), said);
    let view = |settings: Json, said| {
        let view = json!({ "project_id": project, "name": "View", "layout": "table", "settings": settings });
        post("/session/research/views", view, said)
    };
    let stage = |value: &str| {
        let mut values = json!({});
        values[property.to_string()] = json!(value);
        json!({ "values": values })
    };
    vec![
        document(
            json!([block("heading", "a", json!({ "level": 9 }))]),
            "The attribute level of a block of the kind heading must be a whole number from 1 to 3.",
        ),
        document(
            json!([block("heading", "a", json!({ "level": 1, "colour": 1 }))]),
            "has no attribute \"colour\": it has level.",
        ),
        document(
            json!([block("live_value", "a", json!({ "citation_id": 1, "snapshot": 7 }))]),
            "must be a group of members in braces.",
        ),
        document(
            json!([block("paragraph", "a", json!({})), block("paragraph", "a", json!({}))]),
            "Give each new block a key of its own; two have the key \"a\".",
        ),
        on_page("PUT", "/document", json!({ "base_version": 999, "blocks": [] }), "read the document first."),
        on_page("PATCH", "/properties", json!({ "values": { "999999999": "x" } }), "has no property \"999999999\"."),
        on_page("PATCH", "/properties", stage("gone"), "is one of draft, checked; this is \"gone\"."),
        on_page("PATCH", "", json!({ "tags": ["#"] }), "A tag has 1 to 60 characters"),
        on_page("PATCH", "/publish", json!({ "slug": "Not A Slug" }), "An address has lower-case letters"),
        on_page("POST", "/comments", json!({ "body": "x", "mentions": [999_999_999] }), "Mention members of "),
        on_page("POST", "/import", json!({ "markdown": "x", "mode": "replace" }), "Send the document_version"),
        on_page(
            "POST",
            "/uploads",
            json!({ "file_name": "a/b.png", "media_type": "image/png", "size_bytes": 9 }),
            "A file's name has at most 200 bytes",
        ),
        post(
            "/session/saved_items",
            json!({ "kind": "transaction", "page_id": page, "block_number": 1 }),
            "leave block_number out.",
        ),
        post(
            "/session/saved_items",
            json!({ "kind": "transaction", "page_id": page, "hash": format!("0x{:064x}", 9), "chain": "nowhere" }),
            "No chain is called \"nowhere\" here: ",
        ),
        view(json!({ "group_by": "nothing" }), "Pages have no field `nothing`"),
        view(json!({ "properties": { "status": ["gone"] } }), "has no option `gone`"),
    ]
}

/// Of markets and of data: alerts, the library, citations, exports.
fn of_data() -> Vec<Broken> {
    let pool = format!("0x{:040x}", 9);
    let price = |threshold: &str, said| {
        let alert = json!({ "pool_address": pool, "condition": "above", "threshold": threshold });
        post("/session/alerts/prices", alert, said)
    };
    let watch = |kind: &str, condition: Json, said| {
        post("/session/alerts/watches", json!({ "kind": kind, "condition": condition }), said)
    };
    let cite = |body: Json, said| post("/session/citations", body, said);
    let export =
        |filters: Json, said| post("/session/data/datasets/logs/requests", json!({ "filters": filters }), said);
    vec![
        price("-1", "A threshold is a number above zero, such as 2000 or 0.015; this is \"-1\"."),
        price("1234567890123456789012345", "A threshold has at most 19 digits; this one has 25."),
        watch("liquidation", json!({ "token": "two words" }), "A token is given by its symbol, or by its address"),
        watch("liquidation", json!({ "token": "WETH", "category": "exploit" }), "no condition.category: leave it out."),
        watch("chain_event", json!({ "protocol": "?!" }), "has letters or digits; this is \"?!\"."),
        post(
            "/session/saved_queries",
            json!({ "kind": "chart", "params": { "id": "x".repeat(100) } }),
            "The address of a pool is 40 hexadecimal digits, with or without 0x; this is \"xxxx",
        ),
        post("/session/watchlist", json!({ "address": pool }), "is tracked: GET /pairs lists those that are."),
        cite(
            json!({ "dataset": "liquidations", "aggregate": "sum", "column": "borrower" }),
            "The function sum is computed of numbers, and borrower has addresses: name another column.",
        ),
        cite(
            json!({ "dataset": "liquidations", "aggregate": "count", "filters": { "block_to": 9_007_199_254_740_992_i64 } }),
            "; this is 9007199254740992.",
        ),
        cite(
            json!({ "dataset": "liquidations", "aggregate": "count", "chain": "base", "filters": { "chain": "ethereum" } }),
            "Give chain here or in filters: ",
        ),
        export(json!({ "addresses": ["0x12"] }), "An address is 40 hexadecimal digits, "),
        export(json!({ "topic0": "Transfer" }), "A topic is 64 hexadecimal digits, "),
        export(json!({ "date_from": "2999-01-01" }), "2999-01-01 is in the future."),
    ]
}

/// What is wrong with a refusal, if anything is.
fn faults(answer: &Answer, broken: &Broken) -> Vec<String> {
    let refusal = answer.json();
    let mut faults = faults_of_refusal(&refusal);
    let fields = refusal["fields"].as_object().cloned().unwrap_or_default();
    let sentences: Vec<&str> = fields.values().filter_map(Json::as_str).chain(refusal["detail"].as_str()).collect();
    if answer.status != 422 || !sentences.iter().any(|sentence| sentence.contains(broken.said)) {
        faults.push(format!("is not refused by \"{}\"", broken.said));
    }
    for sentence in sentences {
        if !sentence.starts_with(|letter: char| letter.is_uppercase()) || !sentence.ends_with('.') {
            faults.push(format!("is no sentence: {sentence}"));
        }
        if sentence.contains(&"x".repeat(MOST_QUOTED)) {
            faults.push(format!("has all of what was sent: {sentence}"));
        }
    }
    faults.into_iter().map(|fault| format!("{} {}: {fault} ({})", broken.method, broken.path, answer.text)).collect()
}

#[test]
fn who_breaks_a_rule_beside_the_schema_reads_the_reason_first_and_no_word_of_programs() {
    let mut desk = Desk::new();
    let (project, page, [heading, _]) = desk.page_with_blocks();
    let stage = json!({ "name": "Stage", "kind": "select", "options": ["draft", "checked"] });
    let path = format!("/session/spaces/{}/properties", desk.space);
    let property = desk.owner.does("POST", &path, &stage)["id"].clone();
    let keys = format!("/session/organizations/{}/api_keys", desk.owner.person.own_organization_id);
    let key = |name: &str, value: Json| {
        let mut body = json!({ "name": "notebook", "scopes": ["read"] });
        body[name] = value;
        body
    };
    let mut broken = of_space(desk.space, heading);
    broken.extend(of_page(page, project, &property));
    broken.extend(of_data());
    broken.push(post(&keys, key("ip_allow_list", json!(["nonsense"])), "An allowed address is written as 192.0.2.7, "));
    broken.push(post(&keys, key("expires_at", json!("soon")), "A time of expiry is written as "));
    let mut found: Vec<String> = Vec::new();
    for request in &broken {
        let answer = desk.owner.write(request.method, &request.path, &request.body);
        found.extend(faults(&answer, request));
    }
    let mut staff = Browser::of(server(), "staff");
    for (name, value, said) in [
        ("gold", json!(1), "A limit or an entitlement is one of "),
        ("alerts", json!(true), "The limit alerts is a whole number, "),
        ("api_access", json!(5), "For api_access say true or false; this is 5."),
    ] {
        let organization = desk.outsider.person.own_organization_id;
        let path = format!("/session/admin/organizations/{organization}/override_entitlement");
        let body = json!({ "name": name, "value": value });
        let request = Broken { method: "PATCH", path, body, said };
        found.extend(faults(&staff.write(request.method, &request.path, &request.body), &request));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
