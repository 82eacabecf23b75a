//! The tables of files, the tables that are served, and how a row of the one becomes a row of the other.

use crate::staging_sql::FIRST_MADE_PLACE;

/// One way from a table of files to a served table.
pub(super) struct Target {
    dataset: &'static str,
    /// The table of files.
    pub(super) source: &'static str,
    pub(super) served: &'static str,
    /// Columns of the served table, beside its key, versions and `decoded_from`.
    columns: &'static [&'static str],
    /// The values that fill them, of a row `file` with its time.
    values: &'static str,
    /// The condition for a row to be served, beside its time.
    condition: &'static str,
    /// The columns that the rows of a log and of a file have in common where the file has no index.
    same_event: &'static str,
    /// Column, and whether log and file differ in it.
    compared: &'static [(&'static str, &'static str)],
    /// The column of the contract in the served table.
    contract: &'static str,
}

/// All of them.
pub(super) fn targets() -> &'static [Target] {
    &[LIQUIDATIONS, ABSORPTIONS, V3_SWAPS, V2_SWAPS]
}

/// Counts the rows of files, deleted ones among them. Without any, no row of a file can be served.
pub(super) fn count_rows_of_files() -> String {
    let counts: Vec<_> = targets().iter().map(|target| format!("(SELECT count() FROM {})", target.source)).collect();
    format!("SELECT {}", counts.join(" + "))
}

const LIQUIDATIONS: Target = Target {
    dataset: "liquidations",
    source: "file_liquidations",
    served: "liquidations",
    columns: &[
        "event",
        "borrower",
        "liquidator",
        "collateral_asset",
        "collateral_amount",
        "debt_asset",
        "debt_amount",
        "stated_protocol",
    ],
    values: "'decoded_elsewhere', file.borrower, file.liquidator, file.collateral_asset, file.collateral_amount, \
             file.debt_asset, file.debt_amount, ifNull(file.stated_protocol, '')",
    condition: "1",
    same_event: "log.borrower = file.borrower AND log.collateral_asset = file.collateral_asset",
    compared: &[
        ("borrower", "log.borrower != file.borrower"),
        ("liquidator", "log.liquidator != file.liquidator"),
        ("collateral_asset", "log.collateral_asset != file.collateral_asset"),
        ("collateral_amount", "log.collateral_amount != file.collateral_amount"),
        ("debt_asset", "ifNull(log.debt_asset != file.debt_asset, 0)"),
        ("debt_amount", "ifNull(log.debt_amount != file.debt_amount, 0)"),
    ],
    contract: "address",
};

const ABSORPTIONS: Target = Target {
    dataset: "absorptions",
    source: "file_absorptions",
    served: "absorptions",
    columns: &["kind", "absorber", "borrower", "asset", "amount", "usd_value"],
    values: "if(isNull(file.asset), 'debt', 'collateral'), file.absorber, file.borrower, file.asset, file.amount, file.usd_value",
    condition: "1",
    same_event: "log.borrower = file.borrower AND log.address = file.address AND (log.kind = 'debt') = isNull(file.asset) \
                 AND ifNull(log.asset = file.asset, 1)",
    compared: &[
        ("absorber", "log.absorber != file.absorber"),
        ("borrower", "log.borrower != file.borrower"),
        ("amount", "log.amount != file.amount"),
        ("usd_value", "log.usd_value != file.usd_value"),
    ],
    contract: "address",
};

/// Amounts by the sides of the pool, of a file that has them by tokens.
const AMOUNT0: &str =
    "coalesce(file.amount0, if(file.token_in = pool.token0, toInt256(file.amount_in), -toInt256(file.amount_out)))";
const AMOUNT1: &str =
    "coalesce(file.amount1, if(file.token_in = pool.token0, -toInt256(file.amount_out), toInt256(file.amount_in)))";

