//! Documents as other tools export them: no table, no picture's place and no link is lost on the way in, and what could not be kept is said.
//!
//! The documents are our own, in the style of each tool.

#[path = "foreign/shown.rs"]
mod shown;

use quarry_research_markdown::{Content, FileNames, Imported, export, import};
use quarry_research_pages::blocks::BlockKind;
use quarry_sdk::markdown;
use serde_json::json;

/// Reads a text that is within the price.
fn imported(text: &str) -> Imported {
    import(text).expect("a text within the price")
}

fn all(read: &Imported) -> String {
    read.blocks.iter().map(|block| format!("{}\n", block.content.body)).collect()
}

/// The HTML of all blocks, as readers are shown it.
fn shown(read: &Imported) -> String {
    read.blocks.iter().map(|block| markdown::to_safe_html(&block.content.body, |_| None)).collect()
}

fn of_kind(read: &Imported, kind: BlockKind) -> Vec<&Content> {
    read.blocks.iter().map(|block| &block.content).filter(|block| block.kind == kind).collect()
}

/// Reads a document, and holds that each of these texts is in it, and that the list names these things.
fn hold(text: &str, kept: &[&str], not_kept: &[&str], tables: usize) -> Imported {
    let read = imported(text);
    let everything = all(&read);
    for kept in kept {
        assert!(everything.contains(kept), "{kept} is lost in\n{everything}\n{:#?}", read.not_kept);
    }
    for named in not_kept {
        assert!(
            read.not_kept.iter().any(|note| note.what.contains(named)),
            "{named} is not said: {:#?}",
            read.not_kept
        );
    }
    assert_eq!(of_kind(&read, BlockKind::Table).len(), tables, "{:#?}", read.blocks);
    let lines = text.lines().count();
    assert!(read.not_kept.iter().all(|note| (1..=lines).contains(&note.line)), "{:#?}", read.not_kept);
    let contents: Vec<Content> = read.blocks.iter().map(|block| block.content.clone()).collect();
    let once = export(&contents, &FileNames::new());
    let again: Vec<Content> = imported(&once).blocks.into_iter().map(|block| block.content).collect();
    assert_eq!(export(&again, &FileNames::new()), once);
    read
}

#[test]
fn a_page_of_notion_keeps_its_table_tasks_pictures_and_links() {
    let kept = [
        "Everything here is of the sample chain.",
        "![Untitled](Liquidations%20of%20March%204f2a/Untitled.png)",
        "[Account](https://explorer.example/a/0x01)",
        "Account%20two%2077b1.md",
        "h = \\frac{c}{d}",
    ];
    let read = hold(include_str!("foreign/notion.markdown"), &kept, &["Untitled.png", "Account%20two"], 1);
    let tasks: Vec<(&str, bool)> =
        of_kind(&read, BlockKind::Todo).iter().map(|task| (task.body.trim(), task.attrs["checked"] == true)).collect();
    assert_eq!(tasks, [("Ask the desk", false), ("Load the blocks", true)]);
    let languages: Vec<_> = of_kind(&read, BlockKind::Code).iter().map(|code| code.attrs["language"].clone()).collect();
    assert_eq!(languages, ["sql", "math"]);
    assert!(shown(&read).contains(">Untitled</a>"), "a picture that did not come along is named: {}", shown(&read));
}

#[test]
fn a_note_of_obsidian_keeps_its_links_embeds_callouts_and_properties() {
    let kept = [
        "tags: [defi, march]",
        "[[Liquidations]]",
        "[[Accounts|the accounts]]",
        "(Pasted%20image%2020240301.png)",
        "**Careful**",
        "[link](https://obsidian.example \"There\")",
        "[^1]: With [a link](https://foot.example).",
    ];
    let read = hold(
        include_str!("foreign/obsidian.markdown"),
        &kept,
        &["front matter", "Liquidations", "Pasted image", "[!danger]", "folds"],
        1,
    );
    assert_eq!(of_kind(&read, BlockKind::Callout)[0].attrs, json!({ "tone": "caution" }));
    assert_eq!(of_kind(&read, BlockKind::Table)[0].attrs, json!({ "alignments": ["left", "right"] }));
}

