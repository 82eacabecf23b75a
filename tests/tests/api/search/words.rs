//! The division of texts into words, for any text.

use proptest::prelude::*;
use quarry_research_terms::asked::words;
use quarry_research_terms::pieces::normalised;
use quarry_research_terms::snippet::snippet;
use quarry_research_terms::terms::terms;

/// Texts of all scripts, and of characters that are hostile to divisions.
fn texts() -> impl Strategy<Value = String> {
    let hostile = "[a-cA-Ci-kI-K0-9_.<>&\"' \u{301}\u{307}\u{345}\u{130}ıßẞςΣ\u{ad}\u{200b}\u{200d}\u{34f}東京都カﾅ가각ก\u{e31}①½ﬁ…{}]{0,60}";
    prop_oneof![any::<String>(), hostile.prop_map(|text| text)]
}

fn names(text: &str) -> Vec<String> {
    terms(text).into_iter().map(|(term, _)| term).collect()
}

/// The text that a snippet shows, without its marks; `None` where it has HTML of its own.
fn shown(snippet: &str) -> Option<String> {
    let plain = snippet.replace("<mark>", "").replace("</mark>", "");
    if plain.contains(['<', '>', '"', '\'']) {
        return None;
    }
    let read = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    Some(read.replace("&amp;", "&"))
}

proptest! {
    #[test]
    fn a_text_is_found_by_its_own_words(text in texts()) {
        let terms = names(&text);
        for word in words(&text) {
            prop_assert!(terms.iter().any(|term| word.is_met_by(term)), "{word:?} in {terms:?}");
        }
    }

    #[test]
    fn a_text_in_another_form_has_the_same_words(text in texts()) {
        prop_assert_eq!(terms(&normalised(&text)), terms(&text));
        prop_assert_eq!(terms(&text.to_ascii_uppercase()), terms(&text));
    }

    #[test]
    fn a_snippet_has_no_html_but_marks(text in texts(), question in texts()) {
        let snippet = snippet(&text, &words(&question));
        let (opened, closed) = (snippet.matches("<mark>").count(), snippet.matches("</mark>").count());
        let shown = shown(&snippet);
        prop_assert!(opened == closed && shown.is_some(), "{snippet}");
        prop_assert!(shown.is_some_and(|shown| shown.chars().count() <= 480), "{snippet}");
    }
}

#[test]
fn words_are_what_people_look_for() {
    let hash = "0xC17A710400000000000000000000000000000000000000000000000000C17A71";
    assert_eq!(names(&format!("Look at **{hash}**")), [hash.to_lowercase().as_str(), "at", "look"]);
    assert_eq!(names("health_factor"), ["factor", "health", "health_factor"]);
    assert_eq!(names("_emphasis_ 1.05 example.com"), ["1.05", "com", "emphasis", "example", "example.com"]);
    assert_eq!(names("東京都"), ["京都", "東京", "都"]);
    assert_eq!(names("ＡＢＣ ﬁne ΟΔΟΣ οδος"), ["abc", "fine", "οδοσ"]);
    assert_eq!(names("…!? — ()"), Vec::<String>::new());
}

#[test]
fn the_last_word_may_be_unfinished_and_the_others_may_not() {
    let asked = words("largest liquid");
    assert!(asked[0].is_met_by("largest") && !asked[0].is_met_by("largesty"));
    assert!(asked[1].is_met_by("liquidation") && !asked[1].is_met_by("liqui"));
    assert!(words("a").is_empty() && words(" a ").is_empty() && words("—— ()").is_empty());
    assert!(words("a 京").iter().any(|word| word.is_met_by("京都")));
}

#[test]
fn a_snippet_shows_the_place_and_escapes_first() {
    let text =
        format!("{} <script>alert(1)</script> & the *Largest* of all {}", "before ".repeat(40), "after ".repeat(60));
    let shown = snippet(&text, &words("largest"));
    assert!(shown.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; the <mark>Largest</mark> of all"), "{shown}");
    assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
    assert_eq!(
        snippet("liqui\u{ad}da\u{200b}tion of 区块链", &words("liquidation")),
        "<mark>liqui\u{ad}da\u{200b}tion</mark> of 区块链"
    );
    for (asked, marked) in [("链", "区块<mark>链</mark>"), ("块", "区<mark>块</mark>链"), ("区", "<mark>区</mark>块链")]
    {
        assert_eq!(snippet("区块链", &words(asked)), marked);
    }
    assert_eq!(snippet("a <mark> of 東京都", &words("京都")), "a &lt;mark&gt; of 東<mark>京都</mark>");
}
