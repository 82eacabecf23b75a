//! The stand-in for the warehouse: every question has the same 500 rows of 12 columns, ready in memory.
//!
//! It is a process of its own, so that its CPU time is nobody's. What the host spends on asking and decoding is in both
//! `native_rows_500` and `component_rows_500`.

use anyhow::{Context, Result};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use std::path::PathBuf;
use tokio::net::UnixListener;

pub(crate) const SOCKET: &str = "stand-in.sock";
const ROWS: u64 = 500;

/// Name and ClickHouse type.
const COLUMNS: [(&str, &str); 12] = [
    ("chain", "LowCardinality(String)"),
    ("block_number", "UInt64"),
    ("log_index", "UInt32"),
    ("block_timestamp", "DateTime('UTC')"),
    ("transaction_hash", "FixedString(32)"),
    ("address", "FixedString(20)"),
    ("amount0", "String"),
    ("amount1", "String"),
    ("price", "Nullable(String)"),
    ("trades", "UInt64"),
    ("tick", "Int32"),
    ("fee", "Nullable(UInt32)"),
];

/// RowBinaryWithNamesAndTypes.
fn block() -> Vec<u8> {
    let mut block = vec![COLUMNS.len() as u8];
    let text = |block: &mut Vec<u8>, text: &str| {
        block.push(text.len() as u8);
        block.extend_from_slice(text.as_bytes());
    };
    COLUMNS.iter().for_each(|(name, _)| text(&mut block, name));
    COLUMNS.iter().for_each(|(_, kind)| text(&mut block, kind));
    for row in 0..ROWS {
        text(&mut block, "ethereum");
        block.extend_from_slice(&(18_000_000 + row).to_le_bytes());
        block.extend_from_slice(&(row as u32).to_le_bytes());
        block.extend_from_slice(&(1_700_000_000 + row as u32 * 12).to_le_bytes());
        block.extend_from_slice(&[row as u8; 32]);
        block.extend_from_slice(&[0xab; 20]);
        text(&mut block, &format!("{}.{:06}", row * 7919, row * 31 % 1_000_000));
        text(&mut block, &format!("{}.{:018}", row, row * 104_729));
        block.push(0);
        text(&mut block, &format!("2272.73194945213{row:03}"));
        block.extend_from_slice(&row.to_le_bytes());
        block.extend_from_slice(&(199_032_i32 - row as i32).to_le_bytes());
        match row % 3 {
            0 => block.push(1),
            _ => {
                block.push(0);
                block.extend_from_slice(&3_000_u32.to_le_bytes());
            }
        }
    }
    block
}

pub(crate) async fn stand_in() -> Result<()> {
    let folder = PathBuf::from(std::env::var_os("QUARRY_BENCH_FOLDER").context("QUARRY_BENCH_FOLDER")?);
    let listener = UnixListener::bind(folder.join(SOCKET))?;
    // Nobody connects to it: the starter only waits for the line.
    println!("127.0.0.1:0");
    let block = Bytes::from(block());
    loop {
        let (stream, _) = listener.accept().await?;
        let block = block.clone();
        tokio::spawn(async move {
            let service = service_fn(|request: Request<Incoming>| {
                let block = block.clone();
                async move {
                    request.into_body().collect().await?;
                    Ok::<_, hyper::Error>(Response::new(Full::new(block)))
                }
            });
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