#[test]
fn a_page_of_confluence_keeps_tables_in_html_and_what_folds() {
    let kept = [
        "| Restart the **feed** | [Operations](https://wiki.example/ops?a=1&b=2) |",
        "![the graph](attachments/12/graph.png)",
        "**More**",
        "[link](https://more.example)",
        "1. Nested",
    ];
    let read = hold(include_str!("foreign/confluence.markdown"), &kept, &["colspan", "<details>", "<script>"], 1);
    assert!(!all(&read).contains("<script"));
}

#[test]
fn a_document_of_google_keeps_links_and_pictures_by_reference() {
    let kept = ["[a reference](https://docs.example/ref \"Reference\")", "![](data:image/png;base64,iVBORw0KGgo=)"];
    hold(include_str!("foreign/google_docs.markdown"), &kept, &[], 1);
}

#[test]
fn a_note_of_hackmd_keeps_its_containers() {
    let kept = [
        "**Hint** with [link](https://hackmd.example)",
        "**Be careful**",
        "| 1 | 2 |",
        "https://i.imgur.example/abc.png",
    ];
    let read = hold(include_str!("foreign/hackmd.markdown"), &kept, &["front matter"], 0);
    let tones: Vec<_> =
        of_kind(&read, BlockKind::Callout).iter().map(|callout| callout.attrs["tone"].clone()).collect();
    assert_eq!(tones, ["note", "caution"]);
    assert_eq!(of_kind(&read, BlockKind::Todo).len(), 2);
}

#[test]
fn a_file_of_typora_keeps_pictures_in_html_formulas_and_headings() {
    let kept = ["![photo](images/photo.jpg)", "a &= b", "3 \\| 4", "<https://auto.example>", "$a_b$"];
    let read = hold(include_str!("foreign/typora.markdown"), &kept, &["images/photo.jpg", "heading of level 5"], 1);
    let headings: Vec<(&str, i64)> = of_kind(&read, BlockKind::Heading)
        .iter()
        .map(|heading| (heading.body.as_str(), heading.attrs["level"].as_i64().expect("a level")))
        .collect();
    assert_eq!(headings, [("Setext title", 1), ("Another", 2), ("Deep heading", 3)]);
}

#[test]
fn a_graph_of_logseq_keeps_what_stands_in_its_bullets() {
    let kept = [
        "![image.png](../assets/image_1693.png)",
        "| 1 | 2 |",
        "[site](https://logseq.example)",
        "((64f0c1aa-0000-4000-8000-000000000001))",
        "title:: Liquidations",
    ];
    hold(include_str!("foreign/logseq.markdown"), &kept, &["Accounts", "../assets/image_1693.png"], 0);
}

#[test]
fn a_note_of_bear_keeps_its_files() {
    let kept = ["![](trip/photo.png)", "[file.pdf](trip/file.pdf)", "[l](https://bear.example)", "* nested"];
    hold(include_str!("foreign/bear.markdown"), &kept, &["trip/photo.png", "trip/file.pdf"], 1);
}

#[test]
fn a_readme_keeps_badges_links_by_reference_and_footnotes() {
    let kept = [
        "![Logo](https://img.example/logo.svg)",
        "[![CI](https://ci.example/badge.svg)](https://ci.example)",
        "[![crates](https://crates.example/badge.svg)](https://crates.example/it)",
        "[the docs](https://docs.example \"Docs\")",
        "[unused](https://unused.example)",
        "cargo install it",
        "[^note]: A note\n    over two lines.",
    ];
    let read =
        hold(include_str!("foreign/readme.markdown"), &kept, &["toc", "https://img.example/logo.svg", "<details>"], 1);
    for link in ["https://img.example/logo.svg", "https://ci.example", "https://crates.example/it"] {
        assert!(shown(&read).contains(&format!("href=\"{link}\"")), "{link} in {}", shown(&read));
    }
    assert!(shown(&read).contains("CI</a>") && shown(&read).contains("[^note]: A note"), "{}", shown(&read));
    assert_eq!(of_kind(&read, BlockKind::Heading)[0].body, "Project");
    assert_eq!(of_kind(&read, BlockKind::Callout)[0].attrs, json!({ "tone": "warning" }));
}

