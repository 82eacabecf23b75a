//! The questions of the benchmark: each read operation of the API that asks the warehouse, on the chain of `chain`.

const BUSY_POOL: &str = "0xbbbbbbbbbbbbbbbbbbbbbbbb0000000000000000";
const V3_POOL: &str = "0xbbbbbbbbbbbbbbbbbbbbbbbb0000000000000014";
const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
/// The token with the rare event, and the event.
pub(super) const RARE_LENS: &str = "/public/explorer/address/0xcccccccccccccccccccccccc0000000000000000?chain=1\
    &topic0=0x1111111111111111111111111111111111111111111111111111111111111111";

pub(super) struct Read {
    pub(super) operation: &'static str,
    pub(super) path: String,
    /// True for a page of a lens, which examines a bounded number of rows.
    pub(super) is_lens: bool,
}

/// Statements that count what matches on all pages, told by what they select: they are measured apart.
pub(super) const COUNTING: [&str; 3] = ["AS matching", "FROM lens_days", "count() AS counted"];

/// `account` is somebody who was liquidated, `transaction` one of block 4,000.
pub(super) fn reads(account: &str, transaction: &str) -> Vec<Read> {
    let read = |operation, path: &str| Read { operation, path: path.to_owned(), is_lens: false };
    let lens = |operation, path: String| Read { operation, path, is_lens: true };
    vec![
        read("list_tokens", "/tokens"),
        read("list_pairs", "/pairs"),
        read("list_public_prices", "/public/prices"),
        read("get_pool_prices", &format!("/pools/{BUSY_POOL}/prices?period=hourly")),
        read("get_public_pool_prices", &format!("/public/prices/{V3_POOL}?period=hourly")),
        read("list_liquidations", "/liquidations"),
        read("list_absorptions", "/absorptions"),
        read("list_health_factors", "/health_factors"),
        read("list_tracking", "/public/tracking"),
        read("get_tracking", "/public/tracking/aave-v3?range=7d"),
        read("list_tracking_liquidations", "/public/tracking/aave-v3/liquidations"),
        read("get_tracking_account", &format!("/public/tracking/aave-v3/accounts/{account}")),
        read("get_chart", &format!("/charts/prices?pool={BUSY_POOL}&period=hourly")),
        read("get_explorer_overview", "/public/explorer"),
        lens("get_address_lens", format!("/public/explorer/address/{BUSY_POOL}?chain=1")),
        lens("get_event_lens", format!("/public/explorer/events/{SYNC}?chain=1")),
        read("get_block", "/public/blocks/4000?chain=1"),
        read("get_transaction", &format!("/public/transactions/{transaction}?chain=1")),
        read("get_public_home", "/public/home"),
        read("list_datasets", "/datasets"),
        read("get_status", "/status"),
    ]
}
