//! A component declares that an operation is to be retired; its clients and its readers are told.

use crate::support::{root, with_components};

#[test]
fn a_component_that_retires_an_operation_tells_its_clients_and_its_readers() {
    let hostile = root().join("target/wasm32-wasip2/component/quarry_test_hostile.wasm");
    let server = with_components(&[hostile]);
    let answer = server.get_keyless("/hostile/retired?limit=3");
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("deprecation"), "@1767225600");
    assert_eq!(answer.header("sunset"), "Wed, 01 Jul 2026 00:00:00 GMT");
    let links: Vec<_> = answer.headers.get_all("link").iter().map(|link| link.to_str().unwrap()).collect();
    assert!(links.contains(&"</api/v1/hostile/remember>; rel=\"successor-version\""), "{links:?}");
    assert!(links.iter().any(|link| link.ends_with("; rel=\"next\"")), "{links:?}");
    let document = server.get_keyless("/openapi.json").json();
    let operation = &document["paths"]["/hostile/retired"]["get"];
    assert_eq!(operation["deprecated"], true);
    let description = operation["description"].as_str().unwrap();
    assert!(description.contains("since 2026-01-01; it stops answering on 2026-07-01. Use `/hostile/remember`"));
    let reference = server.get_keyless("/public/api_reference");
    assert!(reference.text.contains("\"deprecated\":true"), "{}", reference.text);
    let text = server.send_to_root("GET", "/llms.txt", &[]).text;
    assert!(text.contains("Numbers that nobody needs any more. Query: limit, cursor. Deprecated."), "{text}");
}
