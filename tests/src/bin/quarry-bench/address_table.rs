//! Memory of the table of client addresses under a flood of 100,000 within a minute, in a process of its own.

use crate::report::Report;
use anyhow::{Context, Result, ensure};
use quarry::edge::{AddressClass, AddressTable};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::process::Command;
use std::time::{Duration, Instant};

pub(crate) const FIGURES: &[&str] = &["address_table", "address_table_request"];
const ADDRESSES: u32 = 100_000;
const LIMIT: NonZeroU32 = NonZeroU32::new(600).expect("not zero");

pub(crate) fn measure(report: &mut Report) -> Result<()> {
    let output = Command::new(std::env::current_exe()?).args(["--as", "addresses"]).output()?;
    ensure!(output.status.success(), "the flood failed: {}", String::from_utf8_lossy(&output.stderr));
    let figures = String::from_utf8(output.stdout)?;
    let (memory, nanoseconds) = figures.trim().split_once(' ').context("two figures")?;
    report.add("address_table", memory.parse()?, "MiB for 100,000 addresses in a minute");
    report.add("address_table_request", nanoseconds.parse()?, "nanoseconds a request of the flood");
    Ok(())
}

/// The flood: prints the growth of the process in MiB and the time of a request in nanoseconds.
pub(crate) fn run() -> Result<()> {
    let before = resident_kibibytes()?;
    let table = AddressTable::new();
    let began = Instant::now();
    for number in 0..ADDRESSES {
        let address = IpAddr::V6(Ipv6Addr::from(u128::from(number) << 64));
        let at = began + Duration::from_micros(u64::from(number) * 600);
        ensure!(table.admit(AddressClass::Public, address, LIMIT, at).is_ok(), "address {number} was refused");
    }
    let nanoseconds = began.elapsed().as_nanos() as f64 / f64::from(ADDRESSES);
    println!("{:.1} {nanoseconds:.0}", (resident_kibibytes()? - before) / 1024.0);
    Ok(())
}

fn resident_kibibytes() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("VmRSS")?;
    line.split_whitespace().nth(1).context("a number")?.parse().context("a number")
}
