//! Which `<…>` in a text is a tag of HTML, and which is prose: `<your-name>`, `Vec<T>`, `a<b and c>d`. Readers are never shown a tag, so
//! what is prose has to stay a text.

use crate::html_tokens::Tag;

/// Elements that stand on lines of their own where a page shows them: what stands in them is parted from what stands around them.
const PARTING: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "title",
    "tr",
    "ul",
];
/// Elements that stand within a line.
const WITHIN_LINES: &[&str] = &[
    "a", "abbr", "acronym", "applet", "area", "audio", "b", "base", "basefont", "bdi", "bdo", "big", "br", "button",
    "canvas", "cite", "code", "col", "colgroup", "data", "datalist", "del", "dfn", "em", "embed", "font", "i",
    "iframe", "img", "input", "ins", "kbd", "label", "link", "map", "mark", "math", "meta", "meter", "nobr",
    "noscript", "object", "output", "param", "picture", "progress", "q", "rp", "rt", "ruby", "s", "samp", "script",
    "select", "slot", "small", "source", "span", "strike", "strong", "style", "sub", "sup", "svg", "td", "template",
    "textarea", "th", "time", "track", "tt", "u", "var", "video", "wbr",
];
/// Elements that have no end, or need none.
const WITHOUT_END: &[&str] = &[
    "area", "base", "br", "col", "colgroup", "dd", "dt", "embed", "frame", "hr", "img", "input", "li", "link", "meta",
    "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track",
    "wbr",
];
/// Attributes that stand without a value.
const WITHOUT_VALUE: &[&str] = &[
    "align",
    "allowfullscreen",
    "async",
    "autofocus",
    "autoplay",
    "checked",
    "compact",
    "contenteditable",
    "controls",
    "default",
    "defer",
    "disabled",
    "draggable",
    "download",
    "hidden",
    "inert",
    "ismap",
    "itemscope",
    "loop",
    "multiple",
    "muted",
    "nohref",
    "noshade",
    "novalidate",
    "nowrap",
    "open",
    "playsinline",
    "readonly",
    "required",
    "reversed",
    "scoped",
    "selected",
    "truespeed",
];

/// True of a tag that HTML knows and that stands as people write tags: words without values are no attributes.
pub(crate) fn is_markup(tag: &Tag) -> bool {
    let is_attribute = |(name, value): &(String, String)| {
        !value.is_empty() || WITHOUT_VALUE.contains(&name.as_str()) || name.starts_with("data-")
    };
    let name = tag.name.as_str();
    (PARTING.contains(&name) || WITHIN_LINES.contains(&name)) && tag.attributes.iter().all(is_attribute)
}

/// True of an element that parts its text from what stands around it.
pub(crate) fn parts(name: &str) -> bool {
    PARTING.contains(&name)
}

/// True of an element that somebody who means it ends.
pub(crate) fn wants_end(name: &str) -> bool {
    !WITHOUT_END.contains(&name)
}
