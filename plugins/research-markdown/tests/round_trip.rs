//! Export, import, export: the same blocks and the same bytes, for every kind, whatever stands in a block.

use proptest::prelude::*;
use quarry_research_markdown::{Content, FileNames, Imported, canonical, export, import};
use quarry_research_pages::blocks::kinds::{Attribute, Form, attributes};
use quarry_research_pages::blocks::{BlockKind, attributes::check};
use quarry_sdk::Choice;
use serde_json::{Map, Value as Json, json};

const KINDS: [&str; 17] = [
    "paragraph",
    "heading",
    "list",
    "todo",
    "quote",
    "callout",
    "code",
    "table",
    "divider",
    "image",
    "file",
    "citation",
    "live_value",
    "chart",
    "transaction",
    "block",
    "query",
];

/// Reads a text that is within the price.
fn imported(text: &str) -> Imported {
    import(text).expect("a text within the price")
}

fn kind(word: &str) -> BlockKind {
    BlockKind::from_word(word).expect("a kind")
}

/// Pieces of which most of what can go wrong in Markdown is made.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Z0-9 ]{1,12}",
        2 => prop::sample::select(vec![
            "\n", "\n\n", "\r\n", "\r", "\t", "    ", "- ", "* ", "+ ", "1. ", "1) ", "- [ ] ", "- [x] ", "# ", "#### ", "> ", "> [!NOTE]", "> [!weird] a\n> b",
            "```", "````", "~~~", "```quarry:chart\n{}", "***", "---", "===", "| a | b |\n|---|:-:|\n| 1 | 2 |", "|", "\\|", "\\",
            "<div>", "</div>", "<!-- x -->", "<script>", "<table><tr><td>1</td></tr></table>", "<img src=x>", "<a href='x'>y</a>", "<br>", "<details>",
            "[a]: http://b.example 'c'", "[a]", "[a][b]", "[a][]", "![a](b.png)", "![](files/31/a.png)", "[f](files/7)", "[[Note]]", "![[x.png|300]]",
            "[^1]", "[^1]: foot", "$$", "$$\nx\n$$", "&nbsp;", "&amp;", "`", "``", "*", "**", "_", "~~", "!", "[", "]", "(", ")", "<", ">", "\"", "'",
            ":::info", ":::", "!!! note", "+---+", "{{derived:12}}", "\u{feff}", "\0", "\u{2028}", "漢字", "é", "👩‍🔬",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,8}",
    ]
}

fn body() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..9).prop_map(|pieces| pieces.concat())
}

fn text(most: usize) -> BoxedStrategy<Json> {
    body().prop_map(move |text| json!(text.chars().take(most).collect::<String>())).boxed()
}

