//! The liquidations and absorptions of real chain data come back field by field as the files have them, decoded here
//! once more from their bytes. The data lies in `QUARRY_REAL_DATA`, or in `../shared/data` beside the workspace; where it
//! is absent these tests say so and pass.

use alloy_primitives::{U256, hex};
use quarry_tests::server::{Options, Server, quarry};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

const AAVE_V1: &str = "0x56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237";
const AAVE: &str = "0xe413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286";
const COMPOUND_V2: &str = "0x298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52";
const ABSORB_COLLATERAL: &str = "0x9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e";
const COMPOUND_V3_USDC: &str = "0xc3d688b66703497daa19211eedff47f25384cdc3";

type Row = BTreeMap<String, String>;

fn real_data(part: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let path = std::env::var_os("QUARRY_REAL_DATA").map_or(beside, PathBuf::from).join(part);
    if !path.exists() {
        println!("skipped: {} is absent (QUARRY_REAL_DATA names the folder of real chain data)", path.display());
        return None;
    }
    Some(path)
}

fn json(path: &Path) -> Json {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a readable file")).expect("JSON")
}

fn rows(text: &str) -> Vec<Row> {
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    lines.map(|row| header.iter().cloned().zip(row).collect()).collect()
}

/// A server without the sample, and how to load files into it.
struct Loaded {
    server: Server,
}

impl Loaded {
    fn start() -> Loaded {
        Loaded { server: Server::start(&Options { no_sample: true, ..Options::default() }).expect("a server") }
    }

