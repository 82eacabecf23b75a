//! The process of the chain server: `quarry-chain-server CHAIN_ID` says its address and serves until standard input ends.

use anyhow::{Context, Result};
use std::io::{Read, Write};

#[tokio::main]
async fn main() -> Result<()> {
    let chain_id = std::env::args().nth(1).context("the chain id is missing")?.parse()?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(std::io::stdout(), "http://{}", listener.local_addr()?)?;
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    quarry_tests::chain_server::serve(listener, chain_id).await
}
