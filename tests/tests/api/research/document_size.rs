//! A document as large as it may be.

use super::document_support::{Page, blocks, bodies, changed, good, moved, new, save, version_of};
use serde_json::{Value as Json, json};

#[test]
fn a_page_of_two_thousand_blocks_and_a_megabyte_is_saved_changed_and_merged() {
    let mut page = Page::new();
    let text = "x".repeat(500);
    let many: Vec<Json> = (0..2_000).map(|number| new(&format!("m{number}"), &format!("{number} {text}"))).collect();
    let mut times = Vec::new();
    let mut timed = |what: &str, work: &mut dyn FnMut() -> Json| {
        let began = std::time::Instant::now();
        let done = work();
        times.push(format!("{what}: {:?}", began.elapsed()));
        done
    };
    let base = timed("first save", &mut || good(&save(&mut page.ada, page.id, 0, &json!(many))));
    assert_eq!((bodies(&base).len(), version_of(&base)), (2_000, 1));
    timed("read", &mut || page.read());
    let one = changed(&base, 1_000, "changed");
    timed("save of one block", &mut || good(&save(&mut page.ada, page.id, 1, &one)));
    let to_front = moved(&base, 1_999, 0);
    let merged = timed("merge of a move", &mut || good(&save(&mut page.ben, page.id, 1, &to_front)));
    assert_eq!((&merged["merged"], bodies(&merged)[1_001].as_str()), (&json!(true), "changed"));
    assert_eq!(merged["blocks"][0]["id"], base["blocks"][1_999]["id"]);
    let all: Vec<Json> = blocks(&merged)
        .into_iter()
        .map(|mut block| {
            block["body"] = json!(format!("{}!", block["body"].as_str().expect("a body")));
            block
        })
        .collect();
    let every = timed("save of every block", &mut || good(&save(&mut page.ben, page.id, 3, &json!(all))));
    assert!(bodies(&every).iter().all(|body| body.ends_with('!')));
    println!("{}", times.join("; "));
}