    fn load_file(&self, dataset: &str, file: &Path) {
        let folder = self.server.data_dir.display().to_string();
        let file = file.display().to_string();
        let output = quarry(&["ingest", dataset, &file, "--data-dir", &folder]).expect("it runs");
        assert!(output.status.success(), "{dataset}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn load(&self, dataset: &str, text: &str) {
        let file = self.server.data_dir.join(format!("{dataset}.csv"));
        std::fs::write(&file, text).expect("a file");
        self.load_file(dataset, &file);
    }

    fn list(&self, path: &str, list: &str) -> Vec<Json> {
        let answer = self.server.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        let body = answer.json();
        assert_eq!(body["next_cursor"], Json::Null, "one page holds them all");
        body[list].as_array().expect("a list").clone()
    }
}

fn words(data: &str) -> Vec<U256> {
    hex::decode(data).expect("hexadecimal data").chunks_exact(32).map(U256::from_be_slice).collect()
}

/// The address in the last 20 bytes of a topic.
fn address(topic: &str) -> String {
    format!("0x{}", &topic[26..])
}

fn word_address(word: U256) -> String {
    format!("0x{:040x}", word)
}

/// Gives the members that a liquidation of the file must come back as.
fn expected(log: &Row, time: u64) -> Vec<(&'static str, Json)> {
    let words = words(&log["data"]);
    let topic = |number: usize| address(&log[&format!("topic{number}")]);
    let raw = |word: usize| Json::from(words[word].to_string());
    let (borrower, liquidator, collateral, taken, repaid, accrued, deposit) = match log["topic0"].as_str() {
        AAVE_V1 => (topic(3), word_address(words[3]), topic(1), raw(1), raw(0), raw(2), (words[4] == U256::ONE).into()),
        COMPOUND_V2 => (
            word_address(words[1]),
            word_address(words[0]),
            word_address(words[3]),
            raw(4),
            raw(2),
            Json::Null,
            Json::Null,
        ),
        other => panic!("{other} is no liquidation"),
    };
    vec![
        ("chain_id", log["chain_id"].parse::<u64>().expect("a chain").into()),
        ("block_number", log["block_number"].parse::<u64>().expect("a block").into()),
        ("block_timestamp", jiff::Timestamp::from_second(time as i64).expect("a time").to_string().into()),
        ("transaction_hash", log["transaction_hash"].clone().into()),
        ("log_index", log["log_index"].parse::<u64>().expect("an index").into()),
        ("contract", log["address"].clone().into()),
        ("borrower", borrower.into()),
        ("liquidator", liquidator.into()),
        ("collateral", collateral.into()),
        ("collateral_amount_raw", taken),
        ("debt_amount_raw", repaid),
        ("accrued_interest_amount_raw", accrued),
        ("receives_deposit_token", deposit),
    ]
}

#[test]
fn real_liquidations_come_back_field_by_field() {
    quarry_tests::on_one_engine!();
    let (Some(logs), Some(book)) = (real_data("logs/logs.csv.gz"), real_data("registry/aave-address-book")) else {
        return;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(&logs).expect("a file")).read_to_string(&mut text).expect("gzip");
    let all = rows(&text);
    let known = [AAVE_V1, AAVE, COMPOUND_V2];
    let liquidations: Vec<&Row> = all.iter().filter(|log| known.contains(&log["topic0"].as_str())).collect();
    assert_eq!(liquidations.len(), 5);
    // None has a time: Aave V1's event says its own, which the block must have; of Compound V2's the test makes one up.
    let time = |log: &Row| match log["topic0"].as_str() {
        AAVE_V1 => words(&log["data"])[5].to::<u64>(),
        _ => 1_575_000_000,
    };
    let times: BTreeMap<&str, u64> = liquidations.iter().map(|log| (log["block_number"].as_str(), time(log))).collect();
    let blocks: String = times.iter().map(|(block, time)| format!("1,{block},{time}\n")).collect();

    let loaded = Loaded::start();
    loaded.load_file("logs", &logs);
    assert!(loaded.list("/liquidations", "liquidations").is_empty(), "until the blocks are known they wait");
    loaded.load("blocks", &format!("chain_id,number,timestamp\n{blocks}"));
    let pool = json(&book.join("AaveV1.json"))["POOL"].as_str().expect("a pool").to_lowercase();
    let ctoken = &liquidations.iter().find(|log| log["topic0"] == COMPOUND_V2).expect("one")["address"];
    let zrx = "0xe41d2489571d322189246dafa5ebde1f4699f498";
    loaded.load(
        "lending_deployments",
        &format!(
            "chain,address,protocol,slug,name,underlying\nethereum,{pool},aave_v1,aave-v1,Aave V1,\n\
             ethereum,{ctoken},compound_v2,compound-v2,Compound V2,{zrx}\n"
        ),
    );
    // Decimals of some, from Aave's own list; the others stay unknown.
    let assets = json(&book.join("AaveV2Ethereum.json"))["ASSETS"].clone();
    let mut decimals = BTreeMap::new();
    for (symbol, asset) in assets.as_object().expect("assets") {
        let address = asset["UNDERLYING"].as_str().expect("an address").to_lowercase();
        decimals.insert(address, (symbol.clone(), asset["decimals"].as_u64().expect("decimals")));
    }
    let tokens: String =
        decimals.iter().map(|(address, (symbol, decimals))| format!("1,{address},{symbol},,{decimals}\n")).collect();
    loaded.load("tokens", &format!("chain_id,address,symbol,name,decimals\n{tokens}"));

    let found = loaded.list("/liquidations?limit=500", "liquidations");
    assert_eq!(found.len(), liquidations.len());
    for log in &liquidations {
        let row = found
            .iter()
            .find(|row| row["transaction_hash"] == log["transaction_hash"].as_str())
            .unwrap_or_else(|| panic!("{} is listed", log["transaction_hash"]));
        for (member, value) in expected(log, time(log)) {
            let shown = if member == "collateral" { &row["collateral"]["address"] } else { &row[member] };
            assert_eq!(*shown, value, "{member} of {row}");
        }
        let (protocol, debt) = match log["topic0"].as_str() {
            AAVE_V1 => ("aave_v1", address(&log["topic2"])),
            _ => ("compound_v2", zrx.to_owned()),
        };
        assert_eq!((&row["protocol"], &row["debt"]["address"]), (&protocol.into(), &debt.into()));
        for (side, amount) in [("collateral", "collateral_amount"), ("debt", "debt_amount")] {
            let known = decimals.get(row[side]["address"].as_str().expect("an address"));
            let scaled =
                known.map(|(_, decimals)| scaled(row[format!("{amount}_raw")].as_str().expect("digits"), *decimals));
            assert_eq!(row[amount], scaled.map_or(Json::Null, Json::from), "{amount} of {row}");
        }
    }
    let times: Vec<&str> = found.iter().map(|row| row["block_timestamp"].as_str().expect("a time")).collect();
    assert!(times.is_sorted_by(|a, b| a >= b), "newest first: {times:?}");
    let v1 = loaded.list("/liquidations?protocol=aave_v1", "liquidations");
    assert_eq!(v1.len(), 4, "Aave V1 has a topic of its own");
    assert!(v1.iter().all(|row| row["contract"] == pool));
}

/// `digits / 10^decimals`, exactly.
fn scaled(digits: &str, decimals: u64) -> String {
    let decimals = decimals as usize;
    let padded = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, fraction) = padded.split_at(padded.len() - decimals);
    format!("{whole}.{fraction}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[test]
fn real_absorptions_come_back_field_by_field() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let Some(folder) = real_data("absorptions/absorb_debt_raw_logs.json") else { return };
    let raw = json(&folder);
    let raw = raw.as_array().expect("logs");
    assert_eq!(raw.len(), 2);
    // The file has neither blocks nor places, and only the day: the test makes up the rest.
    let mut logs = "block_number,log_index,transaction_hash,transaction_index,address,topic0,topic1,topic2,topic3,data,block_timestamp\n".to_owned();
    for (number, log) in raw.iter().enumerate() {
        let text = |value: &Json| value.as_str().expect("text").to_owned();
        let topics: Vec<String> = log["topics"].as_array().expect("topics").iter().map(text).collect();
        logs += &format!(
            "{},7,{},0,{},{},{},{},,{},{}T12:00:00Z\n",
            24_000_000 + number,
            text(&log["transactionHash"]),
            text(&log["address"]),
            topics[0],
            topics[1],
            topics[2],
            text(&log["data"]),
            text(&log["other"]["block_timestamp"])
        );
    }
    // A log with the topic that circulates for AbsorbCollateral, and one with the true one.
    let hash = |digit: char| format!("0x{}", String::from(digit).repeat(64));
    let party = |digit: char| format!("0x{:0>64}", String::from(digit).repeat(40));
    for (index, topic) in [("0x9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f90000"), ABSORB_COLLATERAL]
        .into_iter()
        .enumerate()
    {
        logs += &format!(
            "24000009,{index},{},0,{COMPOUND_V3_USDC},{topic},{},{},{},0x{:064x}{:064x},2026-02-04T00:00:00Z\n",
            hash('9'),
            party('a'),
            party('b'),
            party('c'),
            5,
            700_000_000
        );
    }
    let usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
    let loaded = Loaded::start();
    let file = loaded.server.data_dir.join("absorptions.csv");
    std::fs::write(&file, logs.replacen("block_number", "chain_id,block_number", 1).replace("\n2", "\n1,2"))
        .expect("a file");
    loaded.load_file("logs", &file);
    loaded.load(
        "lending_deployments",
        &format!("chain,address,protocol,slug,name,underlying\n1,{COMPOUND_V3_USDC},compound_v3,compound-v3-usdc,Compound III USDC,{usdc}\n"),
    );
    loaded.load("tokens", &format!("chain_id,address,symbol,name,decimals\n1,{usdc},USDC,USD Coin,6\n"));

    let found = loaded.list("/absorptions?market=compound-v3-usdc", "absorptions");
    let kinds: Vec<&str> = found.iter().map(|row| row["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["collateral", "debt", "debt"], "the wrong topic is no absorption");
    assert_eq!((&found[0]["log_index"], &found[0]["usd_value"]), (&1.into(), &"7".into()));
    for log in raw {
        let row = found.iter().find(|row| row["transaction_hash"] == log["transactionHash"]).expect("it is listed");
        let words = words(log["data"].as_str().expect("data"));
        let paid = words[0].to_string();
        assert_eq!(row["market"], log["address"]);
        assert_eq!(row["absorber"], address(log["topics"][1].as_str().expect("a topic")));
        assert_eq!(row["borrower"], address(log["topics"][2].as_str().expect("a topic")));
        assert_eq!((&row["amount_raw"], &row["amount"]), (&paid.clone().into(), &scaled(&paid, 6).into()));
        assert_eq!(
            words[1].to_string(),
            log["other"]["usdValue_number"].as_str().expect("digits"),
            "what the file's author read"
        );
        assert_eq!(row["usd_value"], scaled(&words[1].to_string(), 8));
        assert_eq!(
            (&row["asset"]["address"], &row["asset"]["symbol"]),
            (&usdc.into(), &"USDC".into()),
            "the base token"
        );
    }
}

/// Aave V2, its AMM market, Aave V3 and forks emit the same event.
#[test]
fn one_event_of_many_deployments_is_told_apart_by_address() {
    quarry_tests::on_one_engine!();
    let Some(book) = real_data("registry/aave-address-book") else { return };
    let pool = |file: &str| json(&book.join(file))["POOL"].as_str().expect("a pool").to_lowercase();
    let contracts = [
        (pool("AaveV2Ethereum.json"), Some(("aave_v2", "aave-v2"))),
        ("0x7937d4799803fbbe595ed57278bc4ca21f3bffcb".to_owned(), Some(("aave_v2_amm", "aave-v2-amm"))),
        (pool("AaveV3Ethereum.json"), Some(("aave_v3", "aave-v3"))),
        (pool("AaveV3EthereumLido.json"), Some(("aave_v3", "aave-v3-lido"))),
        ("0xc13e21b648a5ee794902342038ff3adab66be987".to_owned(), Some(("spark", "spark"))),
        ("0x1111111111111111111111111111111111111111".to_owned(), None),
    ];
    let mut logs = "chain_id,block_number,log_index,transaction_hash,transaction_index,address,topic0,topic1,topic2,topic3,data,block_timestamp\n".to_owned();
    let mut deployments = "chain,address,protocol,slug,name\n".to_owned();
    let word = |number: u64| format!("{number:064x}");
    for (index, (contract, deployment)) in contracts.iter().enumerate() {
        let data = [word(10), word(20), word(4), word(0)].concat();
        let (one, two, three) = (word(1), word(2), word(3));
        logs += &format!(
            "1,{},0,0x{},0,{contract},{AAVE},0x{one},0x{two},0x{three},0x{data},17040672{index:02}\n",
            18_900_000 + index,
            word(99)
        );
        if let Some((protocol, slug)) = deployment {
            deployments += &format!("ethereum,{contract},{protocol},{slug},{slug}\n");
        }
    }
    let loaded = Loaded::start();
    loaded.load("logs", &logs);
    loaded.load("lending_deployments", &deployments);
    let found = loaded.list("/liquidations", "liquidations");
    let told: BTreeMap<String, (Json, Json)> = found
        .iter()
        .map(|row| {
            (
                row["contract"].as_str().expect("a contract").to_owned(),
                (row["protocol"].clone(), row["deployment"].clone()),
            )
        })
        .collect();
    let expected: BTreeMap<String, (Json, Json)> = contracts
        .iter()
        .map(|(contract, deployment)| match deployment {
            Some((protocol, slug)) => (contract.clone(), ((*protocol).into(), (*slug).into())),
            None => (contract.clone(), (Json::Null, Json::Null)),
        })
        .collect();
    assert_eq!(told, expected);
    assert_eq!(loaded.list("/liquidations?protocol=aave_v2", "liquidations").len(), 1);
    assert_eq!(loaded.list("/liquidations?protocol=aave_v3", "liquidations").len(), 2);
    assert_eq!(loaded.list("/public/tracking/aave-v3-lido/liquidations", "liquidations").len(), 1);
}
