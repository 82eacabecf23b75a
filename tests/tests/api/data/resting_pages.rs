//! Pages that rest on a dataset: by a query of it, by a figure in their text, by a block that shows one.

use crate::organizations::house::{execute, server};
use crate::research::support::{Desk, Seat, number, text};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

/// The titles of the pages that rest on a dataset, as somebody sees them.
fn resting(seat: &Seat, dataset: &str) -> Vec<String> {
    let page = seat.read(&format!("/session/data/datasets/{dataset}"));
    let title = |page: &Json| page["title"].as_str().expect("a title").to_owned();
    page["pages"].as_array().expect("pages").iter().map(title).collect()
}

/// A citation of the desk's space, past every check.
fn citation(desk: &Desk, kind: &str, dataset: Option<&str>) -> i64 {
    let name = format!("{} {kind} {dataset:?}", desk.space);
    let hash = Value::Bytes(Sha256::digest(name.as_bytes()).to_vec());
    let figure = "INSERT INTO cited_figures (hash, canonical, kind, dataset, value, verification_state, cited_at)
                  VALUES ($1, '{}', $2, $3, '1', 'verified', 0)";
    let dataset = dataset.map_or(Value::Null, text);
    execute(server(), figure, &[hash.clone(), text(kind), dataset]);
    let reference =
        "INSERT INTO space_citations (space_id, hash, created_at) VALUES ($1, $2, 0) RETURNING id AS number";
    number(reference, &[Value::Int64(desk.space), hash])
}

#[test]
fn a_dataset_tells_the_members_of_a_space_which_of_their_pages_rest_on_it() {
    let mut desk = Desk::new();
    let project = desk.project("Harbour");
    let liquidations = citation(&desk, "computed_figure", Some("liquidations"));
    let bars = citation(&desk, "price_series", None);
    let page = |title: &str, kind: &str, body: &str, attrs: Json| {
        let page = desk.page(project, title);
        desk.block(page, kind, body, &attrs);
        page
    };
    page("Query", "query", "", json!({ "dataset": "swaps", "columns": ["pool"] }));
    let told = page("Text", "paragraph", &format!("In March {{{{derived:{liquidations}}}}} of them."), json!({}));
    desk.block(told, "paragraph", &format!("Again {{{{derived:{liquidations}}}}}"), &json!({}));
    page("Figure", "live_value", "", json!({ "citation_id": liquidations, "format": "grouped" }));
    page("Series", "citation", "", json!({ "citation_id": bars }));
    // Of a number that begins like another, and of words that only look like it.
    page("Other", "paragraph", &format!("{{{{derived:{liquidations}0}}}} and derived:{liquidations}"), json!({}));
    page("Code", "code", "{\"dataset\":\"swaps\"}", json!({}));
    assert_eq!(resting(&desk.owner, "swaps"), ["Query"]);
    assert_eq!(resting(&desk.owner, "liquidations"), ["Figure", "Text"], "the newest first, each once");
    assert_eq!(resting(&desk.owner, "price_bars"), ["Series"]);
    assert_eq!(resting(&desk.owner, "reserves"), [""; 0]);
    // A viewer who works in the space reads it too; who works elsewhere, and who is no member, sees nothing of it.
    assert_eq!(resting(&desk.viewer, "swaps"), [""; 0]);
    desk.viewer.works_in(desk.space);
    assert_eq!(resting(&desk.viewer, "swaps"), ["Query"]);
    assert_eq!(resting(&desk.outsider, "swaps"), [""; 0]);
    desk.trash("research_pages", told);
    assert_eq!(resting(&desk.owner, "liquidations"), ["Figure"]);
    desk.trash("research_projects", project);
    assert_eq!(resting(&desk.owner, "swaps"), [""; 0], "a page lies in the trash with its project");
}
