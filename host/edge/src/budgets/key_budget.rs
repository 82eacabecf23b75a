//! The part of one key's budget that a host holds.

use crate::budgets::LEASE;
use crate::budgets::hour::Hour;
use crate::budgets::ledger::{Counted, Unspent};
use jiff::Timestamp;
use quarry_contract::{BudgetState, Spending};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time for which a refusal of the store is believed: for so long a key that is out of budget costs no statements.
const REFUSED_FOR: Duration = Duration::from_secs(1);

/// A lease that is spent sooner is followed by twice as many together, a slower one by half as many.
const SPENT_SOON: Duration = Duration::from_millis(5);

/// One key on this host.
#[derive(Debug)]
pub(super) struct KeyBudget {
    pub(super) key_id: i64,
    /// Held while a request asks the store about this key, so that one does at a time.
    pub(super) flight: Arc<tokio::sync::Mutex<()>>,
    hand: Mutex<Hand>,
}

#[derive(Debug)]
struct Hand {
    view: Option<View>,
    /// Requests that were leased in the view's hour and not spent.
    left: u64,
    /// `left` is on its way back and may not be spent.
    is_returning: bool,
    refused_until: Option<Instant>,
    used_at: Instant,
    /// The number of leases that the last statement took, and the time at which it began.
    together: u64,
    taken_at: Instant,
    /// Requests in hand at which the next lease is taken: half of the last.
    ahead_at: u64,
}

/// The last answer of the store.
#[derive(Debug, Clone, Copy)]
struct View {
    hour: Hour,
    limit: u64,
    granted: u64,
    /// The time at which the statement began.
    asked_at: Instant,
    /// The least that was shown as remaining in this hour at this limit: it does not rise again.
    shown: u64,
}

/// The moment of a request, by both clocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    pub(super) time: Timestamp,
    pub(super) hour: Hour,
    pub(super) instant: Instant,
}

impl KeyBudget {
    pub(super) fn new(key_id: i64, now: Instant) -> KeyBudget {
        let hand = Hand {
            view: None,
            left: 0,
            is_returning: false,
            refused_until: None,
            used_at: now,
            together: 0,
            taken_at: now,
            ahead_at: 0,
        };
        KeyBudget { key_id, flight: Arc::default(), hand: Mutex::new(hand) }
    }

    /// Takes a request out of what is in hand, or repeats a young refusal. `None`: the store must be asked.
    pub(super) fn try_spend(&self, limit: u64, now: Moment) -> Option<Spending> {
        let mut hand = self.hand();
        hand.used_at = now.instant;
        if hand.is_returning || !hand.is_current(limit, now) {
            return None;
        }
        if hand.left > 0 {
            hand.left -= 1;
            return hand.show_again().map(Spending::Granted);
        }
        if hand.refused_until.is_none_or(|until| until <= now.instant) {
            return None;
        }
        let hour = hand.view.as_ref()?.hour;
        let budget_state = hand.show_again()?;
        Some(Spending::Refused { budget_state, retry_after_seconds: hour.seconds_left(now.time) })
    }

    /// The budget without spending, where what the store said is of this hour and limit and not older than `since`.
    pub(super) fn budget_state(&self, limit: u64, now: Moment, since: Option<Instant>) -> Option<BudgetState> {
        let mut hand = self.hand();
        let is_young = hand.view.is_some_and(|view| since.is_none_or(|since| view.asked_at >= since));
        if is_young && hand.is_current(limit, now) { hand.show_again() } else { None }
    }

    /// The standing that is certain without asking the store: the requests in hand.
    pub(super) fn certain(&self, budget_state: BudgetState) -> BudgetState {
        BudgetState { remaining: self.hand().left.min(budget_state.remaining), ..budget_state }
    }

    /// The requests that the statement that takes a lease gives back: the rest of a lease that was taken under another limit.
    /// It can no longer be spent.
    pub(super) fn surrender(&self) -> Option<Unspent> {
        let mut hand = self.hand();
        let requests = std::mem::take(&mut hand.left);
        hand.view.filter(|_| requests > 0).map(|view| Unspent { hour: view.hour, requests })
    }

    /// A lease, as the store wrote it down for the request of `asked`, which takes the first of it.
    pub(super) fn receive(&self, limit: u64, counted: Counted, asked: Moment) -> Spending {
        let mut hand = self.hand();
        hand.see(limit, counted, asked.instant);
        hand.left = counted.lease.saturating_sub(1);
        hand.ahead_at = counted.lease / 2;
        hand.refused_until = (counted.lease == 0).then(|| asked.instant + REFUSED_FOR);
        let budget_state = hand.show(limit, counted);
        match counted.lease {
            0 => Spending::Refused { budget_state, retry_after_seconds: counted.hour.seconds_left(asked.time) },
            _ => Spending::Granted(budget_state),
        }
    }

