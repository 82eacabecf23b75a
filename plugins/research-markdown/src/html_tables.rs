//! Tables of HTML as Markdown: a row of names, how their columns are aligned, and the other rows.

#[derive(Default)]
pub(crate) struct Table {
    pub(crate) rows: Vec<Vec<String>>,
    /// The lines below the cells of the first row, which say how their columns are aligned.
    rules: Vec<&'static str>,
    pub(crate) has_cell: bool,
    /// Empty cells behind this one, in place of those that it spans.
    further: usize,
}

impl Table {
    pub(crate) fn end_cell(&mut self) {
        let further = std::mem::take(&mut self.further);
        if let Some(row) = self.rows.last_mut() {
            row.extend(std::iter::repeat_n(String::new(), further));
        }
        self.has_cell = false;
    }

    /// Begins a cell that spans these columns.
    pub(crate) fn begin_cell(&mut self, columns: usize, aligned: &str) {
        self.end_cell();
        if self.rows.is_empty() {
            self.rows.push(Vec::new());
        }
        if self.rows.len() == 1 {
            self.rules.extend(std::iter::repeat_n(rule(aligned), columns));
        }
        if let Some(row) = self.rows.last_mut() {
            row.push(String::new());
        }
        (self.has_cell, self.further) = (true, columns - 1);
    }

    /// The table in Markdown; nothing where it has no cell. `filled`: cells with which short rows may be filled up.
    pub(crate) fn written(&self, filled: &mut usize) -> String {
        let rows: Vec<&Vec<String>> = self.rows.iter().filter(|row| !row.is_empty()).collect();
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let mut written = String::new();
        for (place, row) in rows.iter().enumerate() {
            let missing = (width - row.len()).min(*filled);
            *filled -= missing;
            let cells = row.iter().map(|cell| line_of(cell)).chain(std::iter::repeat_n(String::new(), missing));
            written += &format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
            if place == 0 {
                let rules = self.rules.iter().copied().chain(std::iter::repeat("---")).take(row.len() + missing);
                written += &format!("| {} |\n", rules.collect::<Vec<_>>().join(" | "));
            }
        }
        if written.is_empty() { written } else { format!("\n\n{written}\n") }
    }

    /// The text of its cells; none where it has no cell.
    pub(crate) fn in_words(&self) -> Option<String> {
        let cells: Vec<String> = self.rows.iter().flatten().map(|cell| line_of(cell)).collect();
        (!cells.is_empty()).then(|| cells.join(" "))
    }
}

fn line_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The line below a cell whose `align` or `style` this is.
fn rule(aligned: &str) -> &'static str {
    let aligned: String = aligned.to_ascii_lowercase().split_whitespace().collect();
    let is = |side: &str| aligned == side || aligned.contains(&format!("text-align:{side}"));
    match (is("left"), is("center"), is("right")) {
        (true, ..) => ":---",
        (_, true, _) => ":---:",
        (.., true) => "---:",
        _ => "---",
    }
}
