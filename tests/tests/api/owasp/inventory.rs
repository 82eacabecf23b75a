//! API9: what is served is what is written down.

use quarry_tests::server::shared;

#[test]
fn every_documented_operation_is_served_and_says_the_same_of_itself() {
    let server = shared();
    let document = server.get_keyless("/openapi.json").json();
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() > 8, "{} paths", paths.len());
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("operations") {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let mut filled = path.clone();
            for parameter in &parameters {
                let name = parameter["name"].as_str().unwrap_or_default();
                // What is on several chains wants to know which.
                let example = if name == "chain" { "ethereum" } else { parameter["example"].as_str().unwrap_or("1") };
                filled = filled.replace(&format!("{{{name}}}"), example);
                if parameter["in"] == "query" && (parameter["required"] == true || name == "chain") {
                    let mark = if filled.contains('?') { '&' } else { '?' };
                    filled = format!("{filled}{mark}{name}={example}");
                }
            }
            let answer = server.send(&method.to_uppercase(), &filled, &[]);
            let needs_key = operation["security"].as_array().is_some_and(|schemes| !schemes.is_empty());
            match needs_key {
                true => assert_eq!(answer.status, 401, "{method} {filled} needs a key"),
                // An upload without a body.
                false if method == "put" => assert_eq!(answer.status, 415, "{}", answer.text),
                // The thing of the example need not exist; the operation itself says so, and not the router.
                false if path.contains('{') && answer.status == 404 => {
                    let detail = answer.json()["detail"].as_str().unwrap_or_default().to_owned();
                    assert!(!detail.starts_with("No operation is served"), "{method} {filled}: {detail}");
                }
                false => assert_eq!(answer.status, 200, "{method} {filled}: {}", answer.text),
            }
            assert!(
                operation["responses"][answer.status.to_string()].is_object(),
                "{method} {path}: {}",
                answer.status
            );
        }
    }
}

#[test]
fn what_is_not_documented_is_not_served() {
    let server = shared();
    for path in ["/metrics", "/healthz", "/debug", "/admin", "/internal", "/v2/tokens", "/.env", "/graphql", "/bench"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for path in ["/metrics", "/admin", "/.git/config", "/api", "/api/v2/tokens"] {
        assert_eq!(server.send_to_root("GET", path, &[]).status, 404, "{path}");
    }
}
