//! Tags of HTML in a text, as far as what people wrote has to be found among them; nothing here decides what is safe.

/// Elements whose content is for machines.
pub(crate) const DROPPED: &[&str] = &["script", "style", "template", "noscript", "object", "svg", "math", "head"];
pub(crate) const NOT_KEPT: &str = "What is for machines, and no text, is not taken over.";
pub(crate) const COMMENT_NOT_KEPT: &str = "A comment that nobody sees is not taken over.";

/// A tag.
#[derive(Debug, PartialEq)]
pub(crate) struct Tag {
    /// In lower case.
    pub(crate) name: String,
    pub(crate) is_end: bool,
    /// Names in lower case, and values as they stand.
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) length: usize,
}

/// The tag that the text begins with.
pub(crate) fn tag_at(text: &str) -> Option<Tag> {
    let inner = text.strip_prefix('<')?;
    let (is_end, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let name_length = inner.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
    let name = inner[..name_length].to_ascii_lowercase();
    let begins = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let follows =
        inner[name_length..].bytes().next().is_some_and(|byte| byte.is_ascii_whitespace() || b"/>".contains(&byte));
    if !begins || !follows {
        return None;
    }
    let mut rest = &inner[name_length..];
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|character: char| character.is_ascii_whitespace() || character == '/');
        if let Some(behind) = rest.strip_prefix('>') {
            return Some(Tag { name, is_end, attributes, length: text.len() - behind.len() });
        }
        let end = rest.find(|character: char| character.is_ascii_whitespace() || "=/><".contains(character))?;
        if end == 0 {
            return None;
        }
        let attribute = rest[..end].to_ascii_lowercase();
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(given) = rest.strip_prefix('=') {
            let given = given.trim_start();
            let quote = given.chars().next().filter(|character| matches!(character, '"' | '\''));
            (value, rest) = match quote {
                Some(quote) => given[1..].split_once(quote)?,
                None => {
                    given.split_at(given.find(|character: char| character.is_ascii_whitespace() || character == '>')?)
                }
            };
        }
        attributes.push((attribute, value.replace("&amp;", "&").replace("&quot;", "\"")));
    }
}

/// The length of what stands behind an opening tag up to the end of its element: none where it does not end.
pub(crate) fn end_of_element(name: &str, opening: &str, behind: &str) -> Option<usize> {
    let is_of = |end: usize| tag_at(&behind[end..]).filter(|tag| tag.name == name).map(|tag| end + tag.length);
    match opening.ends_with("/>") {
        true => Some(0),
        false => behind.match_indices("</").find_map(|(end, _)| is_of(end)),
    }
}
