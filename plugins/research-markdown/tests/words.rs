//! Generated documents, in and out: each word of a document is counted in what readers are shown, and what is not there is said by its line.

#[path = "words/grammar.rs"]
mod grammar;

use grammar::{Document, document};
use quarry_research_markdown::readable::{code_html, safe_html, shown_markdown};
use quarry_research_markdown::{Content, FileNames, Imported, export, import};
use quarry_research_pages::blocks::BlockKind;

/// The page as readers are shown it: what a block has beside its body is left out.
fn html_of(blocks: &[Content]) -> String {
    let html = |block: &Content| match block.kind {
        BlockKind::Code => code_html(&block.body),
        kind => safe_html(&shown_markdown(kind, &block.body, &block.attrs)),
    };
    blocks.iter().map(html).collect::<Vec<_>>().join("\n")
}

/// The text of HTML, with a gap at each tag and without one, and its addresses and titles.
fn text_and_attributes(html: &str) -> (String, String) {
    let (mut text, mut joined, mut attributes, mut rest) = (String::new(), String::new(), String::new(), html);
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        joined.push_str(&rest[..start]);
        let mut quote = false;
        let end = rest[start..].find(|character: char| {
            quote ^= character == '"';
            character == '>' && !quote
        });
        let end = start + end.expect("the end of a tag");
        attributes.push_str(&rest[start..end]);
        text.push(' ');
        rest = &rest[end + 1..];
    }
    text.push_str(rest);
    joined.push_str(rest);
    attributes.push_str(&joined);
    (text, percent_decoded(&attributes))
}

fn percent_decoded(text: &str) -> String {
    let (mut bytes, mut decoded) = (text.as_bytes(), Vec::new());
    while let Some((&first, behind)) = bytes.split_first() {
        let hex = bytes.get(1..3).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match hex.filter(|_| first == b'%') {
            Some(byte) => {
                decoded.push(byte);
                bytes = &bytes[3..];
            }
            None => {
                decoded.push(first);
                bytes = behind;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

fn contents(read: &Imported) -> Vec<Content> {
    read.blocks.iter().map(|block| block.content.clone()).collect()
}

fn imported(text: &str) -> Imported {
    import(text).expect("a text within the price")
}

/// What no reader misses.
const MARKS: [&str; 19] = [
    "div", "span", "style", "class", "ul", "ol", "li", "b", "em", "td", "tr", "table", "note", "warning", "info",
    "sql", "NOTE", "nbsp", "title",
];
const LOST: &str = "Readers are not shown this";

/// Holds one document; a sentence with what is wrong.
fn wrong_with(seed: u64) -> Option<String> {
    let Document { text, words } = document(seed);
    let lines: Vec<&str> = text.lines().collect();
    let read = imported(&text);
    let blocks = contents(&read);
    let (shown, attributes) = text_and_attributes(&html_of(&blocks));
    for word in &words {
        let times = shown.matches(word.as_str()).count();
        let of_word: Vec<_> = read.not_kept.iter().filter(|note| note.what.contains(word.as_str())).collect();
        if times == 0 && !attributes.contains(word.as_str()) && of_word.is_empty() {
            return Some(format!("{word} is lost in silence"));
        }
        let is_blamed = of_word.iter().any(|note| note.why.starts_with(LOST));
        if is_blamed && times > 0 {
            return Some(format!("{word} is shown, and said to be lost: {of_word:?}"));
        }
        if is_blamed && !of_word.iter().all(|note| lines[note.line - 1].contains(word.as_str())) {
            return Some(format!("{word} stands in another line than {of_word:?}"));
        }
    }
    for note in read.not_kept.iter().filter(|note| note.why.starts_with(LOST)) {
        let is_mark = |said: &&str| MARKS.contains(said) || said.starts_with("mark");
        if let Some(mark) = note.what.split(' ').find(is_mark) {
            return Some(format!("{mark} is a mark, and said to be lost: {note:?}"));
        }
    }
    let once = export(&blocks, &FileNames::new());
    let again = contents(&imported(&once));
    if html_of(&again) != html_of(&blocks) {
        return Some(format!(
            "readers of the export see something else:\n{}\n{}\n{once}",
            html_of(&blocks),
            html_of(&again)
        ));
    }
    (export(&again, &FileNames::new()) != once).then(|| format!("the second export has other bytes: {once}"))
}

#[test]
fn no_word_of_ten_thousand_documents_is_lost_in_silence() {
    let count =
        if std::env::var_os("QUARRY_TEST_WHOLE").is_some_and(|whole| whole == "true") { 10_000_u64 } else { 300 };
    let wrong: Vec<(u64, String)> = (1..=count).filter_map(|seed| wrong_with(seed).map(|what| (seed, what))).collect();
    // Of words that tags run together a reading of the line may blame one that is shown; none is lost in silence.
    let (blamed, wrong): (Vec<_>, Vec<_>) = wrong.into_iter().partition(|(_, what)| what.contains("said to be lost"));
    assert!(blamed.len() as u64 * 100 <= count, "{} of {count} documents: {:?}", blamed.len(), blamed.first());
    let said: Vec<String> = wrong.iter().take(20).map(|(seed, what)| format!("{seed}: {what}")).collect();
    assert!(wrong.is_empty(), "{} of {count} documents:\n{}", wrong.len(), said.join("\n"));
}
