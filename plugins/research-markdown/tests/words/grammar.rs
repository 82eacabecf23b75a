//! Documents of the whole grammar, each of a seed. Every word that readers should see is another one, so each can be counted.

/// A document, and the words of it that no mark is made of.
pub(crate) struct Document {
    pub(crate) text: String,
    pub(crate) words: Vec<String>,
}

/// The document of a seed.
pub(crate) fn document(seed: u64) -> Document {
    let mut writer =
        Writer { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, words: Vec::new(), labels: Vec::new() };
    let count = 1 + writer.below(7);
    let mut blocks: Vec<String> = (0..count).map(|_| writer.block(0)).collect();
    if writer.below(8) == 0 {
        blocks.insert(0, format!("---\ntitle: {}\n---", writer.word()));
    }
    for label in writer.labels.clone() {
        let word = writer.word();
        let definition = match writer.below(4) {
            0 => format!("[{label}]:\n  https://{word}.example"),
            1 => format!("[{label}]: <https://{word}.example> '{}'", writer.word()),
            _ => format!("[{label}]: https://{word}.example"),
        };
        blocks.push(definition);
    }
    let ends = if writer.below(8) == 0 { "\r\n" } else { "\n" };
    let text = blocks.join("\n\n").replace('\n', ends);
    // Some are made and then not written.
    writer.words.retain(|word| text.contains(word.as_str()));
    Document { text, words: writer.words }
}

struct Writer {
    state: u64,
    words: Vec<String>,
    labels: Vec<String>,
}