fn any_json() -> BoxedStrategy<Json> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        any::<f64>().prop_map(|number| json!(number)),
        body().prop_map(Json::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::btree_map("[a-z`]{1,6}", inner, 0..4)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

fn value(form: Form) -> BoxedStrategy<Json> {
    let hex = |digits: usize| proptest::string::string_regex(&format!("0x[0-9a-fA-F]{{{digits}}}")).expect("a pattern");
    match form {
        Form::Text(most) => text(most),
        Form::Whole(least, most) => (least..=most).prop_map(Json::from).boxed(),
        Form::Words(words) => prop::sample::select(words).prop_map(Json::from).boxed(),
        Form::Truth => any::<bool>().prop_map(Json::from).boxed(),
        Form::Hash => hex(64).prop_map(Json::from).boxed(),
        Form::Address => hex(40).prop_map(Json::from).boxed(),
        Form::ListOfWords(most, words) => {
            prop::collection::vec(prop::sample::select(words), 0..most.min(5)).prop_map(|list| json!(list)).boxed()
        }
        Form::Texts(most) => prop::collection::vec(text(200), 0..most.min(4)).prop_map(Json::from).boxed(),
        Form::Object => prop::collection::btree_map("[a-z]{1,6}", any_json(), 0..4)
            .prop_map(|members| Json::Object(members.into_iter().collect()))
            .boxed(),
    }
}

fn attrs(kind: BlockKind) -> BoxedStrategy<Json> {
    let given = |attribute: &Attribute| {
        let (name, is_required) = (attribute.name, attribute.is_required);
        let value = value(attribute.form);
        match is_required {
            true => value.prop_map(move |value| Some((name, value))).boxed(),
            false => prop_oneof![
                2 => value.prop_map(move |value| Some((name, value))),
                1 => Just(None),
                1 => Just(Some((name, Json::Null))),
            ]
            .boxed(),
        }
    };
    let members: Vec<BoxedStrategy<Option<(&'static str, Json)>>> = attributes(kind).iter().map(given).collect();
    members
        .prop_map(|members| {
            Json::Object(
                members.into_iter().flatten().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>(),
            )
        })
        .boxed()
}

fn block_of(kind: BlockKind) -> impl Strategy<Value = Content> {
    let body = prop_oneof![2 => body(), 1 => Just(String::new()), 1 => "[a-z ]{0,20}"];
    (body, attrs(kind)).prop_map(move |(body, attrs)| Content { kind, body, attrs })
}

fn block() -> impl Strategy<Value = Content> {
    prop::sample::select(KINDS.to_vec()).prop_flat_map(|word| block_of(kind(word)))
}

fn names() -> FileNames {
    FileNames::from([(31, "harbour of «März».png".to_owned()), (7, "a(b).csv".to_owned())])
}

/// Holds an export against its import.
fn hold(blocks: &[Content]) {
    for block in blocks {
        check(block.kind, &block.body, &block.attrs).expect("a block that can be saved");
    }
    let text = export(blocks, &names());
    let read = imported(&text);
    let read: Vec<Content> = read.blocks.into_iter().map(|block| block.content).collect();
    assert_eq!(export(&read, &names()), text, "the second export has other bytes");
    assert!(
        !text.contains("<!--")
            || blocks.iter().any(|block| json!([block.body, block.attrs]).to_string().contains("<!--"))
    );
    // All but paragraphs that are several blocks in Markdown come back as they were.
    let has_split = blocks.iter().any(|block| block.kind == BlockKind::Paragraph) && read.len() != blocks.len();
    if !has_split && read.len() == blocks.len() {
        let of_others = |blocks: &[Content]| -> Vec<Content> {
            blocks.iter().filter(|block| block.kind != BlockKind::Paragraph).cloned().collect()
        };
        let known: Vec<Content> = blocks.iter().map(canonical).collect();
        let paragraphs_stay = known.iter().zip(&read).all(|(one, other)| one.kind == other.kind);
        if paragraphs_stay {
            assert_eq!(of_others(&read), of_others(&known), "{text}");
        }
    }
}

fn cases() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

macro_rules! each_kind {
    ($($name:ident),*) => {
        $(proptest! {
            #![proptest_config(cases())]
            #[test]
            fn $name(block in block_of(kind(stringify!($name)))) {
                hold(&[block]);
            }
        })*
    };
}

/// One test a kind, by its word.
mod every_kind_comes_back {
    use super::*;
    each_kind!(
        paragraph,
        heading,
        list,
        todo,
        quote,
        callout,
        code,
        table,
        divider,
        image,
        file,
        citation,
        live_value,
        chart,
        transaction,
        block,
        query
    );
}

#[test]
fn lines_that_end_with_several_carriage_returns_come_back() {
    let kinds = [
        ("paragraph", json!({})),
        ("heading", json!({ "level": 1 })),
        ("list", json!({})),
        ("todo", json!({})),
        ("quote", json!({})),
        ("callout", json!({})),
        ("table", json!({})),
    ];
    for (word, attrs) in kinds {
        for body in ["a\r\r\nb", "- a\r\r\r\n\r\r\n- b\r\r\n", "\r\r\n\r\r\na\rb"] {
            hold(&[Content { kind: kind(word), body: body.to_owned(), attrs: attrs.clone() }]);
        }
    }
}

proptest! {
    #![proptest_config(cases())]
    #[test]
    fn a_canonical_block_stays_as_it_is(block in block()) {
        let once = canonical(&block);
        prop_assert_eq!(canonical(&once), once);
    }

    #[test]
    fn blocks_beside_each_other_come_back(blocks in prop::collection::vec(block(), 0..9)) {
        hold(&blocks);
    }

    #[test]
    fn any_text_comes_in_and_goes_out_alike(text in body()) {
        let read: Vec<Content> = imported(&text).blocks.into_iter().map(|block| block.content).collect();
        let once = export(&read, &names());
        let again: Vec<Content> = imported(&once).blocks.into_iter().map(|block| block.content).collect();
        prop_assert_eq!(export(&again, &names()), once);
    }
}

#[test]
fn what_people_write_is_written_as_people_write_it() {
    let block = |word: &str, body: &str, attrs: Json| Content { kind: kind(word), body: body.to_owned(), attrs };
    let blocks = [
        block("heading", "What happened", json!({ "level": 2 })),
        block("paragraph", "In March {{derived:12}} accounts *were* liquidated.[^1]", json!({})),
        block("paragraph", "", json!({})),
        block("list", "- first\n  - nested\n- second", json!({})),
        block("todo", "look again", json!({ "checked": true })),
        block("todo", "write it up", json!({ "checked": false })),
        block("list", "1. one\n2. two", json!({ "ordered": true })),
        block("quote", "A figure\n\nwithout its block", json!({})),
        block("callout", "Mind the gap.", json!({ "tone": "warning" })),
        block("code", "select 1\n```", json!({ "language": "sql" })),
        block("table", "| a | b |\n|:--|--:|\n| 1 | 2 |", json!({ "alignments": ["left", "right"] })),
        block("divider", "", json!({})),
        block("image", "", json!({ "upload_id": 31, "alt": "The [harbour]", "caption": "At \"night\"" })),
        block("file", "", json!({ "upload_id": 7 })),
        block("paragraph", "[^1]: By the sample chain.", json!({})),
        block("chart", "", json!({ "source": "prices", "pool": "0x1111111111111111111111111111111111111111" })),
    ];
    let text = export(&blocks, &names());
    let expected = r#"## What happened

In March {{derived:12}} accounts *were* liquidated.[^1]

&nbsp;

- first
  - nested
- second

* [x] look again
* [ ] write it up

1. one
2. two

> A figure
>
> without its block

> [!WARNING]
> Mind the gap.

````sql
select 1
```
````

| a | b |
|:--|--:|
| 1 | 2 |

***

![The \[harbour\]](files/31/harbour%20of%20%C2%ABM%C3%A4rz%C2%BB.png "At \"night\"")

[a(b).csv](files/7/a%28b%29.csv)

[^1]: By the sample chain.

```quarry:chart
{
  "pool": "0x1111111111111111111111111111111111111111",
  "source": "prices"
}
```
"#;
    assert_eq!(text, expected);
    hold(&blocks);
}
