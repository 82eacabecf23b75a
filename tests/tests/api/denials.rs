//! Grants that a deployment does not give: a component that asks for everything is given all but one of them, and is left out
//! with its name.

use quarry_tests::complete;
use quarry_tests::server::{Options, Server, fresh_folder};

#[test]
fn a_component_that_is_not_given_a_table_is_left_out_and_says_which() {
    quarry_tests::on_one_engine!();
    let folder = fresh_folder("denials").expect("a folder");
    let components = folder.join("components");
    std::fs::create_dir(&components).expect("a folder");
    complete::copy(&components, &[]);
    let config = folder.join("quarry.toml");
    let given = complete::given("").replace(
        complete::TABLES,
        "complete = [\"warehouse.tokens\", \"warehouse.ingest_runs\", \"app_store.engine_disks\"]\n",
    );
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}/components\"\n{given}",
        folder.display()
    );
    std::fs::write(&config, text).expect("written");
    let server = Server::start(&Options { config: Some(config), ..Options::default() }).expect("a server");
    assert_eq!(server.get_keyless("/archive/addresses").status, 404, "nothing of it is served");
    let log = server.log();
    let refusal = log.lines().find(|line| line.contains("the component is left out")).unwrap_or_default();
    for told in ["sql/engine_disks.sql", "warehouse.engine_disks", "components.tables.complete"] {
        assert!(refusal.contains(told), "{told}: {log}");
    }
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
}
