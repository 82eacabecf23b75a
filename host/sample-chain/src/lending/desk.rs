//! The desk of one lender: opens positions, and liquidates those that are no longer healthy.

use alloy_primitives::{Address, U256};

use super::calls::{self, Seizure};
use super::position::{DOLLAR, Position, WHOLE, collateral_amount, share, token_amount};
use crate::exchange::{Participant, StepContext};
use crate::ledger::Draft;
use crate::market::{Market, STEPS_PER_DAY};
use crate::options::SampleChainOptions;
use crate::people::account;
use crate::random::RandomStream;
use crate::registry::{Lender, LenderKind};

/// Everybody who liquidates, over all lenders.
const LIQUIDATORS: u32 = 12;
/// Half of a debt can be repaid at once.
const CLOSE_FACTOR: u32 = 5_000;
/// A position is worth this much at least, in US dollars, and up to so much more; most are small.
const SMALLEST_WORTH: f64 = 2_500.0;
const WORTH_SPREAD: f64 = 600_000.0;
/// The health at which a position begins, in ten-thousandths: at least this, and up to so much more; many are daring.
const LOWEST_HEALTH: f64 = 10_450.0;
const HEALTH_SPREAD: f64 = 9_000.0;
/// A debt of less than a dollar is not worth the gas.
const DUST: u64 = DOLLAR;

/// A lender and its accounts.
pub(crate) struct LendingDesk {
    pub(super) lender: &'static Lender,
    seed: u64,
    stream: RandomStream,
    plans: Vec<Plan>,
    pub(super) positions: Vec<Position>,
}

/// A position that somebody will open.
struct Plan {
    step: u32,
    account: Address,
    collateral: u32,
    loan: u32,
    worth_usd: f64,
    /// Health factor at the beginning, in ten-thousandths.
    health: u32,
}

impl LendingDesk {
    pub(crate) fn new(lender: &'static Lender, options: &SampleChainOptions) -> Self {
        let name = format!("lender {} {}", lender.network.slug(), lender.slug);
        let mut stream = RandomStream::named(options.seed, &name);
        let plans = (0..lender.accounts).map(|number| plan(lender, options, number, &mut stream)).collect();
        Self { lender, seed: options.seed, stream, plans, positions: Vec::new() }
    }

    fn open(&mut self, step: u32, market: &Market) {
        for plan in self.plans.iter().filter(|plan| plan.step == step) {
            let collateral = &self.lender.collaterals[plan.collateral as usize];
            let loan = &self.lender.loans[plan.loan as usize];
            let worth = U256::from((plan.worth_usd * DOLLAR as f64) as u64);
            let carried = share(worth, collateral.threshold) * U256::from(WHOLE) / U256::from(plan.health);
            self.positions.push(Position {
                account: plan.account,
                collateral,
                loan,
                collateral_amount: collateral_amount(collateral, worth, market),
                debt_amount: token_amount(loan.token, carried, market),
            });
        }
    }

    /// Takes from a position what a liquidation takes.
    fn seize(kind: LenderKind, position: &mut Position, market: &Market) -> Seizure {
        let collateral_before = position.collateral_worth(market);
        let (repaid, taken) = if kind == LenderKind::Comet {
            // The market credits the account with its collateral, less a penalty; what is over stays with it as a deposit.
            let credit = share(collateral_before, position.collateral.bonus);
            let paid_out = token_amount(position.loan.token, credit, market).max(position.debt_amount);
            (paid_out, position.collateral_amount)
        } else {
            let debt_worth = position.debt_worth(market);
            let part = if debt_worth < U256::from(1_000 * DOLLAR) { WHOLE } else { CLOSE_FACTOR };
            let repaid = share(position.debt_amount, part);
            let wanted = share(share(debt_worth, part), position.collateral.bonus);
            (repaid, collateral_amount(position.collateral, wanted, market).min(position.collateral_amount))
        };
        let seizure = Seizure {
            account: position.account,
            collateral: position.collateral.token,
            collateral_amount: taken,
            collateral_worth: super::position::collateral_worth(position.collateral, taken, market),
            loan: position.loan,
            debt_before: position.debt_amount,
            repaid,
            repaid_worth: share(collateral_before, position.collateral.bonus),
        };
        position.collateral_amount -= taken;
        position.debt_amount = position.debt_amount.saturating_sub(repaid);
        seizure
    }
}

impl Participant for LendingDesk {
    fn act(&mut self, context: &StepContext<'_>, drafts: &mut Vec<Draft>) {
        self.open(context.moment.step, context.market);
        for position in &mut self.positions {
            if !position.is_unhealthy(context.market) || position.debt_worth(context.market) < U256::from(DUST) {
                continue;
            }
            let seizure = Self::seize(self.lender.kind, position, context.market);
            let slot = self.stream.below(context.slots);
            let liquidator = account(self.seed, "liquidator", &self.stream.below(LIQUIDATORS).to_be_bytes());
            let takes_deposit = self.stream.below(8) == 0;
            let clock = &self.lender.network.facts().clock;
            let second = clock.slot_at_or_after(context.moment.second) + i64::from(slot) * clock.slot_seconds;
            let call = calls::Call { lender: self.lender, seed: self.seed, slot, second, liquidator, takes_deposit };
            drafts.push(call.draft(&seizure));
        }
    }
}

/// The plan of the account of this number. A third of all are there from the first day on.
fn plan(lender: &Lender, options: &SampleChainOptions, number: u32, stream: &mut RandomStream) -> Plan {
    let window = if number.is_multiple_of(3) { STEPS_PER_DAY } else { options.days * STEPS_PER_DAY / 5 * 4 };
    let name = format!("{} {} {number}", lender.network.slug(), lender.slug);
    let (step, collateral) = (stream.below(window), stream.below(lender.collaterals.len() as u32));
    let loan = stream.below(lender.loans.len() as u32);
    let (size, daring) = (stream.unit(), stream.unit());
    Plan {
        step,
        account: account(options.seed, "borrower", name.as_bytes()),
        collateral,
        loan,
        worth_usd: SMALLEST_WORTH + WORTH_SPREAD * size * size * size * size,
        health: (LOWEST_HEALTH + HEALTH_SPREAD * daring * daring) as u32,
    }
}
