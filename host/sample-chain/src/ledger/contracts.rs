//! The contracts' own declarations, as far as the sample uses them. The encoding of logs and calls follows from these by
//! `alloy-sol-types`: topic 0, which fields are topics, how each is padded.
//!
//! To add an event, copy its declaration from the contract's source, with names and `indexed` as they stand.

/// ERC-20 tokens.
pub(crate) mod erc20 {
    alloy_sol_types::sol! {
        event Transfer(address indexed from, address indexed to, uint256 value);
    }
}

/// Uniswap V2 and its copies: factory, pair, router.
pub(crate) mod v2 {
    alloy_sol_types::sol! {
        event PairCreated(address indexed token0, address indexed token1, address pair, uint256 allPairsLength);
        event Sync(uint112 reserve0, uint112 reserve1);
        event Mint(address indexed sender, uint256 amount0, uint256 amount1);
        event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
        event Swap(
            address indexed sender,
            uint256 amount0In,
            uint256 amount1In,
            uint256 amount0Out,
            uint256 amount1Out,
            address indexed to
        );

        function swapExactTokensForTokens(
            uint256 amountIn,
            uint256 amountOutMin,
            address[] path,
            address to,
            uint256 deadline
        ) external;
        function addLiquidity(
            address tokenA,
            address tokenB,
            uint256 amountADesired,
            uint256 amountBDesired,
            uint256 amountAMin,
            uint256 amountBMin,
            address to,
            uint256 deadline
        ) external;
        function removeLiquidity(
            address tokenA,
            address tokenB,
            uint256 liquidity,
            uint256 amountAMin,
            uint256 amountBMin,
            address to,
            uint256 deadline
        ) external;
    }
}

/// Uniswap V3: factory, pool, and the router known as SwapRouter02.
pub(crate) mod v3 {
    alloy_sol_types::sol! {
        event PoolCreated(
            address indexed token0,
            address indexed token1,
            uint24 indexed fee,
            int24 tickSpacing,
            address pool
        );
        event Initialize(uint160 sqrtPriceX96, int24 tick);
        event Mint(
            address sender,
            address indexed owner,
            int24 indexed tickLower,
            int24 indexed tickUpper,
            uint128 amount,
            uint256 amount0,
            uint256 amount1
        );
        event Burn(
            address indexed owner,
            int24 indexed tickLower,
            int24 indexed tickUpper,
            uint128 amount,
            uint256 amount0,
            uint256 amount1
        );
        event Collect(
            address indexed owner,
            address recipient,
            int24 indexed tickLower,
            int24 indexed tickUpper,
            uint128 amount0,
            uint128 amount1
        );
        event Swap(
            address indexed sender,
            address indexed recipient,
            int256 amount0,
            int256 amount1,
            uint160 sqrtPriceX96,
            uint128 liquidity,
            int24 tick
        );

        struct ExactInputSingleParams {
            address tokenIn;
            address tokenOut;
            uint24 fee;
            address recipient;
            uint256 amountIn;
            uint256 amountOutMinimum;
            uint160 sqrtPriceLimitX96;
        }
        function exactInputSingle(ExactInputSingleParams params) external;
        function mint(address recipient, int24 tickLower, int24 tickUpper, uint128 amount, bytes data) external;
        function burn(int24 tickLower, int24 tickUpper, uint128 amount) external;
    }
}

/// Aave V1: the lending pool.
pub(crate) mod aave_v1 {
    alloy_sol_types::sol! {
        event LiquidationCall(
            address indexed _collateral,
            address indexed _reserve,
            address indexed _user,
            uint256 _purchaseAmount,
            uint256 _liquidatedCollateralAmount,
            uint256 _accruedBorrowInterest,
            address _liquidator,
            bool _receiveAToken,
            uint256 _timestamp
        );
    }
}

/// Aave V2, V3 and their forks: the pool. The call is Aave V1's too.
pub(crate) mod aave {
    alloy_sol_types::sol! {
        event LiquidationCall(
            address indexed collateralAsset,
            address indexed debtAsset,
            address indexed user,
            uint256 debtToCover,
            uint256 liquidatedCollateralAmount,
            address liquidator,
            bool receiveAToken
        );

        function liquidationCall(
            address collateralAsset,
            address debtAsset,
            address user,
            uint256 debtToCover,
            bool receiveAToken
        ) external;
    }
}

/// Compound V2: a cToken.
pub(crate) mod compound_v2 {
    alloy_sol_types::sol! {
        event LiquidateBorrow(
            address liquidator,
            address borrower,
            uint256 repayAmount,
            address cTokenCollateral,
            uint256 seizeTokens
        );

        function liquidateBorrow(address borrower, uint256 repayAmount, address cTokenCollateral) external;
    }
}

/// Compound III: a market.
pub(crate) mod comet {
    alloy_sol_types::sol! {
        event AbsorbDebt(address indexed absorber, address indexed borrower, uint256 basePaidOut, uint256 usdValue);
        event AbsorbCollateral(
            address indexed absorber,
            address indexed borrower,
            address indexed asset,
            uint256 collateralAbsorbed,
            uint256 usdValue
        );

        function absorb(address absorber, address[] accounts) external;
    }
}
