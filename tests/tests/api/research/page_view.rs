//! A page as it is read: safe HTML, figures in the places of their tokens, and no more statements or time for a long page.

use super::support::{Desk, MADE_AT};
use crate::organizations::house::{execute, server};
use quarry::stores::result_set::Value;
use serde_json::json;
use std::time::{Duration, Instant};

#[test]
fn a_cited_figure_stands_in_the_place_of_its_token_and_an_unknown_token_stays_text() {
    let desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let (figure, elsewhere) = (desk.citation("<b>128</b>"), Desk::new().citation("7"));
    let null = desk.citation("gone");
    execute(server(), "UPDATE cited_figures SET value = NULL WHERE value = 'gone'", &[]);
    let body = format!(
        "In *March* {{{{derived:{figure}}}}}, {{{{derived:{elsewhere}}}}}, {{{{derived:{null}}}}}, {{{{derived:x}}}}."
    );
    let link = format!("[there](https://example.org/ \"> {{{{derived:{figure}}}}}\")");
    desk.block(page, "paragraph", &body, &json!({}));
    desk.block(page, "paragraph", &link, &json!({}));
    desk.block(
        page,
        "paragraph",
        "<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))",
        &json!({}),
    );
    let sql =
        "UPDATE cited_figures SET dataset = 'price_bars' WHERE hash = (SELECT hash FROM space_citations WHERE id = $1)";
    execute(server(), sql, &[Value::Int64(figure)]);
    let seen = desk.viewer.read(&format!("/session/research/pages/{page}"));
    let html = |place: usize| seen["blocks"][place]["html"].as_str().expect("html").trim().to_owned();
    let expected = format!(
        "<p>In <em>March</em> <data value=\"{figure}\">&lt;b&gt;128&lt;/b&gt;</data>, {{{{derived:{elsewhere}}}}}, \
         {{{{derived:{null}}}}}, {{{{derived:x}}}}.</p>"
    );
    assert_eq!(html(2), expected);
    assert!(html(3).contains(&format!("{{{{derived:{figure}}}}}\"")) && !html(3).contains("<data"), "{}", html(3));
    assert!(!html(4).contains("script") && !html(4).contains("<img"), "{}", html(4));
    let cited = seen["cited_values"].as_array().expect("figures");
    let ids: Vec<i64> = cited.iter().filter_map(|value| value["id"].as_i64()).collect();
    assert_eq!(ids, [figure, null]);
    assert_eq!((&cited[0]["value"], &cited[0]["verification_state"]), (&json!("<b>128</b>"), &json!("verified")));
    assert_eq!(cited[0]["token"], json!(format!("{{{{derived:{figure}}}}}")));
    // A figure of bars is a price: which way round it is stands beside it.
    assert_eq!(
        (&cited[0]["orientation"], &cited[1]["orientation"]),
        (&json!("token0_per_token1"), &serde_json::Value::Null)
    );
}

#[test]
fn the_longest_page_is_read_within_the_time_that_a_component_has() {
    let desk = Desk::new();
    let page = desk.page(desk.project("Long"), "Long");
    let figure = desk.citation("128");
    let line = format!(
        "*Borrowers* of **{{{{derived:{figure}}}}}** [pools](https://example.org/a) `0x00` and ~~more~~ of them. "
    );
    let body = line.repeat(524 / line.len() + 1)[..524].to_owned();
    let sql = "WITH RECURSIVE place(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM place WHERE number < 1999)
               INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
               SELECT $1, $2, 'paragraph', $3, '{}', number, $4, $4 FROM place";
    let values = [Value::Int64(page), Value::Int64(desk.space), Value::Text(body), Value::Timestamp(MADE_AT)];
    assert_eq!(execute(server(), sql, &values), 2_000);
    let began = Instant::now();
    let seen = desk.viewer.read(&format!("/session/research/pages/{page}"));
    println!("2,000 blocks of 524 bytes: {:?}", began.elapsed());
    assert_eq!(seen["blocks"].as_array().map(Vec::len), Some(2_000));
    assert_eq!(seen["cited_values"].as_array().map(Vec::len), Some(1));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}
