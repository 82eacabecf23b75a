//! Follows `docs/first-endpoint.md` as its reader does: writes the files that it shows, and runs the commands.

use quarry_tests::bounded;
use quarry_tests::server::{Server, installation};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The page.
const PAGE: &str = include_str!("../../../docs/first-endpoint.md");

/// A step that a reader takes.
enum Step {
    Run(String),
    Write { file: String, text: String, append: bool },
}

/// Gives the folder in which compiled files are kept from run to run.
pub(crate) fn target_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/first-hour")
}

/// Gives the environment of the reader's shell: the release, and nothing of the network.
pub(crate) fn environment() -> Vec<(&'static str, String)> {
    let release = installation().expect("a release").display().to_string();
    let path = std::env::var("PATH").expect("a PATH");
    vec![
        ("PATH", format!("{release}:{path}")),
        ("CARGO_TARGET_DIR", target_folder().display().to_string()),
        ("CARGO_NET_OFFLINE", "true".to_owned()),
        // The components are asked a few times: compiling them whole takes longer than they save.
        ("CARGO_PROFILE_RELEASE_LTO", "off".to_owned()),
        ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16".to_owned()),
        ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1".to_owned()),
        ("USER", "ada".to_owned()),
    ]
}

/// Does all that the page says in `folder`, where `server` is the host in another terminal; gives what the commands print.
pub(crate) fn follow(folder: &Path, server: &Server) -> String {
    assert_eq!(server.data_dir, folder.join("data"), "the page installs into ../data");
    // Cargo's own folder stands for that of the project.
    let (mut place, mut said) = (folder.to_owned(), String::new());
    for step in steps() {
        match step {
            Step::Write { file, text, append } => {
                let path = place.join(&file);
                let mut options = std::fs::OpenOptions::new();
                let opened = options.create(true).write(true).append(append).truncate(!append).open(path);
                opened.expect("a file of the project").write_all(text.as_bytes()).expect("written");
            }
            // Serves until it is stopped: `dev` has a test of its own.
            Step::Run(command) if command == "quarry plugin dev" => {}
            Step::Run(command) => match command.strip_prefix("cd ") {
                Some(into) => place = place.join(into),
                None => said.push_str(&run(&place, &command)),
            },
        }
    }
    said
}

/// Builds a project as its reader does.
pub(crate) fn build(project: &Path) {
    run(project, "cargo build --target wasm32-wasip2 --release");
}

fn run(place: &Path, command: &str) -> String {
    let began = Instant::now();
    let target = target_folder().display().to_string();
    let command = command.replace(" target/", &format!(" {target}/"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).current_dir(place).envs(environment());
    let output = bounded::output(&mut shell, bounded::LONG).expect("it ends");
    eprintln!("{:5.1} s  {command}", began.elapsed().as_secs_f64());
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command}: {said}");
    said
}

/// The blocks of the page: `sh` is run, and what stands below `<!-- write FILE -->` or `<!-- append FILE -->` is written.
fn steps() -> Vec<Step> {
    let (mut steps, mut mark, mut lines) = (Vec::new(), None::<(String, bool)>, PAGE.lines());
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")) {
            let (verb, file) = words.split_once(' ').expect("a verb and a file");
            mark = Some((file.to_owned(), verb == "append"));
        } else if let Some(kind) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            match (mark.take(), kind) {
                (Some((file, append)), _) => steps.push(Step::Write { file, text: block.join("\n") + "\n", append }),
                (None, "sh") => steps.extend(block.into_iter().map(|line| Step::Run(line.to_owned()))),
                (None, _) => {}
            }
        }
    }
    assert!(steps.len() >= 8, "the page has commands and files");
    steps
}
