//! Names that people give to tokens, exchanges, deployments, spaces and themselves: what no list, page, file or letter may stumble over.
//! What is true of each text with one is asserted here, for all who make such texts.

use std::collections::BTreeSet;

/// What names are made of.
const PIECES: [&str; 34] = [
    "=HYPERLINK(\"http://x\",\"y\")",
    "<b onclick=x>X</b>",
    "'; DROP TABLE tokens; --",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "🦄",
    "e\u{301}",
    "{{7*7}}",
    "${x}",
    "%00",
    "%s%n",
    "\\",
    "\"",
    "'",
    ",",
    "null",
    "nan",
    "0x4d4b52",
    "../..",
    "\u{2028}",
    "ﬀ",
    "İ",
    "ẞ",
    "\u{fdfa}",
    "WETH",
    "  ",
    "`",
    "a\u{300}\u{301}\u{302}\u{303}",
    "\u{10ffff}",
    "\u{fffd}",
    "C:\\x",
    "<script>x()</script>",
    "<img src=x onerror=x()>",
];

/// Headers of letters, as they go over the wire.
const HEADERS: [&str; 10] = [
    "from",
    "to",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "list-unsubscribe",
    "list-unsubscribe-post",
];

/// The elements that letters about alerts are written with.
pub const ELEMENTS_OF_LETTERS: [&str; 10] = ["!doctype", "html", "body", "p", "ul", "li", "strong", "br", "small", "a"];

/// How many names a case takes: those that `just hostile-names` asks for, or as many as `just test` does.
#[must_use]
pub fn count() -> u64 {
    std::env::var("QUARRY_HOSTILE_NAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(2_000)
}

/// The name of a number: the same text for the same number.
#[must_use]
pub fn name(number: u64) -> String {
    let pieces = places(number).into_iter().map(|place| PIECES[place]);
    std::iter::once(format!("T{number}")).chain(pieces.map(str::to_owned)).collect()
}

/// The places of its pieces in the list.
fn places(number: u64) -> Vec<usize> {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995;
    let mut places = Vec::new();
    for _ in 0..1 + number % 4 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        places.push(usize::try_from((state >> 33) % PIECES.len() as u64).expect("a place"));
    }
    places
}

/// The lowest numbers in whose names each piece stands: two dozen, for what takes time.
#[must_use]
pub fn few() -> Vec<u64> {
    let mut seen = BTreeSet::new();
    let mut numbers = Vec::new();
    for number in 1.. {
        if seen.len() == PIECES.len() {
            break;
        }
        let new = places(number).into_iter().filter(|place| seen.insert(*place)).count();
        if new > 0 {
            numbers.push(number);
        }
    }
    numbers
}

/// A text as HTML has it.
#[must_use]
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// Asserts that HTML has no other elements than these, and none that does anything by itself.
#[track_caller]
pub fn assert_elements(html: &str, own: &[&str]) {
    let lower = html.to_lowercase();
    for rest in lower.split('<').skip(1) {
        let tag = rest.split('>').next().unwrap_or_default();
        let element = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        assert!(own.contains(&element), "<{tag}> in {html}");
        assert!(!tag.contains(" onclick=") && !tag.contains(" onerror="), "<{tag}> in {html}");
    }
}

/// Asserts that the head of a letter, as it goes over the wire, has the headers of letters, each once, and nothing else.
#[track_caller]
pub fn assert_head(letter: &str) {
    let letter = letter.replace("\r\n", "\n");
    let (head, _) = letter.split_once("\n\n").expect("a head and a body");
    assert!(head.is_ascii() && !head.contains(['\r', '\0']), "{head}");
    let mut seen = BTreeSet::new();
    // A long header goes on in lines that begin with a space.
    for line in head.replace("\n ", " ").lines() {
        let name = line.split(':').next().unwrap_or_default().to_lowercase();
        assert!(HEADERS.contains(&name.as_str()) && seen.insert(name), "{line:?} in {head}");
    }
}
