//! Asking the stores about the texts of a component.

use crate::Runtime;
use crate::capabilities::{ExaminationError, Given, Questions, Stores};
use quarry_contract::{Manifest, Store};

impl Runtime {
    /// Asks the stores about every text of a component; the warehouse only what it was not asked before.
    pub(super) async fn ask(
        &self,
        questions: &Questions,
        manifest: &Manifest,
        given: &Given,
        stores: &Stores,
    ) -> Result<(), ExaminationError> {
        questions.ask(manifest, given, stores, &[Store::AppStore]).await?;
        let Some(fingerprint) = questions.fingerprint_at_warehouse(manifest, given, &stores.warehouse).await? else {
            return Ok(());
        };
        if !self.examined.knows(&fingerprint) {
            questions.ask(manifest, given, stores, &[Store::Warehouse]).await?;
            self.examined.note(&fingerprint);
        }
        Ok(())
    }
}
