//! What a page has of its space's properties: kept in its kind, or refused.

use super::shelf::Shelf;
use crate::research::support::Desk;
use crate::spaces::refused;
use serde_json::{Value as Json, json};

/// What the page has of the property.
fn value(desk: &Desk, page: i64, property: i64) -> Json {
    let seen = desk.viewer.read(&format!("/session/research/pages/{page}/properties"));
    let properties = seen["properties"].as_array().expect("properties").iter();
    properties.filter(|one| one["id"] == json!(property)).map(|one| one["value"].clone()).next().expect("the property")
}

#[test]
fn each_kind_keeps_what_fits_it_and_refuses_the_rest() {
    let mut shelf = Shelf::new(0);
    let desk = &mut shelf.desk;
    let page = desk.page(shelf.project, "Values");
    let other = desk.page(shelf.project, "Another");
    let thrown = desk.page(shelf.project, "Thrown away");
    desk.trash("research_pages", thrown);
    let foreign = Desk::new();
    let (_, elsewhere, _) = foreign.page_with_blocks();
    let path = format!("/session/research/pages/{page}/properties");
    let (member, stranger) = (desk.viewer.person.id, desk.outsider.person.id);
    let linked = |id: i64, label: &str| json!({ "id": id, "label": label });
    let cases = [
        (
            "text",
            vec![(json!("  Deep "), json!("Deep"))],
            vec![
                json!(3),
                json!("x".repeat(501)),
                json!("two\nlines"),
                json!("turned \u{202e}around"),
                json!("a zero \0 in it"),
            ],
        ),
        (
            "number",
            vec![(json!("3.5"), json!("3.5")), (json!(-2), json!("-2")), (json!("1e3"), json!("1000"))],
            vec![json!("three"), json!("NaN"), json!("inf"), json!(1e15)],
        ),
        ("select", vec![(json!("begun"), json!("begun"))], vec![json!("ended"), json!(1)]),
        (
            "date",
            vec![(json!("2028-02-29"), json!("2028-02-29"))],
            vec![json!("2027-02-29"), json!("2027-02-28T00:00:00Z"), json!("1.2.2027"), json!(20_270_228)],
        ),
        ("person", vec![(json!(member), linked(member, "Viola"))], vec![json!(stranger), json!("Viola"), json!(-1)]),
        (
            "relation",
            vec![(json!(other.to_string()), linked(other, "Another"))],
            vec![json!(thrown), json!(page), json!(elsewhere), json!(999_999_999)],
        ),
    ];
    for (kind, kept, others) in cases {
        let property = shelf.properties[kind];
        let set = |value: &Json| json!({ "values": { property.to_string(): value } });
        for (sent, shown) in kept {
            let answer = desk.editor.does("PATCH", &path, &set(&sent));
            let properties = answer["properties"].as_array().expect("properties");
            assert!(properties.iter().any(|one| one["id"] == json!(property) && one["value"] == shown), "{answer}");
            assert_eq!(value(desk, page, property), shown, "{kind}");
        }
        let before = value(desk, page, property);
        for sent in others {
            let answer = desk.editor.write("PATCH", &path, &set(&sent));
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (422, "validation_failed"),
                "{kind} {sent}: {}",
                answer.text
            );
            assert_eq!(value(desk, page, property), before, "{kind} {sent}");
        }
        desk.editor.does("PATCH", &path, &set(&Json::Null));
        assert_eq!(value(desk, page, property), Json::Null, "{kind}");
    }
}