const V3_SWAPS: Target = Target {
    dataset: "swaps",
    source: "file_swaps",
    served: "v3_swaps",
    columns: &[
        "sender",
        "recipient",
        "amount0",
        "amount1",
        "sqrt_price_x96",
        "liquidity",
        "tick",
        "price_mantissa",
        "price_exponent",
    ],
    values: "ifNull(file.sender, toFixedString('', 20)), ifNull(file.recipient, toFixedString('', 20)), {amount0}, {amount1}, \
             ifNull(file.sqrt_price_x96, 0), ifNull(file.liquidity, 0), toInt32(ifNull(file.tick, 0)), \
             toUInt64(intDiv(quotient, powers_of_ten[1 + excess])), \
             if(quotient = 0, toInt16(0), toInt16(excess + tail - 2 * shift))",
    condition: "(isNotNull(file.sqrt_price_x96) OR pool.source = 'v3') AND isNotNull({amount0}) AND isNotNull({amount1})",
    same_event: "log.pool = file.address AND (log.amount0 = {amount0} OR log.amount1 = {amount1})",
    compared: &[
        ("amount0", "ifNull(log.amount0 != {amount0}, 0)"),
        ("amount1", "ifNull(log.amount1 != {amount1}, 0)"),
        ("sqrt_price_x96", "ifNull(log.sqrt_price_x96 != file.sqrt_price_x96, 0)"),
        ("tick", "ifNull(log.tick != file.tick, 0)"),
    ],
    contract: "pool",
};

const V2_SWAPS: Target = Target {
    dataset: "swaps",
    source: "file_swaps",
    served: "v2_swaps",
    columns: &["sender", "recipient", "amount0_in", "amount1_in", "amount0_out", "amount1_out"],
    values: "ifNull(file.sender, toFixedString('', 20)), ifNull(file.recipient, toFixedString('', 20)), \
             toUInt256(greatest({amount0}, 0)), toUInt256(greatest({amount1}, 0)), \
             toUInt256(greatest(-{amount0}, 0)), toUInt256(greatest(-{amount1}, 0))",
    condition: "isNull(file.sqrt_price_x96) AND pool.source = 'v2' AND isNotNull({amount0}) AND isNotNull({amount1})",
    same_event: "log.pool = file.address AND (toInt256(log.amount0_in) - toInt256(log.amount0_out) = {amount0} \
                 OR toInt256(log.amount1_in) - toInt256(log.amount1_out) = {amount1})",
    compared: &[
        ("amount0", "ifNull(toInt256(log.amount0_in) - toInt256(log.amount0_out) != {amount0}, 0)"),
        ("amount1", "ifNull(toInt256(log.amount1_in) - toInt256(log.amount1_out) != {amount1}, 0)"),
    ],
    contract: "pool",
};

/// The price of a V3 swap, as migration 0026 computes it.
const PRICE: &str = "WITH \
    arrayMap(power -> toUInt256(concat('1', repeat('0', power))), range(77)) AS powers_of_ten, \
    ifNull(file.sqrt_price_x96, 0) AS root_price, \
    toInt16(floor(28.898879583742195 - log10(toFloat64(greatest(root_price, 1))))) AS magnitude, \
    greatest(25 - magnitude, 0) AS shift, \
    if(root_price = 0, toUInt256(0), intDiv(toUInt256('79228162514264337593543950336') * powers_of_ten[1 + shift], \
    greatest(root_price, 1))) AS root, \
    root * root AS square, \
    greatest(toInt16(floor(log10(toFloat64(greatest(square, 1))))) - 20, 0) AS tail, \
    intDiv(square, powers_of_ten[1 + tail]) AS quotient, \
    multiIf(quotient >= powers_of_ten[22], 3, quotient >= powers_of_ten[21], 2, quotient >= powers_of_ten[20], 1, 0) AS excess ";

impl Target {
    fn fill(text: &str) -> String {
        text.replace("{amount0}", AMOUNT0).replace("{amount1}", AMOUNT1)
    }

    /// The rows of files with their time and their pool.
    fn rows(&self, within: &str) -> String {
        let source = self.source;
        let pool = match self.dataset {
            "swaps" => {
                "LEFT JOIN (SELECT chain_id, address, source, token0, token1 FROM pools FINAL) AS pool \
                 ON pool.chain_id = file.chain_id AND pool.address = file.address"
            }
            _ => "",
        };
        format!(
            "(SELECT * FROM {source} FINAL WHERE {within}) AS file \
             LEFT JOIN (SELECT chain_id, block_number, toNullable(block_timestamp) AS known_time FROM blocks FINAL \
             WHERE (chain_id, block_number) IN (SELECT chain_id, block_number FROM {source} WHERE {within})) AS block \
             ON block.chain_id = file.chain_id AND block.block_number = file.block_number {pool}"
        )
    }

