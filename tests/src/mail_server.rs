//! A mail server on loopback: takes letters as RFC 5321 says, and refuses what it is told to.

use std::io::{BufRead, BufReader, Result, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A letter as it arrived.
#[derive(Debug, Clone)]
pub struct Letter {
    pub from: String,
    pub to: String,
    /// Headers and text.
    pub data: String,
}

/// What the server says to the next recipients, first to first; then it takes all.
type Refusals = Arc<Mutex<Vec<&'static str>>>;

/// The server; it listens until the process ends.
#[derive(Debug, Clone)]
pub struct MailServer {
    pub address: SocketAddr,
    letters: Arc<Mutex<Vec<Letter>>>,
    refusals: Refusals,
}

impl MailServer {
    pub fn start() -> Result<MailServer> {
        let socket = TcpListener::bind("127.0.0.1:0")?;
        let server = MailServer { address: socket.local_addr()?, letters: Arc::default(), refusals: Arc::default() };
        let shared = server.clone();
        thread::spawn(move || {
            for stream in socket.incoming().flatten() {
                let server = shared.clone();
                // A client that breaks off has delivered nothing.
                thread::spawn(move || server.talk(stream));
            }
        });
        Ok(server)
    }

    /// Answers the next recipient with this line (`450 …`, `550 …`).
    pub fn refuse_next(&self, line: &'static str) {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    pub fn letters(&self) -> Vec<Letter> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
                    say(refusal.unwrap_or("250 ok"))?;
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
