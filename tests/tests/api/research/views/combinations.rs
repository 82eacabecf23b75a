//! Every field as group, filter and sort beside every other one, held against a model.

use super::shelf::{Seeded, Shelf, ids, query};
use serde_json::{Value as Json, json};

/// Both directions of every field.
fn sorts(shelf: &Shelf) -> Vec<String> {
    shelf.keys().into_iter().flat_map(|key| [key.clone(), format!("-{key}")]).collect()
}

/// No filter, and one by each field.
fn filters(shelf: &Shelf) -> Vec<Option<(String, Vec<Json>)>> {
    [None].into_iter().chain(shelf.keys().iter().map(|key| Some(shelf.filter(key)))).collect()
}

#[test]
fn a_table_has_the_pages_that_pass_each_filter_in_each_order() {
    let shelf = Shelf::new(12);
    for filter in filters(&shelf) {
        for sort in sorts(&shelf) {
            let path = format!("{}?sort={sort}{}", shelf.path("table"), query(filter.as_ref()));
            let seen = shelf.desk.viewer.read(&path);
            let expected: Vec<i64> = shelf.expected(filter.as_ref(), &sort).iter().map(|page| page.id).collect();
            assert_eq!((ids(&seen["rows"]), &seen["next_cursor"]), (expected, &Json::Null), "{path}");
        }
    }
}

#[test]
fn a_board_has_each_page_in_the_columns_of_its_values_under_each_filter_and_order() {
    let shelf = Shelf::new(12);
    let (sorts, filters) = (sorts(&shelf), filters(&shelf));
    if std::env::var_os("QUARRY_TEST_EVERY_COMBINATION").is_some() {
        // Some thousand questions: `just board-combinations`.
        for group in shelf.keys() {
            filters
                .iter()
                .for_each(|filter| sorts.iter().for_each(|sort| holds(&shelf, &group, filter.as_ref(), sort)));
        }
        return;
    }
    for (place, group) in shelf.keys().iter().enumerate() {
        for (turn, filter) in filters.iter().enumerate() {
            holds(&shelf, group, filter.as_ref(), &sorts[(place * 5 + turn) % sorts.len()]);
        }
        for (turn, sort) in sorts.iter().enumerate() {
            holds(&shelf, group, filters[(place * 3 + turn) % filters.len()].as_ref(), sort);
        }
    }
}

fn holds(shelf: &Shelf, group: &str, filter: Option<&(String, Vec<Json>)>, sort: &str) {
    let path = format!("{}?group_by={group}&sort={sort}{}", shelf.path("board"), query(filter));
    let seen = shelf.desk.viewer.read(&path);
    let pages = shelf.expected(filter, sort);
    let of = |value: &Json| -> Vec<i64> {
        let has = |page: &&&Seeded| match value {
            Json::Null => page.cells[group].is_empty(),
            value => page.cells[group].iter().any(|cell| cell.value == *value),
        };
        pages.iter().filter(has).map(|page| page.id).collect()
    };
    let mut values: Vec<Json> = Vec::new();
    for column in seen["columns"].as_array().expect("columns") {
        let expected = of(&column["value"]);
        assert_eq!(
            (ids(&column["pages"]), &column["count"]),
            (expected.clone(), &json!(expected.len())),
            "{path}: {column}"
        );
        assert!(!values.contains(&column["value"]), "{path}: two columns of {column}");
        values.push(column["value"].clone());
    }
    for page in &pages {
        let missing = page.cells[group].iter().find(|cell| !values.contains(&cell.value));
        assert_eq!(missing, None, "{path}");
        assert!(!page.cells[group].is_empty() || values[0].is_null(), "{path}: pages without a value stand first");
    }
}

#[test]
fn filters_by_several_fields_all_have_to_pass() {
    let shelf = Shelf::new(12);
    let select = shelf.properties["select"];
    let filters =
        json!({ select.to_string(): ["wanted", "begun"], "status": ["draft", "final"], "tags": ["aave", null] });
    let escaped: String = filters.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect();
    let seen = shelf.desk.viewer.read(&format!("{}?sort=title&q=PAGE&properties={escaped}", shelf.path("table")));
    let has =
        |page: &Seeded, key: &str, values: &[Json]| page.cells[key].iter().any(|cell| values.contains(&cell.value));
    let passes = |page: &&&Seeded| {
        has(page, &format!("prop.{select}"), &[json!("wanted"), json!("begun")])
            && has(page, "status", &[json!("draft"), json!("final")])
            && (has(page, "tags", &[json!("aave")]) || page.cells["tags"].is_empty())
    };
    let pages = shelf.expected(None, "title");
    let expected: Vec<i64> = pages.iter().filter(passes).map(|page| page.id).collect();
    assert!(!expected.is_empty());
    assert_eq!(ids(&seen["rows"]), expected);
    let none = shelf.desk.viewer.read(&format!("{}?q=nowhere%25", shelf.path("table")));
    assert_eq!(none["rows"], json!([]));
}
