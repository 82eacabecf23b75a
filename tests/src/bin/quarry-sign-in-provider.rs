//! The process of the provider: `quarry-sign-in-provider CLIENT_ID CLIENT_SECRET` says its address and serves until standard
//! input ends.

use anyhow::{Context, Result};
use std::io::{Read, Write};

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let client_id = arguments.next().context("the client's id is missing")?;
    let client_secret = arguments.next().context("the client's secret is missing")?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(std::io::stdout(), "http://{}", listener.local_addr()?)?;
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    quarry_tests::sign_in_provider::serve(listener, client_id, client_secret).await
}
