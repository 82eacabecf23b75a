//! The data that the deployment holds of people: they can have it as a file, and it goes when they delete their account.
//!
//! Always true: every column of the app store that names a person is in one of the host's declarations (`host_data`) or in a
//! component's manifest, so an export leaves nothing out and a deletion leaves nothing behind unsaid (test `personal_data`).
//! Such a column is called `user_id`, or ends in it; the person's own row is that of `users`. A deletion is one transaction.
//! Where a component has tables and is not loaded, nobody knows what they hold: an export says so, and a deletion says that they
//! stay. Of a part of the service a deletion is refused: it is loaded again soon.
//!
//! To add a table with such a column: its line in [`HOST_DATA`].

mod deletion;
mod error;
mod export;
mod export_file;
mod host_data;
mod keepers;
mod known_rows;
mod rows;
mod webhooks_left;

pub use deletion::{Deletion, Kept};
pub use error::{KeptBack, OwnedOrganization, PersonalDataError};
pub use export::{DataExport, ExportState};
pub use export_file::ExportJob;
pub use host_data::{HOST_DATA, HostData, HostErasure};
pub use rows::page_of_rows;
pub use rows::{AccountKeeper, ComponentsData, Erasing, PersonalRows};

use crate::object_links::ObjectLinks;
use crate::{Letters, Sessions};
use quarry_stores::app::AppStore;
use quarry_stores::objects::Objects;
use std::sync::{Arc, OnceLock, Weak};

/// The personal data of a deployment. A clone shares the stores.
#[derive(Clone)]
pub struct PersonalData {
    store: AppStore,
    objects: Objects,
    links: ObjectLinks,
    letters: Letters,
    sessions: Sessions,
    /// Set once they are loaded; weak, because components hold the stores that hold this.
    components: Arc<OnceLock<Weak<dyn ComponentsData>>>,
}

impl PersonalData {
    pub fn new(
        store: AppStore,
        objects: Objects,
        links: ObjectLinks,
        letters: Letters,
        sessions: Sessions,
    ) -> PersonalData {
        PersonalData { store, objects, links, letters, sessions, components: Arc::default() }
    }

    /// Says who knows what components hold. The first word counts; until then nothing is exported or deleted.
    pub fn ask_components(&self, components: &Arc<dyn ComponentsData>) {
        // A host has one set of components.
        self.components.get_or_init(|| Arc::downgrade(components));
    }
}

/// True when a column of that name holds a person's id.
pub fn names_a_person(column: &str) -> bool {
    column == "user_id" || column.ends_with("_user_id")
}
