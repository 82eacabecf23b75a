//! Texts as readers are shown them: no words are lost, and no text takes long.

use quarry_sdk::markdown;

#[test]
fn pictures_and_footnotes_are_shown_as_words() {
    let html = |text: &str| markdown::to_safe_html(text, |_| None);
    let link = |text: &str, to: &str| format!("<a href=\"{to}\" rel=\"noopener noreferrer nofollow\">{text}</a>");
    assert_eq!(
        html("![A *bar*](https://a.example/b.png)"),
        format!("<p>{}</p>\n", link("A <em>bar</em>", "https://a.example/b.png"))
    );
    assert_eq!(html("![](https://a.example/b.png)").matches("https://a.example/b.png").count(), 2);
    assert!(html("![](data:image/png;base64,AAAA)").contains(">picture</a>"));
    let badge = html("[![CI](https://ci.example/b.svg)](https://ci.example)");
    assert_eq!(badge, format!("<p>{}</p>\n", link("CI", "https://ci.example")));
    for footnote in ["[^1]: https://a.example/", "[^1]: word"] {
        let shown = html(footnote);
        assert!(shown.starts_with("<p>[^1]: ") && shown.contains(&footnote[6..]), "{shown}");
        let both = html(&format!("Said.[^1]\n\n{footnote}"));
        assert!(both.starts_with("<p>Said.[^1]</p>\n<p>[^1]: ") && both.contains(&footnote[6..]), "{both}");
        assert!(markdown::to_text(footnote).contains(&footnote[6..]), "it is found");
    }
    assert_eq!(html("    [^1]: code"), "<pre><code>[^1]: code\n</code></pre>\n");
}

#[test]
fn a_block_of_nothing_but_marks_is_shown_in_time() {
    for piece in [
        ">",
        "> ",
        ">\n",
        "*a ",
        "**a ",
        "~~a ",
        "*a ~~b **c ",
        "_a __b ",
        "![",
        "[",
        "- ",
        "1. ",
        "> - ",
        "[^a]: ",
        "`",
        "<b>",
        "# a\n",
        "|",
        "a|b\n-|-\n",
        "![a](b)",
        "\\",
        "&",
        "<",
        "http://a ",
        "[a][b",
        "> a\n>> b\n>>> c\n",
    ] {
        let half = piece.repeat((32 << 10) / piece.len());
        let turned: String = half.chars().rev().collect();
        for text in [format!("{half}{half}"), format!("{half}{turned}")] {
            let start = std::time::Instant::now();
            let html = markdown::to_safe_html(&text, |_| None);
            assert!(start.elapsed().as_secs() < 5, "{piece:?} takes {:?}", start.elapsed());
            assert!(html.matches("<blockquote>").count() <= 40 || piece.contains('\n'), "{piece:?}");
        }
    }
    let words = markdown::to_safe_html(&format!("{}deep", ">".repeat(1_000)), |_| None);
    assert!(words.contains("<p>deep</p>") && words.matches("<blockquote>").count() == 32, "{words}");
}
