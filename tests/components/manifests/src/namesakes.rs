//! A component that calls itself as another one, with a text of SQL which a test writes into the file.

use crate::good::{self, statement};
use crate::texts::text;
use quarry_sdk::bindings::quarry::plugin::app_store;
use quarry_sdk::bindings::quarry::plugin::exchange::Problem;
use quarry_sdk::bindings::quarry::plugin::manifest::{Grant, Manifest, Migration, Route};

/// Behind it stands the name of which the text is a statement, that a keyed GET runs.
const ASKING: &str = "namesake_of_";
/// Behind it stands the name of which the text is a migration.
const MIGRATING: &str = "migrating_namesake_of_";

/// Makes it the manifest of such a component, which asks for the app store alone.
pub fn make(case: &str, manifest: &mut Manifest) -> bool {
    let (asking, migrating) = (case.strip_prefix(ASKING), case.strip_prefix(MIGRATING));
    let Some(name) = asking.or(migrating) else { return false };
    let mut row = manifest.routes.swap_remove(good::GET);
    row.parameters = Vec::new();
    let route =
        Route { path: "/namesake".to_owned(), operation_id: "get_namesake".to_owned(), tools: Vec::new(), ..row };
    let mut namesake = Manifest {
        name: name.to_owned(),
        grants: vec![Grant::AppStore],
        routes: vec![Route { deprecation: None, ..route }],
        statements: Vec::new(),
        migrations: Vec::new(),
        jobs: Vec::new(),
        events: Vec::new(),
        personal_data: Vec::new(),
        notifications: Vec::new(),
        ..manifest.clone()
    };
    if migrating.is_some() {
        namesake.migrations.push(Migration { name: "0001_text".to_owned(), sqlite: text(), postgres: text() });
    } else {
        let mut asked = statement("text", &text());
        asked.unguarded = Some("It is hostile.".to_owned());
        namesake.statements.push(asked);
        namesake.routes[0].statements = vec!["text".to_owned()];
    }
    *manifest = namesake;
    true
}

/// Runs the statement of a namesake, and says that it serves.
pub fn answer(case: &str) -> Option<Problem> {
    case.strip_prefix(ASKING)?;
    let said = format!("{:?}", app_store::query("text", &[]));
    Some(Problem { status: 409, code: "namesake_served".to_owned(), detail: said, members: String::new() })
}
