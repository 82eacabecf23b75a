//! The component of the tests that uses the whole contract (`tests/components/complete`): its file, and what a deployment has
//! to give it.

use std::path::Path;

/// A line of `[components.grants]`: all that there are.
pub const GRANTS: &str = "complete = [\"warehouse\", \"app-store\", \"identity\", \"audit\", \"events\", \"jobs\", \"mail\", \
    \"notifications\", \"api-keys\", \"invitations\", \"single-sign-on\", \"name-lookup\", \"key-value\", \"outbound-http\", \
    \"objects\", \"row-files\", \"datasets\", \"secrets\", \"accounts\", \"modules\", \"people\", \
    \"new-accounts\", \"new-account-names\", \"account-keeping\", \"personal-data\", \"text-answers\", \"first-party\"]\n";

/// A line of `[components.outbound_http]`.
pub const SERVERS: &str =
    "complete = [\"localhost:*\", \"inside.example:*\", \"named.example\", \"mapped.example:*\", \"stood.example\"]\n";

/// The settings that it reads.
pub const SETTINGS: &str = "[settings.complete]\nprovider = \"none\"\ngrace_days = 14\nprices = { EUR = 2900 }\ncountries = [\"DE\", \"GR\"]\n";

/// A line of `[components.tables]`.
pub const TABLES: &str = "complete = [\"warehouse.engine_disks\", \"warehouse.ingest_runs\"]\n";

/// The same for its hostile twin.
const SERVERS_OF_THE_TWIN: &str = "intruder = [\"localhost:*\"]\n";

/// All of it, with further lines of `[components.grants]`; the last table is `[components.tables]`.
pub fn given(further_grants: &str) -> String {
    format!(
        "{SETTINGS}[components.grants]\n{GRANTS}{further_grants}[components.outbound_http]\n{SERVERS}{SERVERS_OF_THE_TWIN}[components.tables]\n{TABLES}"
    )
}

/// Copies it, and others of the tests by name, into a folder of components.
pub fn copy(folder: &Path, others: &[&str]) {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
    for component in others.iter().chain(&["complete"]) {
        let from = built.join(format!("quarry_test_{}.wasm", component.replace('-', "_")));
        std::fs::copy(&from, folder.join(format!("{component}.wasm")))
            .unwrap_or_else(|error| panic!("{}: {error}; run `just test`", from.display()));
    }
}
