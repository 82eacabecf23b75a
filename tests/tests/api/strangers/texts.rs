//! Texts of a stranger in a browser.

use super::{Harm, deployment};

const POLICY: &str = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[test]
fn a_strangers_text_is_no_page_of_the_service() {
    let _harm = Harm::none();
    let server = &deployment().server;
    for accept in ["text/plain", "application/x-bibtex", "application/json", "text/html, */*"] {
        // The second time it is one that was kept.
        for _ in 0..2 {
            let answer = server.send("GET", "/stranger/text", &[("accept", accept)]);
            assert_eq!(answer.status, 200, "{accept}: {}", answer.text);
            assert_eq!(answer.header("content-security-policy"), POLICY, "{accept}");
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{accept}");
            assert!(!answer.header("content-type").contains("html"), "{accept}: {}", answer.header("content-type"));
            let tag = answer.header("etag").to_owned();
            let again = server.send("GET", "/stranger/text", &[("accept", accept), ("if-none-match", &tag)]);
            assert_eq!(again.status, 304, "{accept}");
            assert_eq!(again.header("content-security-policy"), POLICY, "{accept}: also where nothing has changed");
        }
    }
}
