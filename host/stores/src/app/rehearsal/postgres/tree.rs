//! PostgreSQL's own print of an analysed statement (`pg_node_tree`), read token by token.
//!
//! The form is that of the server's `outfuncs.c`: `{KIND :field value …}`, `(…)`, `<>`, and a backslash before what would
//! end a word. A value is always one word, one list or one node; an alias may be spelled like a field (`":relid"` is
//! printed as `:relid`), so what stands behind a field's label is its value whatever it looks like. Nothing here recurses,
//! so no statement is too deep. What the form does not explain is an error and is never skipped.

/// A form that is not the one that this release knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unreadable(pub(super) String);

/// A listener that is told of a tree while it is read from its beginning to its end.
pub(super) trait Reader {
    /// A node of that kind begins.
    fn begin(&mut self, kind: &str) -> Result<(), Unreadable>;
    /// The field of the node that began last and has not ended; each of its words follows as `word`.
    fn field(&mut self, name: &str) -> Result<(), Unreadable>;
    /// A value of the present field, or one item of it where the field is a list.
    fn word(&mut self, word: &str) -> Result<(), Unreadable>;
    /// The node that began last ends.
    fn end(&mut self) -> Result<(), Unreadable>;
}

enum Open {
    List,
    /// A node, between two fields.
    Node,
    /// A node, of which a label was read and its value not yet.
    Value,
}

/// Reads `text` as exactly one value: a node, or a list of such.
pub(super) fn read(text: &str, reader: &mut impl Reader) -> Result<(), Unreadable> {
    let mut words = Words { rest: text };
    let mut open: Vec<Open> = Vec::new();
    let mut is_read = false;
    while let Some(word) = words.next() {
        if is_read {
            return Err(Unreadable("something stands behind the tree's end".to_owned()));
        }
        match (word, open.last()) {
            ("{", Some(Open::List | Open::Value) | None) => {
                let kind = words.next().unwrap_or_default();
                if kind.is_empty() || !kind.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
                    return Err(Unreadable(format!("`{kind}` is not the name of a node")));
                }
                reader.begin(kind)?;
                open.push(Open::Node);
                continue;
            }
            ("(", Some(Open::List | Open::Value) | None) => {
                open.push(Open::List);
                continue;
            }
            ("}", Some(Open::Node)) => {
                reader.end()?;
                open.pop();
            }
            (")", Some(Open::List)) => {
                open.pop();
            }
            (label, Some(Open::Node)) => {
                let Some(name) = label.strip_prefix(':').filter(|name| !name.is_empty()) else {
                    return Err(Unreadable(format!("`{label}` stands where a field begins")));
                };
                reader.field(name)?;
                open.pop();
                open.push(Open::Value);
                continue;
            }
            ("}" | ")", _) | (_, None) => {
                return Err(Unreadable(format!("`{word}` stands where it cannot")));
            }
            (value, Some(Open::List | Open::Value)) => {
                reader.word(value)?;
                words.skip_bytes_of_a_constant()?;
            }
        }
        // A value was read to its end: the node that it belongs to goes on with its next field.
        match open.last_mut() {
            Some(last @ Open::Value) => *last = Open::Node,
            Some(Open::List) => {}
            Some(Open::Node) => return Err(Unreadable("a value has no field".to_owned())),
            None => is_read = true,
        }
    }
    match is_read {
        true => Ok(()),
        false => Err(Unreadable("the tree does not end".to_owned())),
    }
}

/// The words of the print; an escaped letter belongs to its word.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start_matches([' ', '\n', '\t']);
        let end = match rest.as_bytes().first()? {
            b'(' | b')' | b'{' | b'}' => 1,
            _ => {
                let mut is_escaped = false;
                let ends = |(_, letter): &(usize, char)| {
                    let ends = !is_escaped && matches!(letter, ' ' | '\n' | '\t' | '(' | ')' | '{' | '}');
                    is_escaped = !is_escaped && *letter == '\\';
                    ends
                };
                rest.char_indices().find(ends).map_or(rest.len(), |(index, _)| index)
            }
        };
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        Some(word)
    }

    /// The bytes of a constant follow its length: `4 [ 1 0 0 0 0 0 0 0 ]`.
    fn skip_bytes_of_a_constant(&mut self) -> Result<(), Unreadable> {
        let here = self.rest;
        if self.next() != Some("[") {
            self.rest = here;
            return Ok(());
        }
        loop {
            match self.next() {
                Some("]") => return Ok(()),
                Some(byte) if byte.parse::<i16>().is_ok() => {}
                _ => return Err(Unreadable("the bytes of a constant do not end".to_owned())),
            }
        }
    }
}
