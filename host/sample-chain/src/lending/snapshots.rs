//! The state of every account of a network, at the end of each week and of the period.

use alloy_primitives::{Address, U256};

use super::desk::LendingDesk;
use crate::exchange::{Participant, StepContext};
use crate::market::{Calendar, Market, STEP_SECONDS, STEPS_PER_DAY};
use crate::registry::{SampleNetwork, Token};
use crate::{SampleChain, registry};

/// Steps from one snapshot to the next.
const STEPS_PER_SNAPSHOT: u32 = 7 * STEPS_PER_DAY;

/// One account at one block.
#[derive(Debug)]
pub(crate) struct AccountSnapshot {
    pub protocol: &'static str,
    pub block_number: u64,
    /// Seconds since 1970.
    pub second: i64,
    pub account: Address,
    /// With 18 decimals; none when nothing is owed.
    pub health_factor: Option<U256>,
    /// With 8 decimals.
    pub collateral_usd: U256,
    /// With 8 decimals.
    pub debt_usd: U256,
    pub collateral: (&'static Token, U256),
    pub debt: (&'static Token, U256),
}

/// Walks through the period with the lenders alone, and stops at each snapshot: they see the market, and no pool.
pub(crate) struct SnapshotWalk {
    network: SampleNetwork,
    calendar: Calendar,
    market: Market,
    desks: Vec<LendingDesk>,
    next_step: u32,
}

impl SnapshotWalk {
    pub(crate) fn new(chain: &SampleChain, network: SampleNetwork) -> Self {
        let options = chain.options();
        Self {
            network,
            calendar: Calendar::new(options),
            market: Market::new(options.seed),
            desks: registry::lenders(network).map(|lender| LendingDesk::new(lender, options)).collect(),
            next_step: 0,
        }
    }

    fn snapshot(&self, second: i64) -> Vec<AccountSnapshot> {
        let clock = &self.network.facts().clock;
        let first = clock.slot_at_or_after(second);
        let second = first + (STEP_SECONDS / clock.slot_seconds - 1) * clock.slot_seconds;
        let block_number = clock.number_at(second);
        let accounts = self.desks.iter().flat_map(|desk| desk.positions.iter().map(move |position| (desk, position)));
        accounts
            .map(|(desk, position)| AccountSnapshot {
                protocol: desk.lender.protocol,
                block_number,
                second,
                account: position.account,
                health_factor: position.health_factor(&self.market),
                collateral_usd: position.collateral_worth(&self.market),
                debt_usd: position.debt_worth(&self.market),
                collateral: (position.collateral.token, position.collateral_amount),
                debt: (position.loan.token, position.debt_amount),
            })
            .collect()
    }
}

impl Iterator for SnapshotWalk {
    type Item = Vec<AccountSnapshot>;

    fn next(&mut self) -> Option<Vec<AccountSnapshot>> {
        let slots = (STEP_SECONDS / self.network.facts().clock.slot_seconds).unsigned_abs() as u32;
        let mut drafts = Vec::new();
        while self.next_step < self.calendar.steps() {
            let moment = self.calendar.moment(self.next_step);
            self.next_step += 1;
            self.market.advance(&moment);
            let context = StepContext { moment: &moment, market: &self.market, slots };
            for desk in &mut self.desks {
                desk.act(&context, &mut drafts);
            }
            drafts.clear();
            if self.next_step.is_multiple_of(STEPS_PER_SNAPSHOT) || self.next_step == self.calendar.steps() {
                return Some(self.snapshot(moment.second));
            }
        }
        None
    }
}
