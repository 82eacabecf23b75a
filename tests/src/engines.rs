//! The engine of the app store on which `just test` runs a case of `api`: each case runs once. A case that says
//! `quarry_tests::on_one_engine!()` runs on SQLite, one that says `quarry_tests::on_postgres!()` on PostgreSQL. Of all others one half
//! runs on either, by a checksum of the name: a case keeps its engine for as long as it keeps its name.

use crate::bounded;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const SQLITE: &str = "sqlite";
const POSTGRES: &str = "postgres";

/// The sources of the program whose cases are shared out.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api");

/// Lines that say it, each the first one of a case.
const MARKS: [(&str, &str); 2] =
    [("quarry_tests::on_one_engine!();", SQLITE), ("quarry_tests::on_postgres!();", POSTGRES)];

/// The engines of the marked cases, by their whole names.
type Marked = BTreeMap<String, &'static str>;

/// Gives the whole names of the cases that `program` would run with `arguments`, but for those of the other engine.
pub(crate) fn cases_of(engine: &str, program: &Path, arguments: &[String]) -> Result<Vec<String>> {
    let mut command = Command::new(program);
    let listed = bounded::output(command.args(arguments).args(["--list", "--format", "terse"]), bounded::SHORT)?;
    if !listed.status.success() {
        bail!("{} does not list its cases: {}", program.display(), String::from_utf8_lossy(&listed.stderr));
    }
    let mut marked = Marked::new();
    read(Path::new(SOURCES), "", &mut marked)?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.filter(|name| engine_of(name, &marked) == engine).map(str::to_owned).collect())
}

fn engine_of(name: &str, marked: &Marked) -> &'static str {
    let is_odd = name.bytes().fold(0, u8::wrapping_add) % 2 == 1;
    marked.get(name).copied().unwrap_or(if is_odd { POSTGRES } else { SQLITE })
}

/// Reads the marks of the files below a folder, whose cases are in `module`.
fn read(folder: &Path, module: &str, marked: &mut Marked) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_stem().context("a file has a name")?.to_string_lossy().into_owned();
        let inner = match name.as_str() {
            "main" | "mod" => module.to_owned(),
            _ => format!("{module}{name}::"),
        };
        if path.is_dir() {
            read(&path, &inner, marked)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path)?;
            let of_file = marks_of(&text).with_context(|| format!("the marks of {}", path.display()))?;
            marked.extend(of_file.into_iter().map(|(case, engine)| (format!("{inner}{case}"), engine)));
        }
    }
    Ok(())
}

/// Gives the marked cases of a file: the mark stands in the line behind the head of the function.
fn marks_of(text: &str) -> Result<Vec<(&str, &'static str)>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((mark, engine)) = MARKS.iter().find(|(mark, _)| mark == line) else { continue };
        let head = index.checked_sub(1).map(|before| lines[before]).unwrap_or_default();
        let case = head.strip_prefix("fn ").and_then(|head| head.strip_suffix("() {"));
        found.push((
            case.with_context(|| format!("line {}: {mark} is not the first line of a case", index + 1))?,
            *engine,
        ));
    }
    Ok(found)
}
