//! The place in a statement that a store's refusal is about. SQLite names no line and ClickHouse does so for its syntax alone,
//! but both name the word that they refuse: the line is then the first on which that word stands.

/// The line of `sql` (from 1) that `message` is about; none when it says nothing that stands there.
pub(super) fn line_of(message: &str, sql: &str) -> Option<usize> {
    named_line(message).or_else(|| {
        // What follows is the statement itself, in the engine's own spelling.
        let about = message.split_once(" scope ").map_or(message, |(about, _)| about);
        quoted(about).find_map(|word| line_with(word, sql)).or_else(|| {
            let mut words: Vec<&str> = words(about).filter(|word| line_with(word, sql).is_some()).collect();
            // The longest says the most: `toStartOfHour`, and not `of`.
            words.sort_by_key(|word| word.len());
            line_with(words.last()?, sql)
        })
    })
}

/// The line that ClickHouse names in `… (line 3, col 14): …`.
fn named_line(message: &str) -> Option<usize> {
    let (_, after) = message.split_once("(line ")?;
    after.split(',').next()?.trim().parse().ok()
}

/// Gives the texts in quotes of any kind, without a table's qualifier.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    ['`', '\'', '"'].into_iter().flat_map(move |quote| {
        let inside = text.split(quote).skip(1).step_by(2);
        inside.map(|name| name.rsplit('.').next().unwrap_or(name))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_of_word(letter)).filter(|word| !word.is_empty())
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

fn line_with(word: &str, sql: &str) -> Option<usize> {
    let place = sql.lines().position(|line| words(line).any(|known| known == word))?;
    Some(place + 1)
}
