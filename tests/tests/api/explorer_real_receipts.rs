//! Real blocks of two more tools, with receipts, come back field by field. Their traps: receipts with placeholders and
//! transactions without hashes keep their logs. Without the data these tests say so and pass.

use crate::explorer_real_data::{
    TRANSFER, body, ingest_lines, number, quantity, read_json, real_data, start, time, walk, wei,
};
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

fn base64(value: &Json) -> String {
    use base64::Engine;
    let bytes = base64::engine::general_purpose::STANDARD.decode(value.as_str().unwrap_or_default()).expect("base64");
    format!("0x{}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

fn logs_of(page: &Json) -> Vec<Json> {
    let raw = |log: &Json| json!([log["log_index"], log["address"], log["topics"], log["data"]]);
    page["logs"].as_array().expect("logs").iter().map(raw).collect()
}

#[test]
fn blocks_without_hashes_and_with_placeholder_receipts_keep_their_logs() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let Some(folder) = real_data("blocks/covalenthq-rudder/test-data/codec-0.37/block-result") else { return };
    let server = start();
    for name in ["19529493", "19529499", "19529630"] {
        block_of_covalent(&server, &read_json(&folder.join(format!("{name}.result.json"))));
    }
    let zero = format!("0x{}", "0".repeat(64));
    assert_eq!(server.get_keyless(&format!("/public/transactions/{zero}")).status, 404, "zeros are no hash");
    if !folder.join("derived_tx_hashes.json").exists() {
        println!("skipped in part: there is no derived_tx_hashes.json, so no block was loaded with its hashes");
    }
}

fn block_of_covalent(server: &Server, file: &Json) {
    let (header, block) = (&file["Header"], quantity(&file["Header"]["number"]).expect("a number").to::<u64>());
    let zero = format!("0x{}", "0".repeat(64));
    let transactions = file["Transactions"].as_array().expect("transactions");
    let line = json!({
        "number": block, "hash": file["Hash"], "parent_hash": header["parentHash"], "timestamp": header["timestamp"],
        "miner": header["miner"], "extra_data": base64(&header["extraData"]), "gas_limit": header["gasLimit"],
        "gas_used": header["gasUsed"], "base_fee_per_gas": wei(&header["baseFeePerGas"]),
        "transaction_count": transactions.len(),
    });
    ingest_lines(server, "blocks", &[line]);
    let lines: Vec<Json> = transactions
        .iter()
        .enumerate()
        .map(|(index, transaction)| {
            json!({
                "hash": zero, "block_number": block, "transaction_index": index, "block_hash": file["Hash"],
                "from_address": transaction["from"], "to_address": transaction["to"], "nonce": transaction["nonce"],
                "value_string": wei(&transaction["value"]), "gas": transaction["gas"], "receipt_gas_used": 0,
                "receipt_status": 0, "transaction_type": transaction["type"], "input": base64(&transaction["input"]),
                "gas_price": wei(&transaction["gasPrice"]), "max_fee_per_gas": wei(&transaction["gasFeeCap"]),
                "max_priority_fee_per_gas": wei(&transaction["gasTipCap"]),
            })
        })
        .collect();
    ingest_lines(server, "transactions", &lines);
    let (mut logs, mut transfers) = (Vec::new(), Vec::new());
    for (index, receipt) in file["Receipts"].as_array().expect("receipts").iter().enumerate() {
        for log in receipt["Logs"].as_array().into_iter().flatten() {
            let line = json!({
                "block_number": block, "log_index": logs.len(), "transaction_hash": zero, "transaction_index": index,
                "address": log["address"], "topics": log["topics"], "data": base64(&log["data"]), "block_hash": file["Hash"],
            });
            if log["topics"][0] == TRANSFER {
                transfers.push(json!([logs.len(), log["address"], log["topics"], line["data"]]));
            }
            logs.push(line);
        }
    }
    ingest_lines(server, "logs", &logs);

    let path = format!("/public/blocks/{block}?limit=500");
    let page = body(server, &path);
    let at = time(header["timestamp"].as_u64().expect("a time"));
    let expected = json!({
        "number": block, "hash": file["Hash"], "parent_hash": header["parentHash"], "block_timestamp": at,
        "miner": header["miner"], "gas_limit": header["gasLimit"], "gas_used": header["gasUsed"],
        "base_fee_per_gas_wei": wei(&header["baseFeePerGas"]), "size_bytes": null,
        "transaction_count": transactions.len(), "extra_data": base64(&header["extraData"]),
    });
    assert_eq!(page["block"], expected);
    let shown = page["transactions"].as_array().expect("transactions");
    assert_eq!(shown.len(), transactions.len());
    for (index, (shown, transaction)) in shown.iter().zip(transactions).enumerate() {
        // A hash of zeros is not a hash; success and gas are as the placeholder says.
        let expected = json!({
            "hash": null, "block_number": block, "transaction_index": index, "block_timestamp": at,
            "from_address": transaction["from"], "to_address": transaction["to"],
            "creates_contract": transaction["to"].is_null(), "nonce": transaction["nonce"], "value_wei": wei(&transaction["value"]), "gas_limit": transaction["gas"], "gas_used": 0,
            "gas_price_wei": wei(&transaction["gasPrice"]), "max_fee_per_gas_wei": wei(&transaction["gasFeeCap"]),
            "max_priority_fee_per_gas_wei": wei(&transaction["gasTipCap"]), "transaction_type": transaction["type"],
            "success": false, "input": base64(&transaction["input"]),
        });
        assert_eq!(*shown, expected, "{block} {index}");
    }
    transfers.reverse();
    let lens = format!("/public/explorer/events/{TRANSFER}?block_from={block}&block_to={block}");
    let listed = json!({ "logs": walk(server, &lens, "logs", "before") });
    assert_eq!(logs_of(&listed), transfers, "no log is dropped by its receipt");
    assert_eq!(body(server, &lens)["matching"], transfers.len());
}

fn gunzipped(path: &std::path::Path) -> Json {
    let file = std::fs::File::open(path).expect("the file");
    serde_json::from_reader(flate2::read::GzDecoder::new(file)).expect("JSON")
}

#[test]
fn blocks_with_receipts_of_mev_inspect_come_back_field_by_field() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let Some(folder) = real_data("blocks/mev-inspect-py") else { return };
    let server = start();
    for name in ["12932986", "13002906"] {
        block_of_mev_inspect(&server, &gunzipped(&folder.join(format!("{name}.json.gz"))));
    }
}