#[test]
fn a_notebook_keeps_the_tables_and_pictures_of_its_outputs() {
    let kept =
        ["df.head()", "| 0 | 1200 |", "count    2.0", "![png](output_3_0.png)", "[the notebook](https://nb.example)"];
    hold(include_str!("foreign/jupyter.markdown"), &kept, &["<style>", "output_3_0.png"], 1);
}

#[test]
fn a_paper_of_pandoc_keeps_drawn_tables_and_figures() {
    let kept = [
        "| one more | 1,200 |",
        "[a link](https://pandoc.example)",
        "![A caption](figures/one.png)",
        "Mind the gap.",
        ":   Definition",
        "[its link](https://note.example)",
    ];
    let read = hold(include_str!("foreign/pandoc.markdown"), &kept, &["figures/one.png"], 1);
    assert_eq!(of_kind(&read, BlockKind::Callout)[0].attrs, json!({ "tone": "warning" }));
}

#[test]
fn nothing_active_comes_in_and_its_text_stays() {
    let text = "<b onclick=\"x()\">bold</b>\n\n<iframe src=\"https://evil.example\"></iframe>\n\n<svg onload=\"x()\"><text>svg</text></svg>";
    let read = imported(text);
    assert!(all(&read).contains("[https://evil.example](https://evil.example)"), "{}", all(&read));
    assert!(!all(&read).contains("<iframe") && !all(&read).contains("<svg"));
    assert_eq!(read.not_kept.len(), 2, "{:#?}", read.not_kept);
    let read = imported("one <script>x()</script>two <!-- a\nnote -->three <style>four\n\nfive <svg/>six");
    assert_eq!(all(&read), "one two three \\<style>four\nfive six\n");
    let named: Vec<_> = read.not_kept.iter().map(|note| (note.line, note.what.as_str())).collect();
    assert_eq!(named, [(1, "<script>"), (1, "a\nnote"), (4, "<svg>")]);
}

#[test]
fn html_keeps_its_lists_quotes_code_titles_and_alignments() {
    let list = "<ol start=\"3\"><li><p>three</p><ul><li>inner<li>next</ul></li>\n<li>four</li></ol>";
    let quote = "<blockquote><p>said</p><p>twice</p></blockquote>";
    let code = "<pre><code>if a &lt; b {\n    go();\n}</code></pre>";
    let table =
        "<table><tr><th align=\"right\">a</th><th style=\"text-align: center\">b</th></tr><tr><td>1</td></tr></table>";
    let link =
        "<p><a href=\"https://a.example\" title=\"There\">a</a> <img src=\"b.png\" alt=\"b\" title=\"Seen\"></p>";
    let read = imported(&[list, quote, code, table, link].join("\n\n"));
    let bodies: Vec<&str> = read.blocks.iter().map(|block| block.content.body.as_str()).collect();
    let expected = [
        "3. three\n\n   - inner\n   - next\n4. four",
        "said\n\ntwice",
        "if a < b {\n    go();\n}",
        "| a | b |\n| ---: | :---: |\n| 1 |  |",
        "[a](https://a.example \"There\") ![b](b.png \"Seen\")",
    ];
    assert_eq!(bodies, expected, "{:#?}", read.blocks);
    assert_eq!(read.blocks[0].content.attrs["ordered"], true);
    assert_eq!(read.blocks[3].content.attrs["alignments"], json!(["right", "center"]));
    let cell = markdown::to_safe_html("| a |\n|---|\n| one<br>two |", |_| None);
    assert!(cell.contains("one<br>") && cell.contains("two"), "{cell}");
}

#[test]
fn a_long_hostile_text_is_read_in_time() {
    let start = std::time::Instant::now();
    for piece in [
        "[",
        "![[",
        "`` ` ",
        "<a href=x>",
        "<table>\n\n",
        "<script></script>",
        ":::info\n",
        "$$\n\n",
        "+--+\n",
        "> ",
        "[a]: b\n",
        "- [ ] x\n",
        "<!--",
        "<blockquote>x",
        "<ol><li>x\n",
    ] {
        let text = piece.repeat((256 << 10) / piece.len());
        if let Ok(read) = import(&text) {
            assert!(read.not_kept.len() <= 500, "{piece}");
        }
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
