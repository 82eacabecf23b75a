//! Documents that several people write: what is merged, what is a conflict, and what becomes of text that is refused.

use super::document_support::{Page, blocks, bodies, changed, good, moved, new, read, save, version_of, without};
use crate::spaces::refused;
use quarry_tests::cable::Cable;
use serde_json::json;

#[test]
fn a_saved_document_is_read_as_it_was_written_and_a_repeated_save_makes_nothing_twice() {
    let mut page = Page::new();
    let empty = page.read();
    assert_eq!(
        (&empty["document_version"], &empty["blocks"], &empty["merged"]),
        (&json!(0), &json!([]), &json!(false))
    );
    let heading = json!({ "id": null, "key": "h", "kind": "heading", "body": "March", "attrs": { "level": 2 } });
    let sent = json!([heading, new("p", "Twelve accounts.")]);
    let first = good(&save(&mut page.ada, page.id, 0, &sent));
    assert_eq!(
        (&first["document_version"], bodies(&first)),
        (&json!(1), vec!["March".to_owned(), "Twelve accounts.".to_owned()])
    );
    assert_eq!(first["blocks"][0]["attrs"], json!({ "level": 2 }));
    assert_eq!((&first["blocks"][1]["position"], &first["blocks"][1]["version"]), (&json!(1), &json!(1)));
    assert_eq!((&first["ids"]["h"], &first["ids"]["p"]), (&first["blocks"][0]["id"], &first["blocks"][1]["id"]));
    let again = good(&save(&mut page.ada, page.id, 0, &sent));
    assert_eq!(
        (&again["document_version"], &again["ids"], &again["blocks"]),
        (&json!(1), &first["ids"], &first["blocks"])
    );
    let mut with_more = sent.clone();
    with_more[1]["body"] = json!("Twelve accounts and one.");
    let more = good(&save(&mut page.ada, page.id, 0, &with_more));
    assert_eq!(
        (&more["document_version"], &more["blocks"][1]["version"], &more["ids"]),
        (&json!(2), &json!(2), &first["ids"])
    );
    assert_eq!(page.read()["blocks"], more["blocks"]);
}

#[test]
fn writers_of_different_blocks_never_meet_a_conflict() {
    let mut page = Page::with(&["one", "two", "three"]);
    let base = page.read();
    // Ada saves the same block so often that no version keeps what Ben read of it.
    for round in 0..4 {
        let now = page.read();
        good(&save(&mut page.ada, page.id, version_of(&now), &changed(&now, 0, &format!("one {round}"))));
    }
    let middle = page.read();
    good(&save(&mut page.ada, page.id, version_of(&middle), &changed(&middle, 0, "one at last")));
    let by_ben = good(&save(&mut page.ben, page.id, version_of(&middle), &changed(&middle, 1, "two by Ben")));
    assert_eq!(
        (&by_ben["merged"], bodies(&by_ben)),
        (&json!(true), vec!["one at last".into(), "two by Ben".into(), "three".into()])
    );
    let by_ben = good(&save(&mut page.ben, page.id, version_of(&base), &changed(&base, 2, "three by Ben")));
    assert_eq!(bodies(&by_ben), ["one at last", "two by Ben", "three by Ben"]);
}

#[test]
fn what_one_adds_moves_or_removes_is_merged_with_what_another_changes() {
    let mut page = Page::with(&["one", "two", "three", "four"]);
    let base = page.read();
    let at = version_of(&base);
    // Ada: four to the front, and a new block behind two.
    let mut by_ada = blocks(&json!({ "blocks": moved(&base, 3, 0) }));
    by_ada.insert(3, new("a", "by Ada"));
    good(&save(&mut page.ada, page.id, at, &json!(by_ada)));
    assert_eq!(page.bodies(), ["four", "one", "two", "by Ada", "three"]);
    // Ben, who saw none of it: four is changed, two is removed, and a new block stands at the end.
    let mut by_ben = blocks(&json!({ "blocks": changed(&base, 3, "four by Ben") }));
    by_ben.remove(1);
    by_ben.push(new("b", "by Ben"));
    let merged = good(&save(&mut page.ben, page.id, at, &json!(by_ben)));
    assert_eq!(bodies(&merged), ["four by Ben", "by Ben", "one", "by Ada", "three"]);
    // Ada moves three from what she had read: four stays where it is.
    let by_ada = good(&save(&mut page.ada, page.id, at, &moved(&base, 2, 0)));
    assert_eq!(bodies(&by_ada)[0], "three");
    assert_eq!(page.bodies().len(), 5);
}

