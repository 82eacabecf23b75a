//! The process of the mail server: `quarry-mail-server` says where it takes letters and where it is told what to do, and serves
//! until standard input ends.

use anyhow::Result;
use std::io::{Read, Write};
use std::net::TcpListener;

fn main() -> Result<()> {
    let (letters, control) = (TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?);
    writeln!(std::io::stdout(), "{} {}", letters.local_addr()?, control.local_addr()?)?;
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    quarry_tests::mail_server::serve(letters, control);
    Ok(())
}
