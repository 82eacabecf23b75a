//! API5: what an operation needs is asked of every method and of every spelling of its path.

use crate::key_material::{Wanted, mint};
use quarry::contract::Scope;
use quarry_tests::server::shared;

#[test]
fn a_key_without_the_scope_is_told_which_one_it_lacks() {
    let server = shared();
    let key = mint(server, &Wanted { scope: Scope::Exports, ..Wanted::default() });
    for path in ["/tokens", "/pairs", "/me", "/status"] {
        let refusal = server.get_with_key(path, &key);
        assert_eq!((refusal.status, refusal.code().as_str()), (403, "missing_scope"), "{path}");
        assert_eq!(refusal.json()["scope"], "read", "{path}");
    }
}

#[test]
fn another_method_or_another_spelling_of_a_path_opens_nothing() {
    let server = shared();
    for path in ["/tokens/", "//tokens", "/Tokens", "/%74okens", "/./tokens", "/public/../tokens", "/tokens%00"] {
        assert_eq!(server.get_keyless(path).status, 404, "{path}");
    }
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let refusal = server.send(method, "/tokens", &[]);
        assert_eq!((refusal.status, refusal.code().as_str()), (405, "method_not_allowed"), "{method}");
        assert!(refusal.header("allow").contains("GET"), "{method}");
    }
    let overridden =
        server.send("GET", "/me", &[("x-http-method-override", "DELETE"), ("x-original-url", "/public/prices")]);
    assert_eq!(overridden.status, 401, "no header changes what is asked");
}
