//! Names under which readers save files.

use quarry_sdk::prelude::*;

/// Bytes of a name at most.
const MOST_BYTES: usize = 200;
/// Endings of files that Windows, macOS or Linux desktops run when a person opens them, whatever their bytes are.
const RUN_WHEN_OPENED: [&str; 58] = [
    "ade",
    "adp",
    "app",
    "appinstaller",
    "application",
    "appref-ms",
    "bas",
    "bat",
    "chm",
    "cmd",
    "com",
    "command",
    "cpl",
    "desktop",
    "diagcab",
    "dll",
    "dmg",
    "exe",
    "gadget",
    "hlp",
    "hta",
    "htm",
    "html",
    "img",
    "inf",
    "ins",
    "iso",
    "isp",
    "jar",
    "jnlp",
    "js",
    "jse",
    "library-ms",
    "lnk",
    "mde",
    "mht",
    "mhtml",
    "msc",
    "msi",
    "msp",
    "mst",
    "pif",
    "pkg",
    "ps1",
    "reg",
    "scf",
    "scr",
    "sct",
    "settingcontent-ms",
    "svg",
    "url",
    "vb",
    "vbe",
    "vbs",
    "ws",
    "wsf",
    "wsh",
    "xhtml",
];

/// Refuses a name that a path, a header or a desktop would read as more than a name.
pub fn check(name: &str) -> Result<(), Problem> {
    if name.contains(['/', '\\', '"']) || name.starts_with('.') || name.len() > MOST_BYTES {
        let sentence = "A file's name has at most 200 bytes, no slash, no quotation mark and no dot at its beginning.";
        return Err(Problem::invalid_field("file_name", sentence));
    }
    match program_ending(name) {
        Some(ending) => {
            let sentence = format!("A file's name does not end in .{ending}, which computers run when it is opened.");
            Err(Problem::invalid_field("file_name", sentence))
        }
        None => Ok(()),
    }
}

/// The ending by which computers would run a file of this name; `None` where they would not.
fn program_ending(name: &str) -> Option<&'static str> {
    // Windows drops dots and spaces at the end, and what follows a colon names a stream of the same file.
    let saved_as = name.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    let (_, ending) = saved_as.rsplit_once('.')?;
    RUN_WHEN_OPENED.into_iter().find(|known| known.eq_ignore_ascii_case(ending))
}
