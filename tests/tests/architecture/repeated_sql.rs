//! SQL of the families that stands in more places than one. What several statements have in common is a part of them
//! (docs/statements.md#parts); `just repeated-sql` shows what is left.

use crate::{files, text};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// Shorter pieces are how SQL is written: `ORDER BY id DESC`, `LIMIT {page.limit}`.
const SHORTEST: usize = 5;

/// The most that may stand elsewhere too, in percent of all lines.
const MOST_PERCENT: usize = 6;

/// A line of SQL: the place of its file among all, and the number of the line in it.
type Place = (usize, usize);

/// The lines of a text that say something, each with its number; white space within a line counts as one space.
fn lines(text: &str) -> Vec<(usize, String)> {
    let written = (1..).zip(text.lines());
    let words = written.map(|(number, line)| (number, line.split_whitespace().collect::<Vec<_>>().join(" ")));
    words.filter(|(_, line)| !line.is_empty() && !line.starts_with("--")).collect()
}

/// The lines that stand in a piece of at least [`SHORTEST`] lines that stands in another place too.
fn repeated(texts: &[Vec<(usize, String)>]) -> BTreeSet<Place> {
    let mut pieces: HashMap<Vec<&str>, Vec<(usize, usize)>> = HashMap::new();
    for (file, lines) in texts.iter().enumerate() {
        for (first, piece) in lines.windows(SHORTEST).enumerate() {
            let piece = piece.iter().map(|(_, line)| line.as_str()).collect();
            pieces.entry(piece).or_default().push((file, first));
        }
    }
    let mut found = BTreeSet::new();
    for places in pieces.values().filter(|places| places.len() > 1) {
        for (file, first) in places {
            found.extend(texts[*file][*first..*first + SHORTEST].iter().map(|(number, _)| (*file, *number)));
        }
    }
    found
}

#[test]
fn statements_of_the_families_have_in_common_what_is_a_part() {
    let of_migration = |file: &PathBuf| file.components().any(|folder| folder.as_os_str() == "migrations");
    let files: Vec<PathBuf> = files("plugins", &[".sql"]).into_iter().filter(|file| !of_migration(file)).collect();
    let texts: Vec<_> = files.iter().map(|file| lines(&text(file))).collect();
    let found = repeated(&texts);
    let all: usize = texts.iter().map(Vec::len).sum();
    let mut by_file: BTreeMap<&Path, usize> = BTreeMap::new();
    for (file, _) in &found {
        *by_file.entry(&files[*file]).or_default() += 1;
    }
    let mut by_file: Vec<_> = by_file.into_iter().collect();
    by_file.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (file, count) in by_file {
        println!("{count:>5} {}", file.display());
    }
    assert!(all > 3_000, "the families' SQL is looked for in the wrong place: {all} lines");
    let tenths = found.len() * 1_000 / all;
    let share = format!(
        "{} of {all} lines of the families' SQL stand elsewhere too ({}.{}%)",
        found.len(),
        tenths / 10,
        tenths % 10
    );
    println!("{share}");
    assert!(found.len() * 100 < all * MOST_PERCENT, "{share}: make a part of what is one thing");
}

#[test]
fn a_line_is_repeated_where_five_in_a_row_stand_elsewhere_too() {
    let one = "-- A list.\nSELECT a\nFROM t\nWHERE TRUE\n  AND b = 1\nORDER BY a\nLIMIT 10\n";
    let two = "SELECT c\nFROM t\n\nWHERE   TRUE\n    AND b = 1\n-- newest first\nORDER BY a\nLIMIT 10\n";
    let four = "SELECT d\nFROM t\nWHERE TRUE\n  AND b = 1\nORDER BY a\nLIMIT 20\n";
    let texts = [one, two, four].map(lines);
    let found: Vec<_> = repeated(&texts).into_iter().collect();
    let of_one = (3..=7).map(|number| (0, number));
    let of_two = [2, 4, 5, 7, 8].map(|number| (1, number));
    assert_eq!(found, of_one.chain(of_two).collect::<Vec<_>>());
    assert!(repeated(&texts[1..]).is_empty(), "four lines are how SQL is written");
}
