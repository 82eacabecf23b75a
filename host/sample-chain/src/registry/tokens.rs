//! Real tokens: their addresses, decimals, symbols and names.
//!
//! To add one, add a constant to its network's module and say which [`Asset`] it stands for.

use alloy_primitives::{Address, address};

use crate::market::Asset;

/// An ERC-20 token.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub address: Address,
    pub symbol: &'static str,
    pub name: &'static str,
    /// The decimals that the contract counts in; amounts are always simulated with them.
    pub decimals: u8,
    /// True when the token table has them. One token withholds them, to show how prices without decimals look.
    pub decimals_published: bool,
    /// The asset that the token's value follows.
    pub asset: Asset,
}

const fn token(address: Address, symbol: &'static str, name: &'static str, decimals: u8, asset: Asset) -> Token {
    Token { address, symbol, name, decimals, decimals_published: true, asset }
}

/// Tokens of Ethereum mainnet.
pub(super) mod ethereum {
    use super::{Asset, Token, address, token};

    pub(crate) static WETH: Token =
        token(address!("C02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"), "WETH", "Wrapped Ether", 18, Asset::Ether);
    pub(crate) static USDC: Token =
        token(address!("A0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"), "USDC", "USD Coin", 6, Asset::UsdCoin);
    pub(crate) static USDT: Token =
        token(address!("dAC17F958D2ee523a2206206994597C13D831ec7"), "USDT", "Tether USD", 6, Asset::Tether);
    pub(crate) static DAI: Token =
        token(address!("6B175474E89094C44Da98b954EedeAC495271d0F"), "DAI", "Dai Stablecoin", 18, Asset::Dai);
    pub(crate) static WBTC: Token =
        token(address!("2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599"), "WBTC", "Wrapped BTC", 8, Asset::Bitcoin);
    pub(crate) static CETH: Token =
        token(address!("4Ddc2D193948926D02f9B1fE9e1daa0718270ED5"), "cETH", "Compound Ether", 8, Asset::Ether);
    pub(crate) static CUSDC: Token =
        token(address!("39AA39c021dfbaE8faC545936693aC917d5E7563"), "cUSDC", "Compound USD Coin", 8, Asset::UsdCoin);
    pub(crate) static WSTETH: Token = token(
        address!("7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0"),
        "wstETH",
        "Wrapped liquid staked Ether 2.0",
        18,
        Asset::LidoStakedEther,
    );
    pub(crate) static UNI: Token =
        token(address!("1f9840a85d5aF5bf1D1762F925BDADdC4201F984"), "UNI", "Uniswap", 18, Asset::Uniswap);
    pub(crate) static LINK: Token =
        token(address!("514910771AF9Ca656af840dff83E8264EcF986CA"), "LINK", "ChainLink Token", 18, Asset::Chainlink);
    pub(crate) static AAVE: Token =
        token(address!("7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9"), "AAVE", "Aave Token", 18, Asset::Aave);
    pub(crate) static MKR: Token =
        token(address!("9f8F72aA9304c8B593d555F12eF6589cC3A579A2"), "MKR", "Maker", 18, Asset::Maker);
    pub(crate) static CRV: Token =
        token(address!("D533a949740bb3306d119CC777fa900bA034cd52"), "CRV", "Curve DAO Token", 18, Asset::Curve);
    pub(crate) static LDO: Token =
        token(address!("5A98FcBEA516Cf06857215779Fd812CA3beF1B32"), "LDO", "Lido DAO Token", 18, Asset::Lido);
    pub(crate) static ENS: Token = token(
        address!("C18360217D8F7Ab5e7c516566761Ea12Ce7F9D72"),
        "ENS",
        "Ethereum Name Service",
        18,
        Asset::NameService,
    );
    pub(crate) static COMP: Token =
        token(address!("c00e94Cb662C3520282E6f5717214004A7f26888"), "COMP", "Compound", 18, Asset::Compound);
    pub(crate) static SUSHI: Token =
        token(address!("6B3595068778DD592e39A122f4f5a5cF09C90fE2"), "SUSHI", "SushiToken", 18, Asset::Sushi);
    pub(crate) static YFI: Token =
        token(address!("0bc529c00C6401aEF6D220BE8C6Ea1667F6Ad93e"), "YFI", "yearn.finance", 18, Asset::Yearn);
    pub(crate) static GNO: Token =
        token(address!("6810e776880C02933D47DB1b9fc05908e5386b96"), "GNO", "Gnosis Token", 18, Asset::Gnosis);
    pub(crate) static PEPE: Token =
        token(address!("6982508145454Ce325dDbE47a25d4ec3d2311933"), "PEPE", "Pepe", 18, Asset::Pepe);
    /// The real contract counts in 9 decimals; the token table withholds them.
    pub(crate) static DGD: Token = Token {
        decimals_published: false,
        ..token(address!("E0B7927c4aF23765Cb51314A0E0521A9645F0E2A"), "DGD", "DigixDAO", 9, Asset::DigixDao)
    };
}

/// Tokens of Base.
pub(super) mod base {
    use super::{Asset, Token, address, token};

    pub(crate) static WETH: Token =
        token(address!("4200000000000000000000000000000000000006"), "WETH", "Wrapped Ether", 18, Asset::Ether);
    pub(crate) static USDC: Token =
        token(address!("833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), "USDC", "USD Coin", 6, Asset::UsdCoin);
    pub(crate) static DAI: Token =
        token(address!("50c5725949A6F0c72E6C4a641F24049A917DB0Cb"), "DAI", "Dai Stablecoin", 18, Asset::Dai);
    pub(crate) static CBETH: Token = token(
        address!("2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22"),
        "cbETH",
        "Coinbase Wrapped Staked ETH",
        18,
        Asset::CoinbaseStakedEther,
    );
    pub(crate) static CBBTC: Token =
        token(address!("cbB7C0000aB88B473b1f5aFd9ef808440eed33Bf"), "cbBTC", "Coinbase Wrapped BTC", 8, Asset::Bitcoin);
    pub(crate) static AERO: Token =
        token(address!("940181a94A35A4569E4529A3CDfB74e38FD98631"), "AERO", "Aerodrome", 18, Asset::Aerodrome);
    pub(crate) static DEGEN: Token =
        token(address!("4ed4E862860beD51a9570b96d89aF5E1B0Efefed"), "DEGEN", "Degen", 18, Asset::Degen);
    pub(crate) static BRETT: Token =
        token(address!("532f27101965dd16442E59d40670FaF5eBB142E4"), "BRETT", "Brett", 18, Asset::Brett);
}