#[test]
fn a_block_that_was_changed_on_both_sides_is_told_whole_and_the_refused_text_is_offered_again() {
    let mut page = Page::with(&["one", "two"]);
    let base = page.read();
    let at = version_of(&base);
    good(&save(&mut page.ada, page.id, at, &changed(&base, 0, "one by Ada")));
    let mut by_ben = changed(&base, 0, "one by Ben");
    by_ben[1]["body"] = json!("two by Ben");
    let answer = save(&mut page.ben, page.id, at, &by_ben);
    refused(&answer, 409, "conflict", None);
    let conflict = answer.json();
    assert_eq!(conflict["current_version"], json!(at + 1));
    let conflicts = conflict["conflicts"].as_array().expect("conflicts");
    assert_eq!(conflicts.len(), 1, "{conflict}");
    let told = &conflicts[0];
    assert_eq!((&told["block_id"], &told["base"]["body"]), (&base["blocks"][0]["id"], &json!("one")));
    assert_eq!((&told["yours"]["body"], &told["theirs"]["body"]), (&json!("one by Ben"), &json!("one by Ada")));
    assert_eq!(page.bodies(), ["one by Ada", "two"], "a refused save changes nothing");
    let offered = read(&page.ben, page.id)["recoverable_draft"].clone();
    assert_eq!(
        (&offered["id"], &offered["origin"], &offered["base_version"]),
        (&conflict["draft_id"], &json!("conflict"), &json!(at))
    );
    assert_eq!(
        (&offered["blocks"][0]["body"], &offered["blocks"][1]["body"]),
        (&json!("one by Ben"), &json!("two by Ben"))
    );
    assert_eq!(page.read()["recoverable_draft"], json!(null), "it is of nobody else");
    let again = save(&mut page.ben, page.id, at, &by_ben).json();
    assert_eq!(again["draft_id"], conflict["draft_id"], "the same text is kept once");
    // Ben takes it up.
    let now = read(&page.ben, page.id);
    let mut taken = changed(&now, 0, "one by Ada and Ben");
    taken[1]["body"] = json!("two by Ben");
    let body = json!({ "base_version": version_of(&now), "blocks": taken, "draft_id": conflict["draft_id"] });
    let saved = good(&page.ben.write("PUT", &format!("/session/research/pages/{}/document", page.id), &body));
    assert_eq!(
        (bodies(&saved), &saved["recoverable_draft"]),
        (vec!["one by Ada and Ben".into(), "two by Ben".into()], &json!(null))
    );
}

#[test]
fn removing_what_somebody_changed_is_a_conflict_and_so_is_changing_what_somebody_removed() {
    let mut page = Page::with(&["one", "two", "three"]);
    let base = page.read();
    let at = version_of(&base);
    good(&save(&mut page.ada, page.id, at, &changed(&base, 0, "one by Ada")));
    let answer = save(&mut page.ben, page.id, at, &without(&base, 0));
    refused(&answer, 409, "conflict", None);
    let told = answer.json()["conflicts"][0].clone();
    assert_eq!(
        (&told["yours"], &told["theirs"]["body"], &told["base"]["body"]),
        (&json!(null), &json!("one by Ada"), &json!("one"))
    );
    let now = page.read();
    good(&save(&mut page.ada, page.id, version_of(&now), &without(&now, 1)));
    let answer = save(&mut page.ben, page.id, at, &changed(&base, 1, "two by Ben"));
    refused(&answer, 409, "conflict", None);
    let told = answer.json()["conflicts"][0].clone();
    assert_eq!(
        (&told["yours"]["body"], &told["theirs"], &told["base"]["body"]),
        (&json!("two by Ben"), &json!(null), &json!("two"))
    );
    // What Ben did not touch stays removed.
    let merged = good(&save(&mut page.ben, page.id, at, &changed(&base, 2, "three by Ben")));
    assert_eq!(bodies(&merged), ["one by Ada", "three by Ben"]);
}

#[test]
fn a_block_that_was_removed_and_is_sent_again_comes_back() {
    let mut page = Page::with(&["one", "two"]);
    let base = page.read();
    let removed = good(&save(&mut page.ada, page.id, version_of(&base), &without(&base, 0)));
    let undone = good(&save(&mut page.ada, page.id, version_of(&removed), &base["blocks"]));
    assert_eq!(bodies(&undone), ["one", "two"]);
    let old = base["blocks"][0]["id"].to_string();
    assert_eq!(undone["ids"][&old], undone["blocks"][0]["id"], "{undone}");
}

#[test]
fn the_other_members_hear_of_a_save_with_its_blocks() {
    let mut page = Page::with(&["one", "two"]);
    let base = page.read();
    let mut heard = Cable::of(crate::organizations::house::server(), &page.ben);
    good(&save(&mut page.ada, page.id, version_of(&base), &changed(&base, 1, "two by Ada")));
    let told = heard.message();
    let expected = json!({ "page_id": page.id, "document_version": 2, "blocks": [base["blocks"][1]["id"]] });
    assert_eq!((&told["name"], &told["data"]), (&json!("research.document_changed"), &expected), "{told}");
}
