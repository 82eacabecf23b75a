//! The words of a Rust file, and the paths that it names.

/// Words, `::` and single signs, in order; comments, texts and lifetimes are left out.
pub fn tokens(source: &str) -> Vec<String> {
    let characters: Vec<char> = source.chars().collect();
    let at = |place: usize| characters.get(place).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let mut place = 0;
    while place < characters.len() {
        let character = at(place);
        let next = at(place + 1);
        if character == '/' && next == '/' {
            while place < characters.len() && at(place) != '\n' {
                place += 1;
            }
        } else if let Some(end) = text_end(&characters, place) {
            place = end;
        } else if is_word(character) {
            let from = place;
            while is_word(at(place)) {
                place += 1;
            }
            tokens.push(characters[from..place].iter().collect());
        } else if character == ':' && next == ':' {
            tokens.push("::".to_owned());
            place += 2;
        } else {
            if !character.is_whitespace() {
                tokens.push(character.to_string());
            }
            place += 1;
        }
    }
    tokens
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The place behind a text, a character or a lifetime that begins at `place`.
fn text_end(characters: &[char], place: usize) -> Option<usize> {
    let at = |place: usize| characters.get(place).copied().unwrap_or('\0');
    let before_is_word = place > 0 && is_word(at(place - 1));
    match at(place) {
        '"' => Some(quoted_end(characters, place)),
        'r' | 'b' if !before_is_word => {
            let mut from = place + 1;
            if at(place) == 'b' && at(from) == 'r' {
                from += 1;
            }
            let hashes = (from..).take_while(|place| at(*place) == '#').count();
            match at(from + hashes) {
                '"' if hashes > 0 => {
                    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                    let found = characters[from + hashes + 1..].windows(end.len()).position(|window| window == end);
                    found.map(|found| from + hashes + 1 + found + end.len())
                }
                '"' => Some(quoted_end(characters, from)),
                _ => None,
            }
        }
        '\'' if at(place + 1) == '\\' => {
            (place + 3..characters.len()).find(|place| at(*place) == '\'').map(|end| end + 1)
        }
        '\'' if at(place + 2) == '\'' => Some(place + 3),
        '\'' => Some((place + 1..).find(|place| !is_word(at(*place))).unwrap_or(place + 1)),
        _ => None,
    }
}

fn quoted_end(characters: &[char], place: usize) -> usize {
    let mut place = place + 1;
    while place < characters.len() && characters[place] != '"' {
        place += if characters[place] == '\\' { 2 } else { 1 };
    }
    place + 1
}

/// A path as a file names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPath {
    /// The modules within the file that it stands in.
    pub within: Vec<String>,
    pub words: Vec<String>,
    /// The name that it is known by in the file, set by `use`.
    pub name: Option<String>,
    /// Given on by `pub use`.
    pub is_given_on: bool,
}

/// Every path of a file: those of `use`, and those of two words and more in its code.
pub fn paths(tokens: &[String]) -> Vec<NamedPath> {
    let mut found = Vec::new();
    let mut within: Vec<(String, usize)> = Vec::new();
    let (mut depth, mut place) = (0_usize, 0);
    let word = |place: usize| tokens.get(place).map_or("", String::as_str);
    while place < tokens.len() {
        let modules = || within.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        match word(place) {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                within.retain(|(_, opened)| *opened <= depth);
            }
            "mod" if word(place + 2) == "{" => within.push((word(place + 1).to_owned(), depth + 1)),
            "use" => {
                let before = if place == 0 { "" } else { word(place - 1) };
                let is_given_on = before == "pub" || before == ")";
                let mut end = place + 1;
                tree(tokens, &mut end, &[], &mut |words, name| {
                    found.push(NamedPath { within: modules(), words, name: Some(name), is_given_on });
                });
                place = end;
            }
            first if is_word(first.chars().next().unwrap_or(' ')) && word(place + 1) == "::" => {
                let follows = place > 0 && ["::", "."].contains(&word(place - 1));
                let mut words = vec![first.to_owned()];
                while word(place + 1) == "::" && word(place + 2).starts_with(is_word) {
                    words.push(word(place + 2).to_owned());
                    place += 2;
                }
                if !follows && words.len() > 1 {
                    found.push(NamedPath { within: modules(), words, name: None, is_given_on: false });
                }
            }
            _ => {}
        }
        place += 1;
    }
    found
}

/// The paths of a tree of `use`, each with the name that it gives. `place` is behind it afterwards.
fn tree(tokens: &[String], place: &mut usize, before: &[String], found: &mut dyn FnMut(Vec<String>, String)) {
    let word = |place: usize| tokens.get(place).map_or("", String::as_str);
    let mut words = before.to_vec();
    loop {
        match word(*place) {
            "::" => *place += 1,
            "{" => {
                *place += 1;
                while word(*place) != "}" && *place < tokens.len() {
                    tree(tokens, place, &words, found);
                    if word(*place) == "," {
                        *place += 1;
                    }
                }
                *place += 1;
                return;
            }
            "as" => {
                let name = word(*place + 1).to_owned();
                *place += 2;
                return found(words, name);
            }
            "self" if !words.is_empty() => *place += 1,
            "*" => *place += 1,
            next if next.starts_with(is_word) => {
                words.push(next.to_owned());
                *place += 1;
            }
            _ => {
                let name = words.last().cloned().unwrap_or_default();
                return found(words, name);
            }
        }
    }
}
