//! The assets and the way each moves. Opening prices are of a plausible size and belong to no real day.

/// Something with a price, whatever token stands for it on whatever network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asset {
    Ether,
    Bitcoin,
    UsdCoin,
    Tether,
    Dai,
    LidoStakedEther,
    CoinbaseStakedEther,
    Uniswap,
    Chainlink,
    Aave,
    Maker,
    Curve,
    Lido,
    NameService,
    Compound,
    Sushi,
    Yearn,
    Gnosis,
    Pepe,
    DigixDao,
    Aerodrome,
    Degen,
    Brett,
}

/// The movement of an asset's price.
#[derive(Debug, Clone, Copy)]
pub(super) enum Model {
    /// Follows the market by `tide_share` and itself by `volatility_per_day` (a standard deviation).
    Free { opening_price_usd: f64, tide_share: f64, volatility_per_day: f64 },
    /// Worth a dollar, give or take `unrest` a step.
    Dollar { unrest: f64 },
    /// Worth `ratio` of another asset, which must stand before it in [`Asset::ALL`], growing by staking rewards.
    TiedTo { asset: Asset, ratio: f64, growth_per_day: f64, unrest: f64 },
}

impl Model {
    pub(super) fn opening_price_usd(self) -> f64 {
        match self {
            Self::Free { opening_price_usd, .. } => opening_price_usd,
            Self::Dollar { .. } => 1.0,
            Self::TiedTo { asset, ratio, .. } => asset.model().opening_price_usd() * ratio,
        }
    }
}

impl Asset {
    /// All assets in the order of their declaration: an asset's place in it is `asset as usize`.
    pub(super) const ALL: [Self; 23] = [
        Self::Ether,
        Self::Bitcoin,
        Self::UsdCoin,
        Self::Tether,
        Self::Dai,
        Self::LidoStakedEther,
        Self::CoinbaseStakedEther,
        Self::Uniswap,
        Self::Chainlink,
        Self::Aave,
        Self::Maker,
        Self::Curve,
        Self::Lido,
        Self::NameService,
        Self::Compound,
        Self::Sushi,
        Self::Yearn,
        Self::Gnosis,
        Self::Pepe,
        Self::DigixDao,
        Self::Aerodrome,
        Self::Degen,
        Self::Brett,
    ];

    /// The value of the asset in US dollars when the period begins.
    pub(crate) fn opening_price_usd(self) -> f64 {
        self.model().opening_price_usd()
    }

    pub(super) fn model(self) -> Model {
        let free = |opening_price_usd, tide_share, volatility_per_day| Model::Free {
            opening_price_usd,
            tide_share,
            volatility_per_day,
        };
        let staked =
            |ratio, growth_per_day| Model::TiedTo { asset: Self::Ether, ratio, growth_per_day, unrest: 0.000_06 };
        match self {
            Self::Ether => free(3180.0, 1.0, 0.012),
            Self::Bitcoin => free(64_200.0, 0.75, 0.010),
            Self::UsdCoin => Model::Dollar { unrest: 0.000_02 },
            Self::Tether => Model::Dollar { unrest: 0.000_04 },
            Self::Dai => Model::Dollar { unrest: 0.000_06 },
            Self::LidoStakedEther => staked(1.172, 0.000_085),
            Self::CoinbaseStakedEther => staked(1.079, 0.000_078),
            Self::Uniswap => free(9.4, 1.1, 0.030),
            Self::Chainlink => free(15.8, 1.1, 0.026),
            Self::Aave => free(102.0, 1.1, 0.030),
            Self::Maker => free(2650.0, 0.9, 0.028),
            Self::Curve => free(0.41, 1.2, 0.038),
            Self::Lido => free(1.95, 1.2, 0.036),
            Self::NameService => free(21.5, 1.1, 0.034),
            Self::Compound => free(52.0, 1.1, 0.030),
            Self::Sushi => free(0.92, 1.2, 0.036),
            Self::Yearn => free(6400.0, 1.0, 0.026),
            Self::Gnosis => free(285.0, 0.8, 0.020),
            Self::Pepe => free(0.000_011_4, 1.4, 0.055),
            Self::DigixDao => free(58.0, 0.6, 0.020),
            Self::Aerodrome => free(0.88, 1.2, 0.045),
            Self::Degen => free(0.0094, 1.4, 0.060),
            Self::Brett => free(0.102, 1.4, 0.055),
        }
    }
}
