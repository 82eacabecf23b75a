//! The stores and services of a host that capabilities reach.

use crate::capabilities::{ModuleDeskPlace, OutboundAccess, SettingsAccess};
use quarry_contract::Secret;
use quarry_identity::object_links::ObjectLinks;
use quarry_identity::outbound::NameLookup;
use quarry_identity::personal_data::PersonalData;
use quarry_identity::secrets::SecretKeys;
use quarry_identity::{Environment, Keys, Letters, Organizations, Passwords, People, Providers, SignIn, SingleSignOn};
use quarry_stores::app::AppStore;
use quarry_stores::clock::Clock;
use quarry_stores::key_values::{KeyValueQuota, KeyValues};
use quarry_stores::objects::Objects;
use quarry_stores::row_files::{RowFileLimits, RowFiles};
use quarry_stores::row_memory::RowMemory;
use quarry_stores::warehouse::Warehouse;
use std::collections::BTreeMap;
use std::path::Path;

/// The use of the stores when a component is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreUse {
    /// The host reads the declarations only.
    Nothing,
    /// A store in memory is asked in the place of the app store, and the warehouse is not: there is no deployment.
    Rehearse,
    /// The stores are asked whether they could run its statements, and nothing of the component runs on them: it is tried on a
    /// store in memory, with the host's schema and its own tables, in the place of the app store. The warehouse only reads.
    Ask,
    /// Its own tables are brought up to date, and then they are asked: the component is about to serve.
    Serve,
}

/// The stores of a host, and what else its capabilities reach.
#[derive(Clone)]
pub struct Stores {
    pub app: AppStore,
    pub warehouse: Warehouse,
    pub at_load: StoreUse,
    pub key_values: KeyValues,
    pub outbound: OutboundAccess,
    /// Settings that are not secret, for the components that name their groups.
    pub settings: SettingsAccess,
    pub objects: Objects,
    pub object_links: ObjectLinks,
    /// Files of rows that the host may write.
    pub row_files: RowFiles,
    /// The memory of the rows that all components hold.
    pub row_memory: RowMemory,
    pub addresses: Addresses,
    /// The keys that fingerprints and sealed secrets are made with.
    pub secret_keys: SecretKeys,
    pub passwords: Passwords,
    /// The changes that admins make to their organizations.
    pub organizations: Organizations,
    /// Their identity providers.
    pub single_sign_on: SingleSignOn,
    /// Names that people gave.
    pub names: NameLookup,
    /// The module switches, for staff.
    pub modules: ModuleDeskPlace,
    /// Other people's accounts, for staff; none where nobody signs in.
    pub people: Option<People>,
    /// Credentials by component and name.
    pub configured_secrets: BTreeMap<String, BTreeMap<String, Secret>>,
    /// The accounts; none where nobody signs in, when declarations are only read.
    pub accounts: Option<Accounts>,
    /// Bytes that any one space may hold, whatever the plans of its owners allow; none is no bound.
    pub space_bytes: Option<u64>,
    /// True where rows are held against the schemas of the answers that they stand in.
    pub checks_answers: bool,
}

/// The addresses of the deployment, each without a slash at the end; none where it does not say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Addresses {
    /// Scheme and authority of the service.
    pub service: Option<String>,
    /// The address of the web application.
    pub web_app: Option<String>,
    /// The path below which operations are served.
    pub base_path: String,
}

/// The services that change the accounts of people.
#[derive(Clone)]
pub struct Accounts {
    pub sign_in: SignIn,
    pub personal_data: PersonalData,
}

impl Stores {
    /// Makes the stores with the default quota for values, keys of the sandbox, nothing to ask outside and nowhere to put
    /// objects.
    pub fn new(app: AppStore, warehouse: Warehouse) -> Stores {
        let key_values = KeyValues::new(app.clone(), KeyValueQuota::default(), Clock::system());
        let keys = Keys::new(app.clone(), Environment::Sandbox);
        let organizations = Organizations::new(app.clone(), keys, Letters::new(None));
        let names = NameLookup::of_the_system();
        let single_sign_on = SingleSignOn::new(app.clone(), Providers::none(app.clone()), names.clone());
        Stores {
            app,
            warehouse,
            at_load: StoreUse::Nothing,
            key_values,
            outbound: OutboundAccess::closed(),
            settings: SettingsAccess::default(),
            objects: Objects::unconnected(),
            object_links: ObjectLinks::unconnected(),
            row_files: RowFiles::new(RowFileLimits::default()),
            row_memory: RowMemory::default(),
            addresses: Addresses::default(),
            secret_keys: SecretKeys::unconnected(),
            passwords: Passwords::default(),
            organizations,
            single_sign_on,
            names,
            modules: ModuleDeskPlace::default(),
            people: None,
            configured_secrets: BTreeMap::new(),
            accounts: None,
            space_bytes: None,
            checks_answers: false,
        }
    }

    /// Stores that nobody answers for: declarations can be read with them, and no statement runs.
    pub fn unconnected() -> Stores {
        let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
        Stores::new(AppStore::unconnected(), warehouse)
    }
}
