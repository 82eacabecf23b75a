//! RIS, which reference managers take.

use crate::public_record::source::Source;

/// One reference of the type `DATA`; lines end as the format has it.
pub fn write(source: &Source) -> String {
    let [year, month, day] = Source::parts(&source.issued);
    let [accessed_year, accessed_month, accessed_day] = Source::parts(&source.accessed);
    let lines = [
        ("TY", "DATA".to_owned()),
        ("ID", source.hash.clone()),
        ("TI", one_line(&source.title)),
        ("AU", one_line(&source.publisher)),
        ("PB", one_line(&source.publisher)),
        ("PY", year.clone()),
        ("DA", format!("{year}/{month}/{day}")),
        ("Y2", format!("{accessed_year}/{accessed_month}/{accessed_day}")),
        ("UR", source.url.clone()),
        ("N1", one_line(&source.note)),
        ("ER", String::new()),
    ];
    lines.iter().map(|(tag, value)| format!("{tag}  - {value}\r\n")).collect()
}

/// A line of its own is a tag, so a text has none.
fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}
