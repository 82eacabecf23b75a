//! The server's answers: a node's methods, and those that give it orders.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::blocks::{Chain, ServedBlock, number_of, quantity, recorded};
use super::faults::{Fault, FaultKind, Faults};

/// The server's state, behind one lock.
#[derive(Debug)]
pub(super) struct Node {
    chain_id: u64,
    chain: Chain,
    faults: Faults,
    requests: BTreeMap<String, u64>,
    /// Answers of contracts, by their address and the selector that is called, in lower case.
    calls: BTreeMap<String, Json>,
}

/// An answer on its way out.
pub(super) enum Reply {
    Result(Json),
    Error {
        code: i64,
        message: String,
    },
    /// Goes wrong as this says, with the true result where one leaves.
    Faulty(FaultKind, Json),
}

impl Node {
    pub(super) fn new(chain_id: u64) -> Node {
        Node {
            chain_id,
            chain: Chain::default(),
            faults: Faults::default(),
            requests: BTreeMap::new(),
            calls: BTreeMap::new(),
        }
    }

    pub(super) fn answer(&mut self, method: &str, parameters: &Json) -> Reply {
        match self.told(method, parameters) {
            Some(result) => return Reply::Result(result),
            None => *self.requests.entry(method.to_owned()).or_default() += 1,
        }
        let (first, last) = self.blocks_of(method, parameters);
        // A server that lacks a block may know the head all the same: its faults are for those who ask by number.
        let is_by_name = parameters[0].as_str() == Some("latest");
        let (lowest, highest) = if is_by_name { (u64::MAX, u64::MAX) } else { (first, last) };
        let fault = self.faults.take(method, lowest, highest);
        let Some(result) = self.asked(method, parameters, first, last) else {
            return Reply::Error { code: -32601, message: format!("the method {method} does not exist") };
        };
        match fault {
            None => Reply::Result(result),
            Some(FaultKind::Null) => Reply::Result(Json::Null),
            Some(FaultKind::Empty) => Reply::Result(json!([])),
            Some(FaultKind::AnotherHash) => {
                let mut result = result;
                result["hash"] = json!(format!("0x{}", "ab".repeat(32)));
                Reply::Result(result)
            }
            Some(FaultKind::Error { code, message }) => Reply::Error { code, message },
            Some(FaultKind::RangeLimit { .. }) => {
                Reply::Error { code: -32005, message: "query returned more than 10000 results".to_owned() }
            }
            Some(kind) => Reply::Faulty(kind, result),
        }
    }

    /// Obeys an order of a test.
    fn told(&mut self, method: &str, parameters: &Json) -> Option<Json> {
        let number = |index: usize| parameters[index].as_u64().unwrap_or_default();
        match method {
            "test_mine" => self.chain.mine(number(0)),
            "test_reorganise" => self.chain.reorganise(number(0), number(1)),
            "test_chain_id" => self.chain_id = number(0),
            "test_recorded" => self.chain.blocks.extend(recorded(&parameters[0], &parameters[1])),
            "test_call" => {
                self.calls.insert(called(parameters), parameters[1].clone());
            }
            "test_heal" => self.faults.heal(),
            "test_fault" => match serde_json::from_value::<Fault>(parameters[0].clone()) {
                Ok(fault) => self.faults.add(fault),
                Err(error) => return Some(json!({ "refused": error.to_string() })),
            },
            "test_requests" => return Some(json!(self.requests)),
            "test_truth" => return Some(self.chain.blocks.iter().map(truth).collect()),
            _ => return None,
        }
        Some(json!(self.chain.head().map(|head| head.number)))
    }

    /// The blocks that a question touches.
    fn blocks_of(&self, method: &str, parameters: &Json) -> (u64, u64) {
        match method {
            "eth_getBlockByNumber" | "eth_getBlockReceipts" => {
                let number = number_of(&parameters[0]).or(self.chain.head().map(|head| head.number));
                (number.unwrap_or_default(), number.unwrap_or_default())
            }
            "eth_getLogs" => {
                let bound = |name: &str| number_of(&parameters[0][name]).unwrap_or_default();
                (bound("fromBlock"), bound("toBlock"))
            }
            _ => (0, 0),
        }
    }

    /// Answers as a node does; `None` where a node has no such method.
    fn asked(&self, method: &str, parameters: &Json, first: u64, last: u64) -> Option<Json> {
        match method {
            "eth_chainId" => Some(json!(quantity(self.chain_id))),
            "eth_getBlockByNumber" => {
                let Some(served) = self.chain.block(first) else { return Some(Json::Null) };
                let mut block = served.block.clone();
                if parameters[1] != json!(true) {
                    let hashes = block["transactions"].as_array().into_iter().flatten();
                    block["transactions"] = hashes.map(|transaction| transaction["hash"].clone()).collect();
                }
                Some(block)
            }
            "eth_getBlockReceipts" => Some(self.chain.block(first).map_or(Json::Null, |block| json!(block.receipts))),
            "eth_call" => self.calls.get(&called(parameters)).cloned(),
            "eth_getLogs" => {
                let blocks = (first..=last).filter_map(|number| self.chain.block(number));
                Some(blocks.flat_map(|block| block.logs.iter().cloned()).collect())
            }
            _ => None,
        }
    }
}

fn truth(served: &ServedBlock) -> Json {
    json!({ "block": served.block, "logs": served.logs, "receipts": served.receipts })
}

/// What a call of a contract is kept under.
fn called(parameters: &Json) -> String {
    let text = |name: &str| parameters[0][name].as_str().unwrap_or_default().to_lowercase();
    format!("{}:{}", text("to"), text("data"))
}