    /// The logs of ours in the blocks of those rows.
    fn logs(&self, within: &str) -> String {
        let (served, source) = (self.served, self.source);
        format!(
            "(SELECT * FROM {served} FINAL WHERE decoded_from = 'log' AND {within} \
             AND (chain_id, block_number) IN (SELECT chain_id, block_number FROM {source} WHERE {within})) AS log"
        )
    }

    /// Rows of files beside the logs of ours that are the same event.
    fn matched(&self, within: &str) -> String {
        format!(
            "{} INNER JOIN {} ON log.chain_id = file.chain_id AND log.block_number = file.block_number \
             AND log.transaction_hash = file.transaction_hash \
             WHERE (file.place < {FIRST_MADE_PLACE} AND log.log_index = file.place \
             OR file.place >= {FIRST_MADE_PLACE} AND {})",
            self.rows(within),
            self.logs(within),
            Target::fill(self.same_event)
        )
    }

    /// Copies what is to be served.
    pub(super) fn insert_wanted(&self, within: &str) -> String {
        let contract = match self.dataset {
            "liquidations" => "ifNull(file.address, toFixedString('', 20))",
            _ => "file.address",
        };
        format!(
            "INSERT INTO {} (block_timestamp, chain_id, block_number, log_index, transaction_hash, {}, {}, decoded_from, version, is_deleted) \
             {}SELECT assumeNotNull(coalesce(block.known_time, file.block_timestamp)), file.chain_id, file.block_number, file.place, \
             file.transaction_hash, {contract}, {}, 'file', {{version:UInt64}}, 0 FROM {} \
             WHERE isNotNull(coalesce(block.known_time, file.block_timestamp)) AND {} \
             AND (file.chain_id, file.block_number, file.transaction_hash, file.place) NOT IN \
             (SELECT file.chain_id, file.block_number, file.transaction_hash, file.place FROM {})",
            self.served,
            self.contract,
            self.columns.join(", "),
            if self.served == "v3_swaps" { PRICE } else { "" },
            Target::fill(self.values),
            self.rows(within),
            Target::fill(self.condition),
            self.matched(within)
        )
    }

    /// Takes back what was served and was not copied again.
    pub(super) fn take_back(&self, within: &str) -> String {
        let columns = format!(
            "block_timestamp, chain_id, block_number, log_index, transaction_hash, {}, {}, decoded_from",
            self.contract,
            self.columns.join(", ")
        );
        format!(
            "INSERT INTO {served} ({columns}, version, is_deleted) SELECT {columns}, {{version:UInt64}}, 1 \
             FROM {served} FINAL WHERE decoded_from = 'file' AND {within} AND version != {{version:UInt64}}",
            served = self.served
        )
    }

    /// Lists the rows that say another thing than the log of ours.
    pub(super) fn list_differences(&self, within: &str) -> String {
        let differing: Vec<_> = self
            .compared
            .iter()
            .map(|(column, differ)| format!("if({}, '{column}', '')", Target::fill(differ)))
            .collect();
        format!(
            "INSERT INTO decoded_differences (dataset, chain_id, block_number, transaction_hash, place, load, columns, version) \
             SELECT '{}', file.chain_id, file.block_number, file.transaction_hash, file.place, file.load, \
             arrayFilter(name -> name != '', [{}]) AS columns, {{version:UInt64}} FROM {} AND notEmpty(columns)",
            self.dataset,
            differing.join(", "),
            self.matched(within)
        )
    }

    /// Takes off the list what no longer differs, or is no longer there.
    pub(super) fn forget_differences(&self, within: &str) -> String {
        let columns = "dataset, chain_id, block_number, transaction_hash, place, load, columns";
        format!(
            "INSERT INTO decoded_differences ({columns}, version, is_deleted) SELECT {columns}, {{version:UInt64}}, 1 \
             FROM decoded_differences FINAL WHERE dataset = '{}' AND {within} AND version != {{version:UInt64}}",
            self.dataset
        )
    }

    /// Counts the served rows of a load.
    pub(super) fn count_served(&self) -> String {
        format!(
            "SELECT count() FROM {} FINAL WHERE decoded_from = 'file' AND \
             (chain_id, block_number, transaction_hash, log_index) IN (SELECT chain_id, block_number, transaction_hash, place \
             FROM {} FINAL WHERE load = {{load:UInt64}})",
            self.served, self.source
        )
    }

    /// Counts the rows of a load of which a log of ours is served.
    pub(super) fn count_matched(&self) -> String {
        format!("SELECT count() FROM {} AND file.load = {{load:UInt64}}", self.matched("1"))
    }
}