/// The file has a header, receipts and logs, of the transactions themselves no more than their hashes and gas prices.
fn block_of_mev_inspect(server: &Server, file: &Json) {
    let (block, header) = (file["block_number"].as_u64().expect("a number"), &file["data"]);
    let lower = |value: &Json| value.as_str().map_or(Json::Null, |text| text.to_lowercase().into());
    let receipts = file["receipts"]["result"].as_array().expect("receipts");
    let timestamp = header["timestamp"].as_u64().expect("a time");
    ingest_lines(
        server,
        "blocks",
        &[json!({
            "number": block, "hash": header["hash"], "parent_hash": header["parentHash"], "timestamp": timestamp,
            "miner": header["miner"], "gas_limit": header["gasLimit"], "gas_used": header["gasUsed"],
            "size": header["size"], "extra_data": header["extraData"], "transaction_count": receipts.len(),
        })],
    );
    let price = |receipt: &Json| {
        let hash = receipt["transactionHash"].as_str().expect("a hash");
        file["txs_gas_data"][hash]["gasPrice"].to_string()
    };
    let lines: Vec<Json> = receipts
        .iter()
        .map(|receipt| {
            json!({
                "hash": receipt["transactionHash"], "block_number": block, "block_hash": receipt["blockHash"],
                "transaction_index": number(&receipt["transactionIndex"]), "from_address": receipt["from"],
                "to_address": receipt["to"], "value_string": "0", "gas_price": price(receipt),
                "receipt_gas_used": number(&receipt["gasUsed"]), "receipt_status": number(&receipt["status"]),
            })
        })
        .collect();
    ingest_lines(server, "transactions", &lines);
    let logs = file["logs"].as_array().expect("logs");
    let lines: Vec<Json> = logs
        .iter()
        .map(|log| {
            json!({
                "block_number": block, "log_index": log["logIndex"], "transaction_hash": log["transactionHash"],
                "transaction_index": log["transactionIndex"], "block_hash": log["blockHash"], "address": log["address"],
                "topics": log["topics"], "data": log["data"],
            })
        })
        .collect();
    ingest_lines(server, "logs", &lines);

    let path = format!("/public/blocks/{block}?limit=100");
    let shown = body(server, &path)["block"].clone();
    let expected = json!({
        "number": block, "hash": header["hash"], "parent_hash": header["parentHash"], "block_timestamp": time(timestamp),
        "miner": lower(&header["miner"]), "gas_limit": header["gasLimit"], "gas_used": header["gasUsed"],
        "base_fee_per_gas_wei": null, "size_bytes": header["size"], "transaction_count": receipts.len(),
        "extra_data": header["extraData"],
    });
    assert_eq!(shown, expected);
    let transactions = walk(server, &path, "transactions", "cursor");
    assert_eq!(transactions.len(), receipts.len());
    let mut by_transaction: BTreeMap<&str, Vec<Json>> = BTreeMap::new();
    for log in logs {
        let hash = log["transactionHash"].as_str().expect("a hash");
        let raw = json!([log["logIndex"], lower(&log["address"]), log["topics"], log["data"]]);
        by_transaction.entry(hash).or_default().push(raw);
    }
    for (shown, receipt) in transactions.iter().zip(receipts) {
        for (member, expected) in [
            ("hash", receipt["transactionHash"].clone()),
            ("transaction_index", number(&receipt["transactionIndex"])),
            ("from_address", lower(&receipt["from"])),
            ("to_address", lower(&receipt["to"])),
            ("gas_used", number(&receipt["gasUsed"])),
            ("gas_price_wei", price(receipt).into()),
            ("success", (receipt["status"] == "0x1").into()),
        ] {
            assert_eq!(shown[member], expected, "{member} of {}", receipt["transactionHash"]);
        }
    }
    // A page each takes its time: those with the most logs.
    let mut busiest: Vec<(&&str, &Vec<Json>)> = by_transaction.iter().collect();
    busiest.sort_by_key(|(_, logs)| std::cmp::Reverse(logs.len()));
    for (hash, expected) in busiest.into_iter().take(30) {
        let page = body(server, &format!("/public/transactions/{hash}"));
        assert_eq!((&logs_of(&page), &page["log_count"]), (expected, &expected.len().into()), "{hash}");
    }
}
