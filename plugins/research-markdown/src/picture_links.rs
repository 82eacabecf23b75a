//! Pictures at other addresses, for documents that load nothing.

use crate::pieces::options;
use comrak::Arena;
use comrak::nodes::NodeValue;

/// The Markdown with a link in the place of each picture, by its alternative text or its address.
pub fn links_for_pictures(markdown: &str) -> String {
    if !markdown.contains("![") {
        return markdown.to_owned();
    }
    let arena = Arena::new();
    let options = options();
    let root = comrak::parse_document(&arena, markdown, &options);
    for node in root.descendants() {
        let mut data = node.data.borrow_mut();
        if let NodeValue::Image(picture) = &data.value {
            let (picture, has_text) = (picture.clone(), node.first_child().is_some());
            let url = picture.url.clone();
            data.value = NodeValue::Link(picture);
            drop(data);
            if !has_text {
                node.append(arena.alloc(NodeValue::Text(url.into()).into()));
            }
        }
    }
    let mut written = String::new();
    match comrak::format_commonmark(root, &options, &mut written) {
        Ok(()) => written,
        Err(_) => markdown.to_owned(),
    }
}
