//! Headers of answers that no component may declare.

use super::mistaken_manifests::verdicts;

/// Headers that a component may not set, each for what acts upon it: the host, a web server, a proxy or a browser.
const REFUSED_HEADERS: &[&str] = &[
    "x-accel-redirect",
    "x-accel-buffering",
    "x-sendfile",
    "x-sendfile2",
    "x-send-file",
    "x-lighttpd-send-file",
    "x-litespeed-location",
    "x-reproxy-url",
    "x-archive-files",
    "x-forwarded-host",
    "x-original-url",
    "x-cache-status",
    "x-frame-options",
    "x-content-type-options",
    "x-content-security-policy",
    "x-xss-protection",
    "x-request-id",
    "x-ratelimit-reset",
    "x-rows-",
    "set-cookie",
    "content-length",
    "transfer-encoding",
    "connection",
    "content-security-policy",
    "access-control-allow-origin",
];

#[tokio::test]
async fn no_component_has_a_proxy_send_files_or_speaks_for_the_host() {
    const GOOD: [&str; 5] = ["location", "x-row-count", "x-checksum-sha256", "x-accelerated", "x-realm"];
    let cases: Vec<String> = REFUSED_HEADERS.iter().chain(&GOOD).map(|name| format!("header: {name}")).collect();
    let verdicts = verdicts(&cases.iter().map(String::as_str).collect::<Vec<_>>()).await;
    for (name, verdict) in REFUSED_HEADERS.iter().chain(&GOOD).zip(verdicts) {
        let refusal = verdict.err().unwrap_or_default();
        match GOOD.contains(name) {
            true => assert_eq!(refusal, "", "{name}"),
            false => {
                let begin = format!("its manifest is wrong: save_row declares the header `{name}`: ");
                assert!(refusal.starts_with(&begin), "{name}: {refusal}");
            }
        }
    }
}
