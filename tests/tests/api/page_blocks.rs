//! Rows as a parameter: a document of two thousand blocks is written by one statement, and one too long not at all.

use crate::notebook::notebook;
use serde_json::{Value as Json, json};

fn document(blocks: usize) -> Json {
    let block = |index: usize| {
        let parent = (!index.is_multiple_of(3)).then(|| format!("block {}", index - 1));
        json!({ "id": format!("block {index}"), "kind": "it's \"text\"", "parent": parent })
    };
    json!({ "blocks": (0..blocks).map(block).collect::<Vec<_>>() })
}

#[test]
fn a_document_of_two_thousand_blocks_is_kept_whole_and_in_order() {
    let notebook = notebook();
    for count in [2_000, 10_000, 1, 0] {
        let document = document(count);
        let kept = notebook.send("PUT", "/notebook/pages/1/blocks", &document);
        assert_eq!(kept.status, 200, "{count}: {}", kept.text);
        let kept = kept.json();
        let kept = kept["blocks"].as_array().expect("blocks");
        assert_eq!(kept.len(), count);
        for (position, (kept, sent)) in kept.iter().zip(document["blocks"].as_array().expect("blocks")).enumerate() {
            let mut expected = sent.clone();
            expected["position"] = json!(position);
            assert_eq!(*kept, expected);
        }
    }
}

#[test]
fn a_document_of_too_many_blocks_is_not_kept() {
    let notebook = notebook();
    assert_eq!(notebook.send("PUT", "/notebook/pages/2/blocks", &document(2)).status, 200);
    let refused = notebook.send("PUT", "/notebook/pages/2/blocks", &document(10_001));
    assert!(refused.status >= 400, "{}", refused.status);
    assert_eq!(
        notebook.numbers("SELECT COUNT(*) FROM complete__blocks WHERE page_id = 2"),
        [2],
        "what was there stays"
    );
}
