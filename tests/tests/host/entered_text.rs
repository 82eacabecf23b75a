//! The kind of text that people enter: what it takes, keeps and refuses, and where bodies may declare it.

use quarry::contract::{Problem, RequestBody, RequestBodyForm};
use quarry::edge::RequestBodyPlan;
use quarry::entered_text::EnteredText::{Line, Lines};
use serde_json::{Value as Json, json};

#[test]
fn a_text_is_kept_as_people_see_it() {
    for (kind, entered, kept) in [
        (Line, "  Ada \u{a0}", "Ada"),
        (Line, "Rene\u{301}", "Ren\u{e9}"),
        (Line, "\u{1100}\u{1161}\u{11a8}", "\u{ac01}"),
        (Line, "\u{200d}\u{200c} ", ""),
        (Line, "\u{646}\u{6cc}\u{200c}\u{645}\u{627}", "\u{646}\u{6cc}\u{200c}\u{645}\u{627}"),
        (Line, "\u{2764}\u{fe0f}", "\u{2764}\u{fe0f}"),
        (Line, "\u{600}\u{661}", "\u{600}\u{661}"),
        (Lines, "\r\nfirst\r\nsecond\rthird\tcell\n", "first\nsecond\nthird\tcell"),
    ] {
        assert_eq!(kind.read(entered).as_deref(), Ok(kept), "{entered:?}");
    }
}

#[test]
fn a_character_that_cannot_be_seen_is_named_with_its_place() {
    let unseen = [
        0x0, 0x7, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029,
        0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2064, 0x2065, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x2800,
        0x3164, 0xfdd0, 0xfeff, 0xffa0, 0xfff9, 0xffff, 0x1d173, 0x1fffe, 0xe0001, 0xe0041, 0xe0fff,
    ];
    for number in unseen {
        let character = char::from_u32(number).expect("a character");
        for kind in [Line, Lines] {
            let refused = kind.read(&format!("ab{character}c")).expect_err("refused");
            assert_eq!((refused.character, refused.position), (character, 3));
            assert!(refused.to_string().starts_with(&format!("character 3 is U+{number:04X}, ")), "{refused}");
            assert_eq!(kind.shown(&format!("ab{character}c")), "abc", "U+{number:04X}");
        }
    }
    for character in ['\n', '\r', '\t'] {
        assert!(Line.read(&format!("a{character}b")).is_err(), "{character:?} ends or breaks the line");
    }
}

fn plan(schema: &Json) -> Result<RequestBodyPlan, String> {
    let form = RequestBodyForm::Json { schema: schema.to_string(), example: "{}".to_owned() };
    RequestBodyPlan::new(&RequestBody { form, max_bytes: 1 << 20, required: true }).map_err(|error| error.to_string())
}

fn read(plan: &RequestBodyPlan, body: &Json) -> Result<Json, Problem> {
    let (bytes, _) = plan.check(body.to_string().into())?;
    Ok(serde_json::from_slice(&bytes).expect("JSON"))
}

#[test]
fn a_handler_gets_the_text_that_is_kept_wherever_it_was_declared() {
    let line = json!({ "type": "string", "format": "single-line-text", "minLength": 1, "maxLength": 3 });
    let plan = plan(&json!({
        "type": "object",
        "properties": {
            "name": { "description": "of a person", "allOf": [line] },
            "labels": { "type": "array", "items": line },
            "note": { "anyOf": [{ "type": "string", "format": "multi-line-text" }, { "type": "null" }] },
            "parts": { "type": "array", "items": { "type": "object", "properties": { "title": line } } },
            "other": { "type": "string" },
        },
    }))
    .expect("a plan");
    let sent = json!({
        "name": " e\u{301}e\u{301}e\u{301} ", "labels": [" a ", "b"], "note": "x\r\ny", "parts": [{ "title": "c " }],
        "other": " e\u{301}\n",
    });
    let kept = json!({
        "name": "\u{e9}\u{e9}\u{e9}", "labels": ["a", "b"], "note": "x\ny", "parts": [{ "title": "c" }],
        "other": " e\u{301}\n",
    });
    assert_eq!(read(&plan, &sent), Ok(kept));
    assert_eq!(read(&plan, &json!({ "note": null })), Ok(json!({ "note": null })));
    for (body, field) in [
        (json!({ "name": "a\nb" }), "name"),
        (json!({ "labels": ["a", "\u{202e}"] }), "labels.1"),
        (json!({ "parts": [{ "title": "a" }, { "title": "\u{0}" }] }), "parts.1.title"),
        (json!({ "name": "   " }), "name"),
        (json!({ "name": "abcd" }), "name"),
        (json!({ "other": "a\u{0}" }), "other"),
        (json!({ "deep": [{ "x": ["\u{0}"] }] }), "deep.0.x.0"),
        (json!({ "parts": [{ "a\u{0}": 1 }] }), "parts.0"),
    ] {
        let problem = read(&plan, &body).expect_err("refused");
        assert_eq!((problem.status, problem.code.as_str()), (422, "validation_failed"), "{body}");
        assert!(problem.members["fields"][field].is_string(), "{body}: {problem:?}");
    }
}

#[test]
fn texts_of_members_that_are_not_named_are_read_too() {
    let line = json!({ "type": ["string", "number", "null"], "format": "single-line-text" });
    let plan = plan(&json!({
        "type": "object",
        "properties": { "note": { "type": "string" } },
        "additionalProperties": { "anyOf": [line, { "type": "array", "items": line }] },
    }))
    .expect("a plan");
    let sent = json!({ "note": " e\u{301}\n", "12": " e\u{301} ", "13": [" a ", 3], "14": null });
    let kept = json!({ "note": " e\u{301}\n", "12": "\u{e9}", "13": ["a", 3], "14": null });
    assert_eq!(read(&plan, &sent), Ok(kept));
    for (body, field) in [(json!({ "12": "a\u{202e}b" }), "12"), (json!({ "13": ["a", "b\nc"] }), "13.1")] {
        let problem = read(&plan, &body).expect_err("refused");
        assert!(problem.members["fields"][field].is_string(), "{body}: {problem:?}");
    }
}

#[test]
fn a_declaration_that_would_be_forgotten_is_refused() {
    let line = json!({ "type": "string", "format": "single-line-text" });
    for schema in [
        json!({ "allOf": [{ "additionalProperties": line }, { "additionalProperties": line }] }),
        json!({ "type": "object", "patternProperties": { "^a": line } }),
        json!({ "$defs": { "name": line }, "properties": { "name": { "$ref": "#/$defs/name" } } }),
        json!({ "prefixItems": [line] }),
        json!({ "allOf": [line, { "format": "multi-line-text" }] }),
    ] {
        let refused = plan(&schema).err().unwrap_or_else(|| panic!("{schema} was taken"));
        assert!(refused.contains("line-text") || refused.contains("a text that people enter"), "{refused}");
    }
}
