//! Names of servers in manifests and in the configuration: they mean one server, and nothing that only looks like it.

use quarry::capabilities::HostPattern;
use url::Url;

fn pattern(text: &str) -> HostPattern {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn allows(text: &str, url: &str) -> bool {
    pattern(text).matches(&Url::parse(url).unwrap_or_else(|error| panic!("{url}: {error}")))
}

#[test]
fn a_name_means_its_server_and_the_schemes_own_port() {
    for url in ["https://api.example.org/", "https://API.Example.ORG:443/a?b", "http://api.example.org/"] {
        assert!(allows("api.example.org", url), "{url}");
    }
    for url in [
        "https://api.example.org:8443/",
        "https://example.org/",
        "https://evil-api.example.org/",
        "https://api.example.org.evil.example/",
        "https://evil.example/api.example.org",
        "https://api.example.org@evil.example/",
        "https://evil.example\\@api.example.org/",
        "https://127.0.0.1/",
    ] {
        assert!(!allows("api.example.org", url), "{url}");
    }
}

#[test]
fn a_port_of_its_own_is_that_one_and_a_star_is_any() {
    assert!(allows("a.example:8443", "https://a.example:8443/") && !allows("a.example:8443", "https://a.example/"));
    assert!(allows("a.example:443", "https://a.example/") && !allows("a.example:443", "http://a.example/"));
    assert!(allows("a.example:*", "https://a.example:1/") && allows("a.example:*", "https://a.example/"));
    assert!(allows("bücher.example", "https://xn--bcher-kva.example/"));
}

#[test]
fn addresses_wildcards_and_urls_are_no_names() {
    for text in [
        "",
        "*",
        "*.example.org",
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "::1",
        "https://a.example",
        "a.example/b",
        "user@a.example",
        "a.example:",
        "a.example:0x50",
        "a.example:65536",
        "a b",
        "a.example:443:443",
        "server:",
        "server:Model",
        "server:model/v1",
        "server:model:80",
    ] {
        assert!(text.parse::<HostPattern>().is_err(), "{text}");
    }
}

#[test]
fn a_manifest_and_a_deployment_agree_where_some_url_is_meant_by_both() {
    for (asked, given, agree) in [
        ("a.example", "a.example", true),
        ("a.example", "A.EXAMPLE:443", true),
        ("a.example:*", "a.example:8443", true),
        ("a.example:8443", "a.example:*", true),
        ("a.example", "a.example:8443", false),
        ("a.example", "b.example", false),
        ("a.example:1", "a.example:2", false),
        ("server:model", "server:model", true),
        ("server:model", "server:another", false),
        ("server:model", "server:*", false),
    ] {
        assert_eq!(pattern(asked).overlaps(&pattern(given)), agree, "{asked} and {given}");
    }
}

#[test]
fn a_server_of_the_operator_is_no_host_of_that_name() {
    let model = pattern("server:model");
    assert_eq!(model.to_string(), "server:model");
    assert!(model.is_configured("model") && !model.is_configured("mode"));
    for url in ["https://server/", "https://model/", "server:model/v1"] {
        assert!(!allows("server:model", url), "{url}");
    }
    assert!(allows("server:8443", "https://server:8443/"), "a port is digits alone");
}