#[test]
fn a_change_of_values_is_made_whole_and_on_the_version_it_names() {
    let mut shelf = Shelf::new(0);
    let desk = &mut shelf.desk;
    let page = desk.page(shelf.project, "Values");
    let path = format!("/session/research/pages/{page}/properties");
    let [number, select] = ["number", "select"].map(|kind| shelf.properties[kind].to_string());
    let both = json!({ "values": { &number: "1", &select: "nowhere" } });
    refused(&desk.editor.write("PATCH", &path, &both), 422, "validation_failed", Some(&format!("values.{select}")));
    assert_eq!(value(desk, page, shelf.properties["number"]), Json::Null);
    let first = desk.editor.does("PATCH", &path, &json!({ "version": 1, "values": { &number: "1" } }));
    assert_eq!((&first["version"], &first["can_write"]), (&json!(2), &json!(true)));
    let late = desk.owner.write("PATCH", &path, &json!({ "version": 1, "values": { &number: "2" } }));
    assert_eq!((late.status, late.json()["current_version"].clone()), (409, json!(2)), "{}", late.text);
    let seen = desk.viewer.read(&format!("/session/research/pages/{page}"));
    assert_eq!((&seen["document_version"], &seen["version"]), (&json!(0), &json!(2)));
    assert_eq!(desk.viewer.read(&path)["can_write"], json!(false));
    for again in [format!("0{number}"), format!("+{number}")] {
        let twice = desk.editor.write("PATCH", &path, &json!({ "values": { &number: "3", &again: "4" } }));
        refused(&twice, 422, "validation_failed", Some(&format!("values.{again}")));
    }
    let unknown = desk.editor.write("PATCH", &path, &json!({ "values": { "999999999": "1" } }));
    refused(&unknown, 422, "validation_failed", Some("values.999999999"));
}

#[test]
fn a_page_in_the_trash_is_no_value_and_no_candidate() {
    let mut shelf = Shelf::new(0);
    let desk = &mut shelf.desk;
    let (page, other) = (desk.page(shelf.project, "Values"), desk.page(shelf.project, "Liquidations of May"));
    let relation = shelf.properties["relation"];
    let path = format!("/session/research/pages/{page}/properties");
    desk.editor.does("PATCH", &path, &json!({ "values": { relation.to_string(): other } }));
    let candidates = format!("/session/research/property_definitions/{relation}/candidates?q=LIQUI&except={page}");
    let offered = |desk: &Desk| desk.viewer.read(&candidates)["items"].clone();
    assert_eq!(offered(desk)[0]["label"], json!("Liquidations of May"));
    let board = format!("/session/research/projects/{}/board?group_by=prop.{relation}", shelf.project);
    assert_eq!(desk.viewer.read(&board)["columns"][1]["label"], json!("Liquidations of May"));
    desk.trash("research_pages", other);
    assert_eq!((offered(desk), value(desk, page, relation)), (json!([]), Json::Null));
    let columns = desk.viewer.read(&board)["columns"].clone();
    assert_eq!((columns.as_array().map(Vec::len), &columns[0]["value"]), (Some(1), &Json::Null), "{columns}");
}

#[test]
fn candidates_are_members_of_the_space_or_its_pages() {
    let shelf = Shelf::new(2);
    let desk = &shelf.desk;
    let path = |kind: &str, query: &str| {
        format!("/session/research/property_definitions/{}/candidates?{query}", shelf.properties[kind])
    };
    let people = desk.viewer.read(&path("person", ""));
    assert_eq!((&people["kind"], people["items"].as_array().map(Vec::len)), (&json!("person"), Some(4)), "{people}");
    let found = desk.viewer.read(&path("person", "q=edi"));
    let edith = json!([{ "id": desk.editor.person.id, "label": "Edith", "detail": "editor" }]);
    assert_eq!(found["items"], edith);
    let left_out = desk.viewer.read(&path("person", &format!("q=edi&except={}", desk.editor.person.id)));
    assert_eq!(left_out["items"], json!([]));
    let pages = desk.viewer.read(&path("relation", &format!("q=page&except={}", shelf.pages[0].id)));
    assert_eq!(pages["items"].as_array().map(Vec::len), Some(1), "{pages}");
    for kind in ["text", "number", "select", "date"] {
        refused(&desk.viewer.get(&path(kind, "")), 422, "no_candidates", None);
    }
    assert_eq!(desk.outsider.get(&path("person", "")).status, 404);
}

#[test]
fn tags_of_a_project_are_counted_without_its_trash() {
    let shelf = Shelf::new(8);
    shelf.desk.trash("research_pages", shelf.pages[3].id);
    let seen = shelf.desk.viewer.read(&shelf.path("tags"));
    let expected = json!([
        { "tag": "aave", "pages": 4 }, { "tag": "flash loans", "pages": 2 }, { "tag": "compound", "pages": 1 },
    ]);
    assert_eq!(seen["tags"], expected);
    assert_eq!(shelf.desk.viewer.read(&shelf.path("tags?q=%23Loan"))["tags"], json!([expected[1]]));
}
