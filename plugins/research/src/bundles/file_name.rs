//! Names under which exports are saved.

use crate::bundles::ExportFormat;

/// Bytes of a file's name.
const MOST_NAME_BYTES: usize = 120;

/// The page's title as a name of a file.
pub fn of_page(id: i64, title: &str, format: ExportFormat) -> String {
    let is_plain = |character: char| !character.is_control() && !"/\\\"<>:|?*".contains(character);
    let mut name = String::new();
    for character in title.trim_start_matches('.').chars().filter(|character| is_plain(*character)) {
        if name.len() + character.len_utf8() > MOST_NAME_BYTES {
            break;
        }
        name.push(character);
    }
    let name = if name.trim().is_empty() { format!("page-{id}") } else { name.trim().to_owned() };
    format!("{name}.{}", format.extension())
}
