//! What a deployment does not give is not there: a component that was kept from contract 0.1.0 and asks for everything is given all but
//! one thing, and is left out with its name.

use quarry_tests::server::{Options, Server, fresh_folder};
use std::path::Path;

#[test]
fn a_component_that_is_not_given_a_table_is_left_out_and_says_which() {
    let folder = fresh_folder("denials").expect("a folder");
    let components = folder.join("components");
    std::fs::create_dir(&components).expect("a folder");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/contract-0.1.0/wide.wasm");
    std::fs::copy(kept, components.join("wide.wasm")).expect("the kept component");
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}/components\"\n[components.grants]\n\
         wide = [\"accounts\", \"api-keys\", \"app-store\", \"audit\", \"events\", \"identity\", \"invitations\", \"jobs\", \"key-value\", \
         \"mail\", \"modules\", \"name-lookup\", \"notifications\", \"objects\", \"outbound-http\", \"people\", \"row-files\", \"secrets\", \
         \"single-sign-on\", \"warehouse\"]\n\
         [components.tables]\nwide = [\"warehouse.tokens\", \"app_store.chains\"]\n\
         [components.outbound_http]\nwide = [\"localhost:*\"]\n",
        folder.display()
    );
    std::fs::write(&config, text).expect("written");
    let server = Server::start(&Options { config: Some(config), ..Options::default() }).expect("a server");
    assert_eq!(server.get_keyless("/wide/imports").status, 404, "nothing of it is served");
    let log = server.log();
    let refusal = log.lines().find(|line| line.contains("the component is left out")).unwrap_or_default();
    for told in ["sql/chains.sql", "warehouse.chains", "components.tables.wide"] {
        assert!(refusal.contains(told), "{told}: {log}");
    }
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
}
