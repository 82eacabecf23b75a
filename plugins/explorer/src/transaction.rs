//! A transaction as blocks and the transaction's own page show it.

use quarry_sdk::prelude::*;

/// A transaction of a block. A member is null where neither its file nor its receipt said it.
#[derive(Schema)]
pub struct Transaction {
    /// The transaction's hash; null where the block's file had no hashes.
    #[schema(example = "0x88e96d4537bea4d9c05d12549907b32561d3bf31f45aae734cdc119f13406cb6")]
    pub hash: Option<Hash>,
    /// The block that it is in.
    #[schema(example = 23_479_210)]
    pub block_number: u64,
    /// The transaction's place in the block, from 0.
    #[schema(example = 0)]
    pub transaction_index: u64,
    /// The block's time; null until the block is known.
    pub block_timestamp: Option<Time>,
    /// The address that sent it.
    #[schema(example = "0xae2fc483527b8ef99eb5d9b44875f005ba1fae13")]
    pub from_address: Option<Address>,
    /// The address that it was sent to; null where it made a contract, and where its file does not say.
    #[schema(example = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d")]
    pub to_address: Option<Address>,
    /// True when it made a contract; null where its file does not say to which address it was sent.
    #[schema(example = false)]
    pub creates_contract: Option<bool>,
    /// The number of transactions that the sender had made before.
    #[schema(example = 7)]
    pub nonce: Option<u64>,
    /// The amount that was sent with it, in wei.
    #[schema(example = "0")]
    pub value_wei: Option<DecimalText>,
    /// The most gas it could take.
    #[schema(example = 134_400)]
    pub gas_limit: Option<u64>,
    /// The gas it took, as its receipt says. Some sources carry placeholders here; they are shown as they came.
    #[schema(example = 112_000)]
    pub gas_used: Option<u64>,
    /// The price of a unit of gas, in wei.
    #[schema(example = "21000000000")]
    pub gas_price_wei: Option<DecimalText>,
    /// The most that a unit of gas could cost, in wei; null before EIP-1559.
    #[schema(example = "42000000000")]
    pub max_fee_per_gas_wei: Option<DecimalText>,
    /// The most that the block's maker could get of it, in wei; null before EIP-1559.
    #[schema(example = "1000000000")]
    pub max_priority_fee_per_gas_wei: Option<DecimalText>,
    /// The envelope's type (EIP-2718).
    #[schema(example = 2)]
    pub transaction_type: Option<u64>,
    /// True when it succeeded, as its receipt says.
    #[schema(example = true)]
    pub success: Option<bool>,
    /// The call, in hex.
    #[schema(example = "0x38ed1739")]
    pub input: Option<String>,
}
