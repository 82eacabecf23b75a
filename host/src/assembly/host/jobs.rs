//! Starts: the runner of jobs, with those of the host.

use crate::assembly::OpenStores;
use crate::assembly::host::accounts::HostAccounts;
use crate::modules::Modules;
use quarry_identity::RecoveryLetters;
use quarry_identity::jobs::{HostJob, JobComponents, Runner};
use quarry_identity::mail::MailDelivery;
use quarry_identity::personal_data::ExportJob;
use quarry_stores::clock::Clock;
use std::sync::Arc;

pub(super) fn runner(
    stores: &OpenStores,
    modules: &Arc<Modules>,
    mail: MailDelivery,
    accounts: &HostAccounts,
) -> Runner {
    let recovery = RecoveryLetters::new(stores.app.clone(), accounts.letters.clone());
    let exports = ExportJob::new(accounts.personal_data.clone());
    let jobs: Vec<Arc<dyn HostJob>> = vec![Arc::new(mail), Arc::new(recovery), Arc::new(exports)];
    let components = Arc::clone(modules) as Arc<dyn JobComponents>;
    Runner::new(stores.app.clone(), components, jobs, Clock::system())
}
