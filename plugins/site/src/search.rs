//! Finding words in pages.
//!
//! A page is found when each word of the query stands in its title, its summary or its text; the case of ASCII letters
//! does not count. The pages are few and short, so there is no index.

/// Characters around the first hit.
const SNIPPET_CHARACTERS: usize = 160;

/// The words of a query, lowercase.
pub struct Query {
    words: Vec<String>,
}

/// The rank of a page that fits, and the place of the hit.
pub struct Hit {
    /// Higher is better.
    pub score: usize,
    /// Escaped text around the first hit, hits wrapped in `<mark>`.
    pub snippet: String,
}

impl Query {
    /// None when the text has no word.
    pub fn parse(text: &str) -> Option<Query> {
        let words: Vec<String> = text.split_whitespace().map(str::to_ascii_lowercase).collect();
        (!words.is_empty()).then_some(Query { words })
    }

    /// The hit, when every word is there.
    pub fn find(&self, title: &str, summary: &str, text: &str) -> Option<Hit> {
        let (title, summary) = (title.to_ascii_lowercase(), summary.to_ascii_lowercase());
        let lower = text.to_ascii_lowercase();
        let mut score = 0;
        for word in &self.words {
            let in_text = lower.matches(word.as_str()).take(20).count();
            let in_head = 40 * usize::from(title.contains(word)) + 10 * usize::from(summary.contains(word));
            if in_text + in_head == 0 {
                return None;
            }
            score += in_text + in_head;
        }
        Some(Hit { score, snippet: self.snippet(text, &lower) })
    }

    /// `lower` has the same length as `text`: lowering ASCII moves nothing.
    fn snippet(&self, text: &str, lower: &str) -> String {
        let first = self.words.iter().filter_map(|word| lower.find(word.as_str())).min().unwrap_or_default();
        let before = text[..first].char_indices().rev().take(SNIPPET_CHARACTERS / 4).last();
        let mut start = before.map_or(first, |(index, _)| index);
        if start > 0 {
            // Begin with a whole word.
            start = text[start..first].find(' ').map_or(start, |space| start + space + 1);
        }
        let length =
            text[start..].char_indices().nth(SNIPPET_CHARACTERS).map_or(text.len() - start, |(index, _)| index);
        self.marked(&text[start..start + length], &lower[start..start + length])
    }

    fn marked(&self, text: &str, lower: &str) -> String {
        let mut marked = String::with_capacity(text.len() + 64);
        let mut position = 0;
        while position < text.len() {
            let hit = self
                .words
                .iter()
                .filter(|word| lower[position..].starts_with(word.as_str()))
                .max_by_key(|word| word.len());
            let length = match hit {
                Some(word) => {
                    marked.push_str("<mark>");
                    escape(&mut marked, &text[position..position + word.len()]);
                    marked.push_str("</mark>");
                    word.len()
                }
                None => {
                    let length = text[position..].chars().next().map_or(1, char::len_utf8);
                    escape(&mut marked, &text[position..position + length]);
                    length
                }
            };
            position += length;
        }
        marked
    }
}

fn escape(output: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => output.push_str("&amp;"),
            '<' => output.push_str("&lt;"),
            '>' => output.push_str("&gt;"),
            '"' => output.push_str("&quot;"),
            '\'' => output.push_str("&#39;"),
            other => output.push(other),
        }
    }
}