impl Writer {
    fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % bound
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        let place = usize::try_from(self.below(list.len() as u64)).expect("a place");
        list[place]
    }

    /// A word that no other is.
    fn word(&mut self) -> String {
        let prefix = self.one_of(&["pool", "Weth", "größe", "漢字", "swap", "R2D2", "été"]);
        let word = format!("{prefix}{}z", self.words.len());
        self.words.push(word.clone());
        word
    }

    /// A word that is part of a mark.
    fn mark(&mut self) -> String {
        format!("mark{}", self.below(1_000_000))
    }

    fn words(&mut self) -> String {
        let count = 1 + self.below(3);
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    fn inlines(&mut self, depth: u64) -> String {
        let count = 1 + self.below(4);
        let joint = self.one_of(&[" ", " ", " ", ", ", ""]);
        (0..count).map(|_| self.inline(depth)).collect::<Vec<_>>().join(joint)
    }

    fn inline(&mut self, depth: u64) -> String {
        if depth < 2 && self.below(5) == 0 {
            let inner = self.inlines(depth + 1);
            let mark = self.one_of(&["*", "**", "_", "~~", "***", "=="]);
            // Four tildes at the beginning of a line begin code.
            return if inner.starts_with("~~") { inner } else { format!("{mark}{inner}{mark}") };
        }
        let (a, b) = (self.word(), self.word());
        match self.below(52) {
            0..=9 => format!("{a} {b}"),
            10 => format!("**{a}**{b}"),
            11 => format!("`{a} <{b}>`"),
            12 => format!("``{a} ` {b}``"),
            13 => format!("[{a}](https://{b}.example)"),
            14 => format!("[{a}](https://host.example/p \"{b}\")"),
            15 => {
                let label = self.mark();
                self.labels.push(label.clone());
                format!("[{a} {b}][{label}]")
            }
            16 => {
                let label = self.word();
                self.labels.push(label.clone());
                format!("{a} [{label}] {b}")
            }
            17 => format!("<https://{a}.example/{b}>"),
            18 => format!("https://host.example/{a}/{b}"),
            19 => format!("![{a}](https://{b}.example/x.png)"),
            20 => format!("![[{a}.png|300]] {b}"),
            21 => format!("[[{a}|{b}]]"),
            22 => format!("<b>{a}</b>{b}"),
            23 => format!("<span style=\"color:red\" class=\"{}\">{a}</span> {b}", self.mark()),
            24 => format!("<{a}> {b}"),
            25 => format!("Vec<{a}> Map<{b}, Vec<u8>>"),
            26 => format!("a<b {a} c>d {b}"),
            27 => format!("{a}<br>{b}"),
            28 => format!("{a}&amp;{b}"),
            29 => format!("caf&eacute;{a} &copy; {b}&nbsp;"),
            30 => format!("{a} <!-- {b} -->"),
            31 => format!("{a} <script>{}()</script> {b}", self.mark()),
            32 => format!("{a}[^1] {b}"),
            33 => format!("\\*{a}\\* \\# {b}"),
            34 => format!("||{a}|| %%{b}%%"),
            35 => format!("${a}$ #{b}"),
            36 => format!("<ul><li>{a}</li><li>{b}</li></ul>"),
            37 => format!("<ol><li>{a}<li>{b}</ol>"),
            38 => format!("<?{a} {b}?>"),
            39 => format!("<!DOCTYPE {a}> {b}"),
            40 => format!("{a} <address> {b}"),
            41 => format!("{a} </{b}> <time>"),
            42 => format!("{a}@{b}.example"),
            43 => format!("{a} ** ` {b}"),
            44 => format!("{a} < {b} > <"),
            45 => format!("<a href=\"https://{a}.example\">{b}</a>"),
            46 => format!("<img src=\"{a}.png\" alt=\"{b}\">"),
            47 => format!("{a}<div>{b}</div>"),
            48 => format!("<details><summary>{a}</summary>{b}</details>"),
            49 => format!("10<sup>{a}</sup> H<sub>{b}</sub>"),
            50 => format!("[{a}]({b}.md) [x](<a b>)"),
            _ => format!("{a} \u{1f40b} {b}"),
        }
    }

    fn lines(&mut self) -> String {
        let count = 1 + self.below(3);
        let joint = self.one_of(&["\n", "\n", "  \n", "\\\n"]);
        (0..count).map(|_| self.inlines(0)).collect::<Vec<_>>().join(joint)
    }

    fn blocks(&mut self, depth: u64) -> String {
        let count = 1 + self.below(3);
        (0..count).map(|_| self.block(depth + 1)).collect::<Vec<_>>().join("\n\n")
    }

    fn block(&mut self, depth: u64) -> String {
        let kinds = if depth < 3 { 30 } else { 22 };
        match self.below(kinds) {
            0..=4 => self.lines(),
            5 => {
                let marks = self.one_of(&["#", "##", "###", "####", "######"]);
                format!("{marks} {}", self.inlines(0))
            }
            6 => format!("{}\n{}", self.words(), self.one_of(&["===", "---"])),
            7 => {
                let language = self.one_of(&["", "sql", "rust ignore", "mermaid"]);
                format!("```{language}\n{}\n\n  <{}>\n```", self.lines(), self.word())
            }
            8 => format!("    {}\n    <{}>", self.words(), self.word()),
            9 | 10 => self.table(),
            11 => self.one_of(&["***", "---", "___"]).to_owned(),
            12 => self.html(),
            13 => self.html(),
            14 => format!("[^{}]: {}", self.below(3), self.inlines(0)),
            15 => format!("$$\n{}\n$$", self.words()),
            16 => format!(
                "+----+----+\n| {} | {} |\n+====+====+\n| {} | {} |\n+----+----+",
                self.word(),
                self.word(),
                self.word(),
                self.word()
            ),
            17 => format!("!!! note \"{}\"\n    {}", self.words(), self.inlines(0)),
            18 => format!("Term\n:   {}", self.inlines(0)),
            19 => format!("~~~\n{}\n~~~", self.lines()),
            20 => format!("[{}]: https://{}.example", self.word(), self.word()),
            21 => format!("<{}>", self.word()),
            22..=24 => self.list(depth),
            25 | 26 => {
                let inner = self.blocks(depth);
                self.prefixed(&inner, "> ", "> ")
            }
            27 => {
                let mark = self.one_of(&["[!NOTE]", "[!warning]-", "[!danger]", "[!strange]"]);
                let inner = format!("{mark} {}\n{}", self.words(), self.blocks(depth));
                self.prefixed(&inner, "> ", "> ")
            }
            28 => {
                let word = self.one_of(&["info", "warning", "danger", "spoiler"]);
                format!(":::{word} {}\n{}\n:::", self.words(), self.blocks(depth))
            }
            _ => {
                let inner = format!(":::tip {}\n{}\n:::", self.words(), self.inlines(0));
                format!("::::info {}\n{}\n{inner}\n::::", self.words(), self.inlines(0))
            }
        }
    }

    fn prefixed(&mut self, text: &str, first: &str, others: &str) -> String {
        let line = |(place, line): (usize, &str)| match (place, line.is_empty()) {
            (0, _) => format!("{first}{line}"),
            (_, true) => others.trim_end().to_owned(),
            _ => format!("{others}{line}"),
        };
        text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n")
    }

    fn list(&mut self, depth: u64) -> String {
        let (kind, count) = (self.below(5), 1 + self.below(3));
        let start = self.one_of(&["1", "1", "3", "42"]).parse::<u64>().expect("a number");
        let joint = self.one_of(&["\n", "\n", "\n\n"]);
        let mut items = Vec::new();
        for place in 0..count {
            let marker = match kind {
                0 => "- ".to_owned(),
                1 => "* ".to_owned(),
                2 => format!("{}. ", start + place),
                3 => format!("{}) ", start + place),
                _ => format!("- {} ", self.one_of(&["[ ]", "[x]", "[X]", "[/]"])),
            };
            let text = match self.below(3) {
                0 => self.blocks(depth),
                1 => format!("{}\n{}", self.inlines(0), self.list_or_line(depth)),
                _ => self.inlines(0),
            };
            let width = if kind == 4 { 2 } else { marker.len() };
            let others = " ".repeat(width);
            items.push(self.prefixed(&text, &marker, &others));
        }
        items.join(joint)
    }

    fn list_or_line(&mut self, depth: u64) -> String {
        if depth < 3 { self.list(depth + 1) } else { self.inlines(0) }
    }

    fn table(&mut self) -> String {
        let columns = 1 + self.below(3);
        let cell = |writer: &mut Writer| writer.inlines(1).replace("||", "//");
        let head: Vec<String> = (0..columns).map(|_| self.word()).collect();
        let rule = self.one_of(&["---", ":--", ":-:", "--:"]);
        let rules = vec![rule; head.len()];
        let mut lines = vec![format!("| {} |", head.join(" | ")), format!("| {} |", rules.join(" | "))];
        for _ in 0..self.below(4) {
            let count = columns + self.below(3);
            let cells: Vec<String> =
                (0..count.max(1) - u64::from(self.below(4) == 0 && count > 1)).map(|_| cell(self)).collect();
            lines.push(match self.below(3) {
                0 => cells.join(" | "),
                _ => format!("| {} |", cells.join(" | ")),
            });
        }
        lines.join("\n")
    }

    fn html(&mut self) -> String {
        let (a, b, c, mark) = (self.word(), self.word(), self.inlines(1), self.mark());
        match self.below(12) {
            0 => format!("<div class=\"{mark}\">\n{a} <em>{b}</em>\n</div>"),
            1 => format!(
                "<table><tr><th>{a}</th><th>{b}</th></tr>\n<tr><td>{}</td><td><ul><li>{}</li><li>{}</li></ul></td></tr></table>",
                self.word(),
                self.word(),
                self.word()
            ),
            2 => format!("<ul>\n<li>{a}</li>\n<li>{b}<ol start=\"3\"><li>{}</li></ol></li>\n</ul>", self.word()),
            3 => format!("<details>\n<summary>{a}</summary>\n\n{c}\n\n{b}\n</details>"),
            4 => format!("<pre><code>{a} Vec<{b}> &lt;</code></pre>"),
            5 => format!("<!-- {a}\n{b} -->"),
            6 => format!("<script>\n{mark}()\n</script>\n\n{a} {b}"),
            7 => format!("<p align=\"center\"><img src=\"{a}.png\" alt=\"{b}\" width=\"30\"></p>"),
            8 => format!("<h2 id=\"{mark}\">{a}</h2>\n<p>{b}<br>{}</p>", self.word()),
            9 => format!("<blockquote><p>{a}</p>{b}</blockquote>"),
            10 => format!("<div>{a} <{b}> Map<{}, u8></div>", self.word()),
            _ => format!("<section>\n{c}\n\n{a}\n</section>\n{b}"),
        }
    }
}
