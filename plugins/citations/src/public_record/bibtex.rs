//! BibTeX.

use crate::public_record::source::Source;

/// An entry `misc`, whose key is the hash's first twelve digits.
pub fn write(source: &Source) -> String {
    let [year, month, day] = Source::parts(&source.issued);
    let [accessed_year, accessed_month, accessed_day] = Source::parts(&source.accessed);
    let key: String = source.hash.chars().skip(2).take(12).collect();
    let fields = [
        ("title", format!("{{{}}}", escaped(&source.title))),
        ("author", format!("{{{}}}", escaped(&source.publisher))),
        ("year", year.clone()),
        ("month", month.trim_start_matches('0').to_owned()),
        ("date", format!("{year}-{month}-{day}")),
        ("publisher", escaped(&source.publisher)),
        ("url", source.url.clone()),
        ("urldate", format!("{accessed_year}-{accessed_month}-{accessed_day}")),
        ("note", escaped(&source.note)),
    ];
    let lines: Vec<String> = fields.iter().map(|(name, value)| format!("  {name} = {{{value}}}")).collect();
    format!("@misc{{quarry{key},\n{}\n}}\n", lines.join(",\n"))
}

/// A person's text in braces: what TeX acts upon is written so that it stands as it is.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => written.push_str("{\\textbackslash}"),
            // By their names: BibTeX counts every brace, also one behind a backslash, and an odd one ends the field or the file.
            '{' => written.push_str("{\\textbraceleft}"),
            '}' => written.push_str("{\\textbraceright}"),
            '$' | '&' | '%' | '#' | '_' => {
                written.push('\\');
                written.push(character);
            }
            '~' => written.push_str("{\\textasciitilde}"),
            '^' => written.push_str("{\\textasciicircum}"),
            control if control.is_control() => written.push(' '),
            other => written.push(other),
        }
    }
    written
}
