//! Starts: keys, people and the ways in, and the stores of the components, which reach accounts through the host.

use crate::assembly::capability_stores::outbound_client;
use crate::assembly::host::error::HostError;
use crate::assembly::{OpenStores, capability_stores, people, policy};
use crate::modules::Modules;
use jiff::Timestamp;
use quarry_alert_letters::AlertLetters;
use quarry_alert_letters::unsubscription::UnsubscriptionLinks;
use quarry_config::Configuration;
use quarry_deliveries::DeliveryWorker;
use quarry_identity::object_links::{LinkGuards, LinkRights, ObjectLinks};
use quarry_identity::personal_data::{ComponentsData, PersonalData};
use quarry_identity::secrets::SecretKeys;
use quarry_identity::{
    AccountComponents, Keys, Letters, NewAccounts, Organizations, Passwords, Providers, Sessions, SignIn, SingleSignOn,
};
use quarry_runtime::capabilities::{Accounts, ModuleDesk, StoreUse, Stores};
use quarry_stores::clock::Clock;
use std::sync::Arc;

/// The keys and people of the deployment.
pub(super) struct HostAccounts {
    pub(super) keys: Keys,
    pub(super) sign_in: SignIn,
    pub(super) sessions: Sessions,
    pub(super) letters: Letters,
    pub(super) new_accounts: NewAccounts,
    pub(super) personal_data: PersonalData,
    pub(super) object_links: ObjectLinks,
    pub(super) link_rights: LinkRights,
    pub(super) unsubscription_links: UnsubscriptionLinks,
    providers: Providers,
    secret_keys: SecretKeys,
    passwords: Passwords,
}

impl HostAccounts {
    pub(super) async fn open(
        configuration: &Configuration,
        stores: &OpenStores,
        base_path: &str,
    ) -> Result<HostAccounts, HostError> {
        let object_links = object_links(stores, base_path).await?;
        let unsubscription_links = unsubscription_links(configuration, stores, base_path).await?;
        let (secret_keys, passwords) = (secret_keys(stores).await?, Passwords::default());
        let keys = Keys::new(stores.app.clone(), policy::environment(configuration));
        let letters = people::letters(configuration);
        let providers = people::providers(configuration, &stores.app, secret_keys.clone())?;
        let sign_in =
            people::sign_in(configuration, &stores.app, providers.clone(), passwords.clone(), secret_keys.clone());
        let new_accounts = NewAccounts::default();
        let sign_in = sign_in.await?.with_new_accounts(new_accounts.clone());
        let sessions = sign_in.sessions().clone();
        let (links, letters_of_data) = (object_links.clone(), letters.clone());
        let personal_data =
            PersonalData::new(stores.app.clone(), stores.objects.clone(), links, letters_of_data, sessions.clone());
        Ok(HostAccounts {
            keys,
            sign_in,
            sessions,
            letters,
            new_accounts,
            personal_data,
            object_links,
            link_rights: LinkRights::new(stores.app.clone()),
            unsubscription_links,
            providers,
            secret_keys,
            passwords,
        })
    }

    /// The worker that tells endpoints of events, signed with their secrets. A machine without name servers serves all the same.
    pub(super) fn deliveries(&self, configuration: &Configuration, stores: &OpenStores) -> Option<DeliveryWorker> {
        let client = outbound_client(configuration)
            .inspect_err(|error| tracing::warn!(%error, "this host delivers no events to webhook endpoints"))
            .ok()?;
        Some(DeliveryWorker::new(stores.app.clone(), client, self.secret_keys.clone(), Clock::system()))
    }

    /// The writer of emails about alerts.
    pub(super) fn alert_letters(&self, configuration: &Configuration, stores: &OpenStores) -> AlertLetters {
        let web_app_url = people::web_app_url(configuration);
        AlertLetters::new(stores.app.clone(), self.unsubscription_links.clone(), web_app_url, Clock::system())
    }

    /// The stores that components reach, with the accounts among them.
    pub(super) fn component_stores(
        &self,
        configuration: &Configuration,
        stores: &OpenStores,
    ) -> Result<Arc<Stores>, HostError> {
        let reached = capability_stores(configuration, stores)?;
        let (providers, names) = (self.providers.clone(), reached.names.clone());
        let accounts = Accounts { sign_in: self.sign_in.clone(), personal_data: self.personal_data.clone() };
        Ok(Arc::new(Stores {
            people: Some(people::people(configuration, &stores.app, &self.sessions, &self.keys)),
            at_load: StoreUse::Serve,
            single_sign_on: SingleSignOn::new(stores.app.clone(), providers, names),
            organizations: Organizations::new(stores.app.clone(), self.keys.clone(), self.letters.clone()),
            object_links: self.object_links.clone(),
            secret_keys: self.secret_keys.clone(),
            passwords: self.passwords.clone(),
            accounts: Some(accounts),
            ..reached
        }))
    }

    /// Makes the loaded components answer: for the personal data that they hold, about new accounts, and whether links still hold.
    pub(super) async fn ask_components(
        &self,
        modules: &Arc<Modules>,
        shared: &Stores,
        stores: &OpenStores,
    ) -> Result<(), HostError> {
        shared.modules.set(&(Arc::clone(modules) as Arc<dyn ModuleDesk>));
        self.personal_data.ask_components(&(Arc::clone(modules) as Arc<dyn ComponentsData>));
        self.link_rights.ask_components(&(Arc::clone(modules) as Arc<dyn LinkGuards>));
        let components = Arc::clone(modules) as Arc<dyn AccountComponents>;
        self.new_accounts.ask_components(&components);
        self.new_accounts.catch_up(&stores.app).await?;
        Ok(())
    }
}

/// Gives the keys with which components' secrets are sealed and found, on every host of the deployment.
async fn secret_keys(stores: &OpenStores) -> Result<SecretKeys, HostError> {
    let secrets = stores.app.deployment_secrets("component-secrets", Timestamp::now()).await;
    Ok(SecretKeys::new(secrets.map_err(HostError::Secrets)?))
}

/// Makes and opens signed links, as every host of the deployment does.
async fn object_links(stores: &OpenStores, base_path: &str) -> Result<ObjectLinks, HostError> {
    let secrets = stores.app.deployment_secrets("object-link", Timestamp::now()).await.map_err(HostError::Secrets)?;
    Ok(ObjectLinks::new(&secrets, base_path))
}

/// Makes and opens the links that end emails about alerts; whole ones where the service knows its address.
async fn unsubscription_links(
    configuration: &Configuration,
    stores: &OpenStores,
    base_path: &str,
) -> Result<UnsubscriptionLinks, HostError> {
    let secrets = stores.app.deployment_secrets("alert-letters", Timestamp::now()).await.map_err(HostError::Secrets)?;
    let origin = configuration.server.public_url.trim_end_matches('/');
    let service = (!origin.is_empty()).then(|| format!("{origin}{base_path}"));
    Ok(UnsubscriptionLinks::new(&secrets, service))
}
