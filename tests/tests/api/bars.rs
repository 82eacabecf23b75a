//! The bars that the API serves are those that follow from the sample's logs, worked out here from the raw bytes.

use alloy_primitives::{U256, U512};
use jiff::Timestamp;
use quarry::sample_chain::{SampleChain, SampleChainOptions, SampleNetwork, SampleTable};
use quarry_tests::server::shared;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::Read;

const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const V2_SWAP: &str = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
const V3_SWAP: &str = "0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67";
/// The V2 pool. Both pools are USDC (6 decimals) and WETH (18).
const V2_POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

#[derive(Debug, Default, Clone)]
struct Bar {
    open: f64,
    high: f64,
    low: f64,
    close: f64,
    volume0: f64,
    volume1: f64,
    trades: u64,
    first_block: u64,
    last_block: u64,
    priced: bool,
}

/// Daily bars of one pool, by the day's first second.
fn expected(pool: &str) -> BTreeMap<i64, Bar> {
    let end = Timestamp::from_second(1_793_491_200).expect("a time");
    let chain = SampleChain::new(SampleChainOptions::standard(end)).expect("the sample");
    let read = |table| {
        let mut text = String::new();
        chain.table(SampleNetwork::Ethereum, table).into_reader().read_to_string(&mut text).expect("text");
        text
    };
    let blocks = read(SampleTable::Blocks);
    let place = |header: &str, name: &str| header.split(',').position(|column| column == name).expect("the column");
    let header = blocks.lines().next().expect("a header");
    let (number, time) = (place(header, "number"), place(header, "timestamp"));
    let times: BTreeMap<u64, i64> = blocks
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            (cells[number].parse().expect("a number"), cells[time].parse().expect("a time"))
        })
        .collect();
    let mut bars: BTreeMap<i64, Bar> = BTreeMap::new();
    let logs = read(SampleTable::Logs);
    let header = logs.lines().next().expect("a header");
    let (block, address) = (place(header, "block_number"), place(header, "address"));
    for line in logs.lines().skip(1).filter(|line| line.contains(pool)) {
        // The topics are one quoted cell with commas in it.
        let (before, quoted) = line.split_once('"').expect("quoted topics");
        let (topics, after) = quoted.split_once('"').expect("quoted topics");
        let cells: Vec<&str> = before.split(',').chain(after.split(',')).collect();
        if cells.get(address).is_none_or(|cell| *cell != pool) {
            continue;
        }
        let data = cells.iter().find(|cell| cell.len() > 66 && cell.starts_with("0x")).copied().unwrap_or("0x");
        let word =
            |index: usize| U256::from_str_radix(&data[2 + index * 64..2 + (index + 1) * 64], 16).expect("a word");
        let block: u64 = cells[block].parse().expect("a block");
        let day = times[&block].div_euclid(86_400) * 86_400;
        let topic = topics.split(',').next().unwrap_or_default();
        match topic {
            SYNC => bars.entry(day).or_default().price(f64::from(word(0)) / f64::from(word(1)) * 1e12, block),
            V2_SWAP => {
                let sum = |a: usize, b: usize| f64::from(word(a)) + f64::from(word(b));
                bars.entry(day).or_default().trade(sum(0, 2) / 1e6, sum(1, 3) / 1e18, block);
            }
            V3_SWAP => {
                let root = U512::from(word(2));
                let scaled: U512 = (U512::from(1) << 192) * U512::from(10).pow(U512::from(36)) / (root * root);
                let bar = bars.entry(day).or_default();
                bar.price(scaled.to_string().parse::<f64>().expect("a number") / 1e36 * 1e12, block);
                let magnitude =
                    |value: U256| f64::from(if value.bit(255) { U256::ZERO.wrapping_sub(value) } else { value });
                bar.trade(magnitude(word(0)) / 1e6, magnitude(word(1)) / 1e18, block);
            }
            _ => {}
        }
    }
    bars.retain(|_, bar| bar.priced);
    bars
}

impl Bar {
    fn price(&mut self, price: f64, block: u64) {
        if !self.priced {
            (self.open, self.high, self.low, self.priced) = (price, price, price, true);
        }
        self.high = self.high.max(price);
        self.low = self.low.min(price);
        self.close = price;
        self.block(block);
    }

    fn trade(&mut self, volume0: f64, volume1: f64, block: u64) {
        self.volume0 += volume0;
        self.volume1 += volume1;
        self.trades += 1;
        self.block(block);
    }

    fn block(&mut self, block: u64) {
        self.first_block = if self.first_block == 0 { block } else { self.first_block.min(block) };
        self.last_block = self.last_block.max(block);
    }
}

fn served(pool: &str) -> Vec<Json> {
    let answer = shared().get(&format!("/pools/{pool}/prices?period=daily&from=2026-01-01"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.json()["next_cursor"], Json::Null, "all in one page");
    answer.json()["bars"].as_array().expect("bars").clone()
}

fn close(value: &Json, expected: f64) -> bool {
    let value: f64 = value.as_str().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN);
    (value - expected).abs() <= expected.abs() * 1e-12
}

#[test]
fn the_bars_are_those_of_the_logs() {
    quarry_tests::on_one_engine!();
    for pool in [V2_POOL, V3_POOL] {
        let expected = expected(pool);
        let served = served(pool);
        assert!(expected.len() > 80, "{pool} has {} days", expected.len());
        assert_eq!(served.len(), expected.len(), "{pool}");
        for (bar, (day, wanted)) in served.iter().zip(&expected) {
            let start: Timestamp = bar["start"].as_str().expect("a time").parse().expect("a time");
            assert_eq!(start.as_second(), *day, "{pool}");
            for (name, value) in [
                ("open", wanted.open),
                ("high", wanted.high),
                ("low", wanted.low),
                ("close", wanted.close),
                ("volume_token0", wanted.volume0),
                ("volume_token1", wanted.volume1),
            ] {
                assert!(close(&bar[name], value), "{pool} {start} {name}: {} and {value}", bar[name]);
            }
            assert_eq!(bar["trades"], wanted.trades, "{pool} {start}");
            assert_eq!(
                (&bar["first_block"], &bar["last_block"]),
                (&wanted.first_block.into(), &wanted.last_block.into()),
                "{pool} {start}"
            );
        }
    }
}
