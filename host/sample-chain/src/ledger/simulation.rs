//! Runs the participants of one network step by step and puts what they do into blocks.

use std::collections::{HashMap, VecDeque};

use alloy_primitives::{Address, B256};

use super::block::{Block, Draft, Transaction};
use crate::SampleChain;
use crate::exchange::{Participant, PoolDesk, StepContext};
use crate::lending::LendingDesk;
use crate::market::{Calendar, Market, Moment, STEP_SECONDS};
use crate::random::RandomStream;
use crate::registry::{self, SampleNetwork};

/// The blocks of one network, in order. Holds one step of them at a time.
pub(crate) struct Simulation {
    seed: u64,
    network: SampleNetwork,
    calendar: Calendar,
    market: Market,
    participants: Vec<Box<dyn Participant>>,
    fees: RandomStream,
    /// The number of transactions that each sender has made; as long as the list of traders.
    nonces: HashMap<Address, u64>,
    next_step: u32,
    last: Option<(u64, B256)>,
    ready: VecDeque<Block>,
}

impl Simulation {
    pub(crate) fn new(chain: &SampleChain, network: SampleNetwork) -> Self {
        let options = chain.options();
        let pools = chain.pools(network).map(|pool| Box::new(PoolDesk::new(pool, options)) as Box<dyn Participant>);
        let lenders = registry::lenders(network)
            .map(|lender| Box::new(LendingDesk::new(lender, options)) as Box<dyn Participant>);
        let participants = pools.chain(lenders).collect();
        Self {
            seed: options.seed,
            network,
            calendar: Calendar::new(options),
            market: Market::new(options.seed),
            participants,
            fees: RandomStream::named(options.seed, &format!("{} fees", network.slug())),
            nonces: HashMap::new(),
            next_step: 0,
            last: None,
            ready: VecDeque::new(),
        }
    }

    fn run_step(&mut self, moment: &Moment) {
        self.market.advance(moment);
        let slot_seconds = self.network.facts().clock.slot_seconds;
        let context =
            StepContext { moment, market: &self.market, slots: (STEP_SECONDS / slot_seconds).unsigned_abs() as u32 };
        let mut drafts = Vec::new();
        for participant in &mut self.participants {
            participant.act(&context, &mut drafts);
        }
        // Stable: within a slot, participants keep their order, and each one its own.
        drafts.sort_by_key(|draft| draft.slot);
        let mut drafts = drafts.into_iter().peekable();
        while let Some(first) = drafts.next() {
            let slot = first.slot;
            let mut same_slot = vec![first];
            while let Some(draft) = drafts.next_if(|draft| draft.slot == slot) {
                same_slot.push(draft);
            }
            let block = self.seal(moment, slot, same_slot);
            self.ready.push_back(block);
        }
    }

    fn seal(&mut self, moment: &Moment, slot: u32, drafts: Vec<Draft>) -> Block {
        let facts = self.network.facts();
        let second = facts.clock.slot_at_or_after(moment.second) + i64::from(slot) * facts.clock.slot_seconds;
        let number = facts.clock.number_at(second);
        let parent_hash = match self.last {
            Some((parent, hash)) if parent + 1 == number => hash,
            _ => Block::hash_of_empty(self.seed, self.network, number.saturating_sub(1)),
        };
        let base_fee_wei = (facts.base_fee_wei as f64 * moment.activity * self.fees.between(0.7, 1.4)) as u64;
        let transactions = drafts
            .into_iter()
            .map(|draft| {
                let nonce = self.nonces.entry(draft.from).or_default();
                let tip_wei = base_fee_wei / 20 + u64::from(self.fees.below(100_000));
                let transaction = Transaction::new(self.network, *nonce, base_fee_wei + tip_wei, draft);
                *nonce += 1;
                transaction
            })
            .collect();
        let block = Block::new(number, second, parent_hash, base_fee_wei, transactions);
        self.last = Some((block.number, block.hash));
        block
    }
}

impl Iterator for Simulation {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        while self.ready.is_empty() && self.next_step < self.calendar.steps() {
            let moment = self.calendar.moment(self.next_step);
            self.next_step += 1;
            self.run_step(&moment);
        }
        self.ready.pop_front()
    }
}
