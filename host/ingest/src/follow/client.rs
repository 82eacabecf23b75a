//! The six questions that following a chain asks a node. Each is bounded in time and in the size of its answer.

use std::time::Duration;

use alloy_json_rpc::{RpcRecv, RpcSend};
use alloy_primitives::{Bytes, U64};
use alloy_rpc_client::RpcClient;
use alloy_rpc_types_eth::{BlockNumberOrTag, Filter, Log};

use super::endpoint::RpcEndpoint;
use super::error::FollowError;
use super::fault::Fault;
use super::transport::HttpTransport;
use super::wire::{RpcBlock, RpcHeader, RpcReceipt};

#[derive(Clone)]
pub(super) struct ChainClient {
    endpoint: RpcEndpoint,
    rpc: RpcClient,
    timeout: Duration,
}

impl ChainClient {
    pub(super) fn new(endpoint: &RpcEndpoint, timeout: Duration) -> Result<ChainClient, FollowError> {
        let transport = HttpTransport::new(&endpoint.url)
            .map_err(|source| FollowError::Client { server: endpoint.to_string(), source })?;
        Ok(ChainClient { endpoint: endpoint.clone(), rpc: RpcClient::new(transport, false), timeout })
    }

    /// The server as it may be shown.
    pub(super) fn server(&self) -> String {
        self.endpoint.to_string()
    }

    /// `eth_chainId`.
    pub(super) async fn chain_id(&self) -> Result<u64, Fault> {
        let id: U64 = self.ask("eth_chainId", ()).await?;
        Ok(id.to())
    }

    /// The header of the newest block.
    pub(super) async fn head(&self) -> Result<RpcHeader, Fault> {
        let method = "eth_getBlockByNumber";
        let block: Option<RpcBlock> = self.ask(method, (BlockNumberOrTag::Latest, false)).await?;
        block
            .map(|block| block.header)
            .ok_or_else(|| Fault::Unreadable { method, detail: "there is no newest block".to_owned() })
    }

    /// The header of a block, where the server has it.
    pub(super) async fn header(&self, block: u64) -> Result<Option<RpcHeader>, Fault> {
        let found: Option<RpcBlock> =
            self.ask("eth_getBlockByNumber", (BlockNumberOrTag::Number(block), false)).await?;
        Ok(found.map(|block| block.header))
    }

    /// A block with its transactions.
    pub(super) async fn block(&self, block: u64) -> Result<RpcBlock, Fault> {
        let method = "eth_getBlockByNumber";
        let found: Option<RpcBlock> = self.ask(method, (BlockNumberOrTag::Number(block), true)).await?;
        match found {
            Some(found) if found.header.inner.number == block => Ok(found),
            Some(found) => {
                let detail = format!("it was asked for block {block} and gave {}", found.header.inner.number);
                Err(Fault::Unreadable { method, detail })
            }
            None => Err(Fault::Missing { block }),
        }
    }

    /// All logs of the blocks from `first` to `last`.
    pub(super) async fn logs(&self, first: u64, last: u64) -> Result<Vec<Log>, Fault> {
        self.ask("eth_getLogs", (Filter::new().from_block(first).to_block(last),)).await
    }

    /// The receipts of a block's transactions.
    pub(super) async fn receipts(&self, block: u64) -> Result<Vec<RpcReceipt>, Fault> {
        let found: Option<Vec<RpcReceipt>> =
            self.ask("eth_getBlockReceipts", (BlockNumberOrTag::Number(block),)).await?;
        found.ok_or(Fault::Missing { block })
    }

    /// What a contract answers to a call without arguments, at the head.
    pub(super) async fn call(&self, contract: &str, selector: &str) -> Result<Bytes, Fault> {
        let asked = serde_json::json!({ "to": contract, "data": selector });
        self.ask("eth_call", (asked, BlockNumberOrTag::Latest)).await
    }

    async fn ask<Answer: RpcRecv>(&self, method: &'static str, parameters: impl RpcSend) -> Result<Answer, Fault> {
        match tokio::time::timeout(self.timeout, self.rpc.request(method, parameters)).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(Fault::of(&self.endpoint, method, error)),
            Err(_) => {
                let detail = format!("{method} took longer than {} s", self.timeout.as_secs());
                Err(Fault::Unreachable { detail })
            }
        }
    }
}
