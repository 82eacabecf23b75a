//! Starts: what follows the stores, and what keeps its tables small.

use crate::assembly::host::background::Background;
use crate::assembly::{OpenStores, chains};
use crate::cable::Cable;
use crate::modules::Modules;
use crate::status_probe::StatusProbe;
use quarry_alert_letters::AlertLetters;
use quarry_deliveries::DeliveryWorker;
use quarry_edge::budgets::Budgets;
use quarry_edge::idempotency_records::Idempotency;
use quarry_identity::jobs::Runner;
use quarry_identity::{NewAccounts, Sessions};
use quarry_stores::health::Health;
use quarry_stores::key_values::KeyValues;
use quarry_stores::space_usage;
use std::sync::Arc;

/// The parts of the host that go on by themselves.
pub(super) struct Followed {
    pub(super) modules: Arc<Modules>,
    pub(super) budgets: Budgets,
    pub(super) health: Arc<Health>,
    pub(super) probe: StatusProbe,
    pub(super) idempotency: Idempotency,
    pub(super) runner: Runner,
    pub(super) deliveries: Option<DeliveryWorker>,
    pub(super) alert_letters: AlertLetters,
    pub(super) cable: Cable,
    pub(super) key_values: KeyValues,
    pub(super) new_accounts: NewAccounts,
    pub(super) sessions: Sessions,
}

impl Followed {
    /// Runs each until the host stops.
    pub(super) fn start(self, stores: &OpenStores, background: &mut Background) {
        let Followed { modules, budgets, health, probe, idempotency, runner, deliveries, cable, .. } = self;
        let (key_values, new_accounts, sessions) = (self.key_values, self.new_accounts, self.sessions);
        let alert_letters = self.alert_letters;
        let (app, warehouse) = (stores.app.clone(), stores.warehouse.clone());
        let changes = modules.changes();
        background.run(|shutdown| async move { modules.follow(shutdown).await });
        background.run(|shutdown| async move { health.follow(app, warehouse, shutdown).await });
        background.run(|shutdown| async move { probe.follow(shutdown).await });
        background.run(|shutdown| async move { idempotency.keep_small(shutdown).await });
        background.run(|shutdown| runner.run(shutdown));
        if let Some(deliveries) = deliveries {
            background.run(|shutdown| deliveries.run(shutdown));
        }
        background.run(|shutdown| alert_letters.run(shutdown));
        background.run(|shutdown| async move { cable.follow(shutdown, changes).await });
        background.run(|shutdown| async move { key_values.keep_small(shutdown).await });
        background.run(|shutdown| stores.objects.clone().keep_small(shutdown));
        background.run(|shutdown| space_usage::keep_small(stores.app.clone(), shutdown));
        background.run(|shutdown| stores.app.clone().keep_log_small(shutdown));
        background.run(|shutdown| chains::follow(stores.warehouse.clone(), shutdown));
        background.run(|shutdown| new_accounts.follow(stores.app.clone(), shutdown));
        background.run(|shutdown| async move { sessions.keep_small(shutdown).await });
        background.run(|shutdown| async move { budgets.keep(shutdown).await });
    }
}