    /// True when the next lease should be taken now: once for each of the full size, and not near the budget's end.
    pub(super) fn runs_low(&self) -> bool {
        let hand = self.hand();
        let remaining = hand.view.map_or(0, |view| view.limit.saturating_sub(view.granted));
        hand.left == hand.ahead_at && remaining > LEASE.most * LEASE.share
    }

    /// The number of leases that are taken together now.
    pub(super) fn leases_together(&self, now: Instant) -> u64 {
        let mut hand = self.hand();
        let is_soon = now.saturating_duration_since(hand.taken_at) < SPENT_SOON;
        let together = if is_soon { hand.together * 2 } else { hand.together / 2 };
        hand.together = together.clamp(1, LEASE.most_together);
        hand.taken_at = now;
        hand.together
    }

    /// A lease that was taken while the one before was still in hand.
    pub(super) fn receive_ahead(&self, limit: u64, counted: Counted, asked: Moment) {
        let mut hand = self.hand();
        let is_more_of_it = hand.view.is_some_and(|view| view.hour == counted.hour && view.limit == limit);
        hand.see(limit, counted, asked.instant);
        hand.left = if is_more_of_it { hand.left + counted.lease } else { counted.lease };
        hand.ahead_at = counted.lease / 2;
    }

    /// Takes in the store's answer to a question that took no lease. A row of an hour before `asked` says nothing about this
    /// hour.
    pub(super) fn observe(&self, limit: u64, counted: Option<Counted>, asked: Moment) -> BudgetState {
        let untouched = Counted { hour: asked.hour, granted: 0, lease: 0 };
        let counted = counted.filter(|counted| counted.hour >= asked.hour).unwrap_or(untouched);
        let mut hand = self.hand();
        let is_other = hand.view.is_some_and(|view| view.hour != counted.hour || view.limit != limit);
        if hand.left > 0 && is_other {
            // What is in hand is of another hour or limit: the request that would spend it asks anew.
            let remaining = limit.saturating_sub(counted.granted);
            return BudgetState { limit, remaining, resets_at_seconds: counted.hour.end_seconds() };
        }
        hand.see(limit, counted, asked.instant);
        hand.show(limit, counted)
    }

    /// Forgets requests that could not be confirmed, and does not spend those that may have been given back.
    pub(super) fn forget(&self) {
        let mut hand = self.hand();
        (hand.view, hand.left, hand.is_returning, hand.refused_until) = (None, 0, false, None);
    }

    /// Begins to return what is left, if it has lain idle for `idle`: from here on it is not spent. The caller holds the
    /// flight and ends with [`KeyBudget::returned`] or [`KeyBudget::forget`].
    pub(super) fn begin_return(&self, idle: Duration, now: Instant) -> Option<Unspent> {
        let mut hand = self.hand();
        let is_idle = now.saturating_duration_since(hand.used_at) >= idle;
        let view = hand.view.filter(|_| is_idle && hand.left > 0 && !hand.is_returning)?;
        hand.is_returning = true;
        Some(Unspent { hour: view.hour, requests: hand.left })
    }

    /// The store has it back.
    pub(super) fn returned(&self) {
        let mut hand = self.hand();
        let left = std::mem::take(&mut hand.left);
        hand.is_returning = false;
        if let Some(view) = &mut hand.view {
            view.granted = view.granted.saturating_sub(left);
        }
    }

    /// True when requests are in hand that could be returned.
    pub(super) fn holds_something(&self) -> bool {
        self.hand().left > 0
    }

    /// The time since which it was not used.
    pub(super) fn used_at(&self) -> Instant {
        self.hand().used_at
    }

    /// A panic cannot leave a hand half changed, so a poisoned lock is as good as a sound one.
    fn hand(&self) -> MutexGuard<'_, Hand> {
        self.hand.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hand {
    /// True when the view is of this limit, and of this hour or, after a clock went back, of a later one.
    fn is_current(&self, limit: u64, now: Moment) -> bool {
        self.view.is_some_and(|view| view.limit == limit && view.hour >= now.hour)
    }

    fn see(&mut self, limit: u64, counted: Counted, asked_at: Instant) {
        let same = self.view.filter(|view| view.hour == counted.hour && view.limit == limit);
        let shown = same.map_or(u64::MAX, |view| view.shown);
        self.view = Some(View { hour: counted.hour, limit, granted: counted.granted, asked_at, shown });
    }

    /// The rest of the budget when everything that others hold counts as spent.
    fn show_again(&mut self) -> Option<BudgetState> {
        let left = self.left;
        let view = self.view.as_mut()?;
        view.shown = view.limit.saturating_sub(view.granted).saturating_add(left).min(view.shown);
        Some(BudgetState { limit: view.limit, remaining: view.shown, resets_at_seconds: view.hour.end_seconds() })
    }

    /// As [`Hand::show_again`], right after [`Hand::see`].
    fn show(&mut self, limit: u64, counted: Counted) -> BudgetState {
        let nothing = BudgetState { limit, remaining: 0, resets_at_seconds: counted.hour.end_seconds() };
        self.show_again().unwrap_or(nothing)
    }
}
