//! The server's sockets.

use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::{BufRead, BufReader, Result, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A letter as it arrived.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Letter {
    pub from: String,
    pub to: String,
    /// Headers and text.
    pub data: String,
}

/// The server's answers to the next recipients, first to first; then it takes all.
type Refusals = Arc<Mutex<Vec<String>>>;

/// The letters that were taken, and the recipients to refuse. A clone shares them.
#[derive(Debug, Clone, Default)]
struct Mailbox {
    letters: Arc<Mutex<Vec<Letter>>>,
    refusals: Refusals,
}

/// Takes letters on `letters`, and on `control` a line to refuse the next recipient with; each answer there is what came so far,
/// as JSON. Serves until the process ends.
pub fn serve(letters: TcpListener, control: TcpListener) {
    let mailbox = Mailbox::default();
    let told = mailbox.clone();
    thread::spawn(move || {
        // A test that breaks off has heard nothing.
        control.incoming().flatten().for_each(|stream| drop(told.control(stream)));
    });
    for stream in letters.incoming().flatten() {
        let mailbox = mailbox.clone();
        // A client that breaks off has delivered nothing.
        thread::spawn(move || mailbox.talk(stream));
    }
}

impl Mailbox {
    fn control(&self, mut stream: TcpStream) -> Result<()> {
        let mut line = String::new();
        BufReader::new(stream.try_clone()?).read_line(&mut line)?;
        if !line.trim().is_empty() {
            self.refusals.lock().unwrap_or_else(PoisonError::into_inner).push(line.trim().to_owned());
        }
        let letters = self.letters.lock().unwrap_or_else(PoisonError::into_inner).clone();
        stream.write_all(json!(letters).to_string().as_bytes())
    }

    fn talk(&self, stream: TcpStream) -> Result<()> {
        let mut client = stream.try_clone()?;
        let mut lines = BufReader::new(stream).lines();
        let mut say = |line: &str| client.write_all(format!("{line}\r\n").as_bytes());
        say("220 mail.test ESMTP")?;
        let (mut from, mut to) = (String::new(), String::new());
        while let Some(line) = lines.next().transpose()? {
            let (word, argument) = line.split_once([' ', ':']).unwrap_or((&line, ""));
            match word.to_ascii_uppercase().as_str() {
                "EHLO" | "HELO" => say("250 mail.test")?,
                "MAIL" => {
                    from = argument.to_owned();
                    say("250 ok")?;
                }
                "RCPT" => {
                    to = argument.to_owned();
                    let refusal = self.refusals.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    say(refusal.as_deref().unwrap_or("250 ok"))?;
                }
                "DATA" => {
                    say("354 go on")?;
                    let mut data = String::new();
                    for line in lines.by_ref() {
                        let line = line?;
                        if line == "." {
                            break;
                        }
                        data += line.strip_prefix('.').unwrap_or(&line);
                        data.push('\n');
                    }
                    let letter = Letter { from: from.clone(), to: to.clone(), data };
                    self.letters.lock().unwrap_or_else(PoisonError::into_inner).push(letter);
                    say("250 taken")?;
                }
                "QUIT" => return say("221 bye"),
                _ => say("250 ok")?,
            }
        }
        Ok(())
    }
}
