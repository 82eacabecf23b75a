//! The difference of two texts in words, within a bounded number of steps.
//!
//! Always true here: the pieces of the older text and those of the newer one, put together, are the two texts; what a difference costs
//! is bounded by [`Patience`], whatever the texts are.

use std::collections::HashMap;
use unicode_segmentation::UnicodeSegmentation;

/// Words that one difference takes out or puts in at most; above it is told as a whole. The trace of the search has the square of them.
const MOST_EDITS: usize = 1_000;

/// The fate of a run of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Equal,
    Delete,
    Insert,
}

/// What all differences of a comparison may cost together.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Words that are compared with another.
    pub steps: usize,
    /// Runs that are told.
    pub runs: usize,
}

/// A difference.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    pub runs: Vec<(Operation, &'a str)>,
    /// False where the patience ended: what lies between the first and the last words that differ is told as a whole.
    pub is_by_words: bool,
}

/// The difference of two texts.
pub fn difference<'a>(older: &'a str, newer: &'a str, patience: &mut Patience) -> Difference<'a> {
    let mut numbers = HashMap::new();
    let (old, new) = (Divided::of(older, &mut numbers), Divided::of(newer, &mut numbers));
    let same = |(one, other): &(&u32, &u32)| one == other;
    let start = old.words.iter().zip(&new.words).take_while(same).count();
    let shorter = old.words.len().min(new.words.len()) - start;
    let end = old.words.iter().rev().zip(new.words.iter().rev()).take(shorter).take_while(same).count();
    let (old_end, new_end) = (old.words.len() - end, new.words.len() - end);
    let found = matches(&old.words[start..old_end], &new.words[start..new_end], &mut patience.steps);
    let is_found = found.is_some();
    let told = |matches: &[(usize, usize)]| {
        let mut runs = Vec::new();
        let (mut from_old, mut from_new) = (0, 0);
        let inner = matches.iter().map(|(x, y)| (start + x, start + y));
        let pairs = (0..start).map(|word| (word, word)).chain(inner);
        let behind = (0..end).map(|word| (old_end + word, new_end + word));
        for (x, y) in pairs.chain(behind).chain([(old.words.len(), new.words.len())]) {
            add(&mut runs, Operation::Delete, old.between(from_old, x));
            add(&mut runs, Operation::Insert, new.between(from_new, y));
            add(&mut runs, Operation::Equal, old.between(x, x + 1));
            (from_old, from_new) = (x + 1, y + 1);
        }
        runs
    };
    let spans = found.map(|matches| told(&matches)).filter(|runs| runs.len() <= patience.runs);
    let is_by_words = is_found && spans.is_some();
    let spans = spans.unwrap_or_else(|| told(&[]));
    patience.runs = patience.runs.saturating_sub(spans.len());
    let text = |(operation, (from, to)): (Operation, (usize, usize))| match operation {
        Operation::Insert => (operation, &newer[from..to]),
        _ => (operation, &older[from..to]),
    };
    Difference { runs: spans.into_iter().map(text).collect(), is_by_words }
}

/// A text in words, equal ones with the same number.
struct Divided {
    words: Vec<u32>,
    /// The byte at which each begins, and the end of the text.
    starts: Vec<usize>,
}

impl Divided {
    fn of<'a>(text: &'a str, numbers: &mut HashMap<&'a str, u32>) -> Divided {
        let (mut words, mut starts) = (Vec::new(), Vec::new());
        for (start, word) in text.split_word_bound_indices() {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            words.push(*numbers.entry(word).or_insert(next));
            starts.push(start);
        }
        starts.push(text.len());
        Divided { words, starts }
    }

    /// The bytes of these words.
    fn between(&self, from: usize, to: usize) -> (usize, usize) {
        let place = |word: usize| self.starts.get(word).or(self.starts.last()).copied().unwrap_or_default();
        (place(from), place(to))
    }
}

fn add(runs: &mut Vec<(Operation, (usize, usize))>, operation: Operation, (from, to): (usize, usize)) {
    match runs.last_mut() {
        _ if from >= to => {}
        Some((last, span)) if *last == operation && span.1 == from => span.1 = to,
        _ => runs.push((operation, (from, to))),
    }
}

/// The words that stay, by their places in both, after Myers' greedy algorithm; none where it takes more steps than are left.
fn matches(old: &[u32], new: &[u32], steps: &mut usize) -> Option<Vec<(usize, usize)>> {
    if old.is_empty() || new.is_empty() {
        return Some(Vec::new());
    }
    let most = MOST_EDITS.min(old.len() + new.len());
    // The furthest place in the older text on each diagonal. Diagonals are counted from the middle.
    let middle = most + 1;
    let mut furthest = vec![0_usize; 2 * middle + 1];
    let mut trace: Vec<Vec<usize>> = Vec::new();
    for edits in 0..=most {
        trace.push(furthest[middle - edits..=middle + edits].to_vec());
        for diagonal in (middle - edits..=middle + edits).step_by(2) {
            let mut x = match goes_down(&furthest, middle, edits, diagonal) {
                true => furthest[diagonal + 1],
                false => furthest[diagonal - 1] + 1,
            };
            // Places above the first word of the newer text are on no path.
            let mut y = x + middle - diagonal;
            let begun = x;
            while x < old.len() && y < new.len() && old[x] == new[y] {
                (x, y) = (x + 1, y + 1);
            }
            *steps = steps.checked_sub(1 + x - begun)?;
            furthest[diagonal] = x;
            if x >= old.len() && y >= new.len() {
                return Some(walked_back(&trace, middle, old.len(), new.len()));
            }
        }
    }
    None
}

/// True where the best way to a diagonal puts a word in, false where it takes one out.
fn goes_down(furthest: &[usize], middle: usize, edits: usize, diagonal: usize) -> bool {
    diagonal == middle - edits || (diagonal != middle + edits && furthest[diagonal - 1] < furthest[diagonal + 1])
}

fn walked_back(trace: &[Vec<usize>], middle: usize, old: usize, new: usize) -> Vec<(usize, usize)> {
    let (mut x, mut y) = (old, new);
    let mut found = Vec::new();
    for (edits, before) in trace.iter().enumerate().rev() {
        let diagonal = middle + x - y;
        // As it was before this edit: what the trace holds begins at the lowest diagonal.
        let at = |diagonal: usize| before.get((diagonal + edits).wrapping_sub(middle)).copied().unwrap_or(0);
        let is_down = diagonal == middle - edits || (diagonal != middle + edits && at(diagonal - 1) < at(diagonal + 1));
        let (before_x, before_y) = match (edits, is_down) {
            (0, _) => (0, 0),
            (_, true) => (at(diagonal + 1), (at(diagonal + 1) + middle).wrapping_sub(diagonal + 1)),
            (_, false) => (at(diagonal - 1), (at(diagonal - 1) + middle).wrapping_sub(diagonal - 1)),
        };
        while x > before_x && y > before_y {
            (x, y) = (x - 1, y - 1);
            found.push((x, y));
        }
        (x, y) = (before_x, before_y);
    }
    found.reverse();
    found
}
