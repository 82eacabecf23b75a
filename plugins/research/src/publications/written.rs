//! A block as one piece of Markdown: its body, and of its attributes what readers see.

use quarry_research_pages::blocks::{Block, BlockKind};
use serde_json::Value as Json;

/// The block's Markdown.
pub fn markdown_of(block: &Block) -> String {
    let body = block.body.as_str();
    let attribute = |name: &str| block.attrs.0.get(name);
    match block.kind {
        BlockKind::Heading => {
            let level = attribute("level").and_then(Json::as_u64).unwrap_or(1).clamp(1, 6);
            format!("{} {body}", "#".repeat(usize::try_from(level).unwrap_or(1)))
        }
        BlockKind::Todo => {
            let mark = if attribute("checked").and_then(Json::as_bool) == Some(true) { "☑" } else { "☐" };
            format!("{mark} {body}")
        }
        BlockKind::Quote | BlockKind::Callout => {
            body.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
        }
        BlockKind::Code => fenced(body),
        BlockKind::Divider => "---".to_owned(),
        BlockKind::Citation | BlockKind::LiveValue if body.trim().is_empty() => with_caption(&token(block), block),
        _ => with_caption(body, block),
    }
}

/// The citation that the block itself names, as a token; empty where it names none.
pub fn token(block: &Block) -> String {
    let id = block.attrs.0.get("citation_id").and_then(Json::as_i64);
    id.map(|id| format!("{{{{derived:{id}}}}}")).unwrap_or_default()
}

fn with_caption(text: &str, block: &Block) -> String {
    match block.attrs.0.get("caption").and_then(Json::as_str).filter(|caption| !caption.is_empty()) {
        Some(caption) if text.is_empty() => caption.to_owned(),
        Some(caption) => format!("{text}\n\n{caption}"),
        None => text.to_owned(),
    }
}

/// A fence that is longer than any in the code.
fn fenced(code: &str) -> String {
    let longest = code.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{code}\n{fence}")
}
