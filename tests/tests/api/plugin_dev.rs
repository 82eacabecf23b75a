//! An author saves, and the sandbox answers anew: `quarry plugin dev`, on a project of the template.

use crate::first_hour_page as page;
use quarry_tests::bounded;
use quarry_tests::server::{fresh_folder, installation};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// The first build of a project takes its time, on a busy machine most of all.
const WITHIN: Duration = Duration::from_secs(420);

/// The time in which it ends, with its sandbox, once the author stops it.
const ENDS_WITHIN: Duration = Duration::from_secs(90);

/// A job for the author's hand.
const GREET: &str = r#"use quarry_sdk::log::{Level, emit};
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub struct GreetArguments {
    name: String,
}

/// Greets somebody.
#[job]
pub fn greet(arguments: GreetArguments) -> Result<(), JobFailure> {
    emit(Level::Info, &format!("hello {}", arguments.name));
    Ok(())
}
"#;

/// An operation for signed-in people.
const HELLO: &str = r#"use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct Hello {
    /// What is said.
    #[schema(example = "hello")]
    pub said: String,
}

/// Say hello
#[endpoint(get = "/session/price-alerts/hello", session, body = Hello)]
pub fn say_hello() -> Result<Answer, Problem> {
    Ok(Answer::json(&Hello { said: "hello".to_owned() }))
}
"#;

/// `quarry plugin dev`, and what it prints.
struct Dev {
    process: Child,
    lines: Receiver<String>,
    folder: PathBuf,
}

impl Dev {
    fn start() -> Dev {
        let folder = fresh_folder("dev").expect("a folder");
        let quarry = installation().expect("a release").join("quarry");
        let mut new = Command::new(quarry);
        new.args(["plugin", "new", "price-alerts"]).current_dir(&folder);
        let made = bounded::output(&mut new, bounded::SHORT).expect("it ends");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        // One stream, in the order in which an author reads it.
        let script = "exec quarry plugin dev --no-sample --fresh --listen 127.0.0.1:0 2>&1";
        let mut process = Command::new("sh")
            .args(["-c", script])
            .current_dir(folder.join("price-alerts"))
            .envs(page::environment())
            .env("QUARRY__SIGN_IN__SERVICE_CLIENTS", "workbench")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it can be started");
        let lines = bounded::lines(process.stdout.take().expect("standard output"));
        Dev { process, lines, folder }
    }

    /// Waits for a line with these words, and gives it.
    fn line_with(&self, words: &str) -> String {
        let (began, mut seen) = (Instant::now(), Vec::new());
        while let Some(left) = WITHIN.checked_sub(began.elapsed()) {
            match self.lines.recv_timeout(left) {
                Ok(line) if line.contains(words) => return line,
                Ok(line) => seen.push(line),
                Err(_) => break,
            }
        }
        panic!("no line with {words}: {}", seen.join("\n"));
    }

    /// Types a text as the author, and Enter.
    fn type_line(&self, text: &str) {
        let mut input = self.process.stdin.as_ref().expect("standard input");
        writeln!(input, "{text}").expect("it is read");
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.folder.join("price-alerts").join(file), text).expect("written");
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.join("price-alerts").join(file);
        let text = std::fs::read_to_string(&path).expect("a file of the project");
        assert!(text.contains(from), "{from} is in {file}: {text}");
        std::fs::write(path, text.replace(from, to)).expect("written");
    }
}

impl Dev {
    /// Stops it as the author does, and gives how it ended, if it did in time.
    fn stop(&mut self) -> Option<ExitStatus> {
        if let Ok(Some(status)) = self.process.try_wait() {
            return Some(status);
        }
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        bounded::ended(&mut self.process, ENDS_WITHIN).expect("it is looked at")
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        if self.stop().is_none() {
            let _ = self.process.kill();
            let _ = bounded::ended(&mut self.process, bounded::AFTER_A_KILL);
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Asks as the printed command line does; gives the body.
fn ask(command: &str) -> String {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{} --silent", command.trim())]);
    let output = bounded::output(&mut shell, bounded::SHORT).expect("it is answered");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn what_an_author_saves_is_served_and_what_does_not_compile_is_told() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let mut dev = Dev::start();
    let began = dev.line_with("building …");
    assert!(began.contains("the first build"), "{began}");
    let list = dev.line_with("  curl 'http");
    let write = dev.line_with("  curl -X POST");
    assert!(ask(&write).contains("\"note\":{\"title\":\"Depeg of March\""), "the printed command works");
    let cost = dev.line_with("POST /price-alerts/notes 200 in");
    for told in [" of 50 statements", "MiB; CPU", "of 2000 ms"] {
        assert!(cost.contains(told), "{told} is not in: {cost}");
    }
    assert!(ask(&list).contains("\"count\":1"), "the list has it");

    dev.edit("sql/notes.sql", "SELECT title, text,", "SELECT title, upper(text) AS text,");
    eprintln!("{}", dev.line_with("serving the new component"));
    assert!(ask(&list).contains("BEGAN WITH A LARGE SWAP."), "{}", ask(&list));

    // What is asked for without being granted is explained, and a job can be run by hand.
    let undone = "    transaction.commit()?;";
    let noted = "    transaction.audit(AuditEntry::of(\"note.written\", \"note\", &1))?;\n    transaction.commit()?;";
    dev.write("src/greet.rs", GREET);
    dev.write("src/hello.rs", HELLO);
    dev.edit("src/lib.rs", "pub mod list_notes;", "pub mod greet;\npub mod hello;\npub mod list_notes;");
    dev.edit("src/lib.rs", "    endpoints: [", "    jobs: [greet::greet],\n    endpoints: [hello::say_hello, ");
    dev.edit("src/write_note.rs", undone, noted);
    dev.line_with("serving the new component");
    // What the save has added can be tried as it is printed: here, as somebody who is signed in.
    let [sign_in, hello] = ["/auth/exchange", "/session/price-alerts/hello"].map(|path| dev.line_with(path));
    assert!(
        ask(&format!("cd {} && {} && {}", dev.folder.display(), sign_in.trim(), hello.trim())).contains("\"hello\""),
        "{sign_in} {hello}"
    );
    dev.line_with("  greet (when it is enqueued): Greets somebody.");
    assert!(ask(&write).contains("\"plugin_failed\""), "{}", ask(&write));
    dev.line_with("the component was not granted audit");
    dev.line_with("write in plugin! of src/lib.rs:  grants: [AppStore, Audit],");
    dev.type_line("run greet {\"name\":\"Ada\"}");
    dev.line_with("says: hello Ada");
    let ran = dev.line_with("job greet (");
    assert!(ran.contains("): completed in "), "{ran}");
    dev.type_line("run great");
    dev.line_with("there is no job great; there are: greet");

    dev.edit("src/list_notes.rs", "query.start", "query.beginning");
    dev.line_with("no field `beginning`");
    dev.line_with("the component does not compile");
    assert!(ask(&list).contains("BEGAN WITH A LARGE SWAP."), "what served before goes on");

    dev.edit("src/list_notes.rs", "query.beginning", "query.start");
    dev.edit("sql/notes.sql", "upper(text)", "uper(text)");
    dev.line_with("function uper is not allowed");
    assert!(ask(&list).contains("BEGAN WITH A LARGE SWAP."), "what served before goes on");

    // In the middle of a build it is stopped as at any other time.
    dev.edit("sql/notes.sql", "uper(text)", "upper(text)");
    std::thread::sleep(Duration::from_millis(400));
    assert!(dev.stop().is_some_and(|status| status.success()), "it ends");
}
